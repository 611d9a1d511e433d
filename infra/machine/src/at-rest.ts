import type { Scene } from './scene.ts';

/** What of a process's memory is told: all that it has mapped and touched, its share of it, and what is its alone. */
const FIGURES = ['Rss', 'Pss', 'Private_Dirty'] as const;

/** Notes the memory of gateway and runner, as the kernel counts it, and gives the resident size of each in MiB. */
export async function noteMemory(
  { house, report }: Scene,
  when: string,
): Promise<{ readonly gateway: number; readonly runner: number }> {
  const note = async (app: string): Promise<number> => {
    const pid = `$(systemctl show --property=MainPID --value hearth-${app})`;
    const mebibytes = read(await house.shell(`cat /proc/${pid}/smaps_rollup`));
    const shown = FIGURES.map((name) => `${name} ${mebibytes(name).toFixed(1)} MiB`);
    report.note(`memory of the ${app} ${when}`, shown.join(', '));
    return mebibytes('Rss');
  };
  return { gateway: await note('gateway'), runner: await note('runner') };
}

function read(rollup: string): (name: string) => number {
  return (name) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
}
