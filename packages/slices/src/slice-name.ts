import type { ClassName } from '@hearth/words';

/** The name of the slice unit of a class: `hearth-gpu.slice`, which by its dash lies inside `hearth.slice`. */
export function sliceName(resourceClass: ClassName): string {
  return `hearth-${resourceClass}.slice`;
}

/** The class that a file would be the slice unit of; null for a file that is no slice unit of a class. */
export function classOfSlice(file: string): string | null {
  return /^hearth-(.+)\.slice$/.exec(file)?.[1] ?? null;
}
