import { textOf } from './ask.ts';
import { type Finding, ok, warning } from './finding.ts';

/** What the machine swaps to. */
export interface SwapFacts {
  readonly memoryBytes: number;
  readonly areas: readonly { readonly path: string; readonly bytes: number }[];
}

/** Jobs never swap; the rest of the machine may, and how decides what happens when memory runs out. */
export async function checkSwap(): Promise<readonly Finding[]> {
  const memory = /^MemTotal: +(\d+) kB$/m.exec((await textOf('/proc/meminfo')) ?? '')?.[1];
  return verdictOnSwap({
    memoryBytes: Number(memory ?? 0) * 1024,
    areas: areasOf((await textOf('/proc/swaps')) ?? ''),
  });
}

/** The swap areas in `/proc/swaps`. */
export function areasOf(text: string): SwapFacts['areas'] {
  return text
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split(/\s+/))
    .map(([path = '', , kilobytes = '0']) => ({ path, bytes: Number(kilobytes) * 1024 }));
}

/** Swap that is as large as the memory it lies in keeps the kernel from ending what is too much. */
export function verdictOnSwap({ memoryBytes, areas }: SwapFacts): readonly Finding[] {
  const memory = `${Math.round(memoryBytes / 2 ** 20)} MiB of memory`;
  if (areas.length === 0) return [ok(`${memory}, and no swap`)];
  return areas.map(({ path, bytes }) => {
    const size = `${Math.round(bytes / 2 ** 20)} MiB of swap at ${path}`;
    if (path.includes('zram') && bytes > 0.75 * memoryBytes) {
      return warning(
        `${memory} and ${size}, which is memory too: when it runs out the machine can stand still for minutes`,
        'make it half the memory: zram-size = ram / 2 in /etc/systemd/zram-generator.conf, or PERCENT=50 in /etc/default/zramswap',
      );
    }
    if (path.includes('mmcblk') || path === '/var/swap') {
      return warning(
        `${memory} and ${size}, which wears the card out`,
        'swapoff it and use zram: apt-get install zram-tools',
      );
    }
    return ok(`${memory} and ${size}; jobs have none`);
  });
}
