import { rootFileSystem } from '@hearth/testbed';

/** llama.cpp is in no Debian release that is finished; python3-gguf writes the model. */
const RECIPE = { release: 'sid', packages: ['llama.cpp', 'python3-gguf'] } as const;

/**
 * The folder of a root file system with llama.cpp in it, kept in the cache and not to be written to. The first call makes
 * it, which takes a minute or two and 430 MB, and needs root and a Debian archive. Rejects when it cannot be made.
 */
export async function prepareLlama(): Promise<string> {
  return rootFileSystem(RECIPE);
}
