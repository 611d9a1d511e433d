/** What the paths of the model side begin with: the two families of model APIs, and a name or a key before them. */
const MODEL_ROOTS = ['/v1', '/api', '/c', '/k'] as const;

/**
 * True for a path of the model side. The door answers it, not the frame of hearth's own API: its errors have the shape
 * of the API that was called.
 */
export function isModelSide(path: string): boolean {
  return MODEL_ROOTS.some((root) => path === root || path.startsWith(`${root}/`));
}
