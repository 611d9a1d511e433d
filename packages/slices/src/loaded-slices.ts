import type { Systemctl } from './machine.ts';

/** A slice as systemd has loaded it. */
export interface LoadedSlice {
  readonly unit: string;
  /** True where a file, or a drop-in, says what it is; without one systemd makes it up, silently and without limits. */
  readonly installed: boolean;
  /** True where the files have changed since systemd read them. */
  readonly outdated: boolean;
  /** `MemoryMax` in bytes; null is none. */
  readonly memoryMax: number | null;
}

const PROPERTIES = 'Id,FragmentPath,DropInPaths,NeedDaemonReload,MemoryMax';

/** Asks systemd for slices, all with one question. */
export async function loadedSlices(
  units: readonly string[],
  systemctl: Systemctl,
): Promise<Map<string, LoadedSlice>> {
  const shown = await systemctl('show', `--property=${PROPERTIES}`, ...units);
  const slices = shown
    .trim()
    .split(/\n\s*\n/)
    .map(sliceOf);
  return new Map(slices.map((slice) => [slice.unit, slice]));
}

function sliceOf(block: string): LoadedSlice {
  const said = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  const limit = said.get('MemoryMax') ?? '';
  return {
    unit: said.get('Id') ?? '',
    installed: (said.get('FragmentPath') ?? '') !== '' || (said.get('DropInPaths') ?? '') !== '',
    outdated: said.get('NeedDaemonReload') === 'yes',
    memoryMax: /^\d+$/.test(limit) && Number(limit) < 2 ** 60 ? Number(limit) : null,
  };
}
