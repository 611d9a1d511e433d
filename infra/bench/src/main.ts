/**
 * The measurements of hearth, each beside its peers in the same run: `main.ts [queue|gateway|runner|all] [--quick]`. Prints
 * tables, writes `reports/<bench>.json`, and exits with 1 where a bound is missed, with 2 where it is asked for what it does not know.
 */
import { gatewayBench } from './gateway/gateway-bench.ts';
import { queueBench } from './queue/queue-bench.ts';
import { render } from './render.ts';
import { saveReport, type Bench } from './report.ts';
import { runnerBench } from './runner/runner-bench.ts';

const BENCHES: ReadonlyMap<string, Bench> = new Map<string, Bench>([
  ['queue', queueBench],
  ['gateway', gatewayBench],
  ['runner', runnerBench],
]);

// Ctrl-C ends as everything else does, so that nothing is left on the disk.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const [wanted = 'all'] = words.filter((word) => word !== '--quick');
const chosen = [...BENCHES].filter(([name]) => wanted === 'all' || wanted === name);
if (chosen.length === 0) {
  const known = [...BENCHES.keys(), 'all'].join(', ');
  process.stderr.write(`There is no bench named "${wanted}". Choose one of these: ${known}.\n`);
  process.exitCode = 2;
}
for (const [name, bench] of chosen) {
  const say = (sentence: string) => process.stderr.write(`${name}: ${sentence}\n`);
  const report = await bench(say, { quick });
  const file = saveReport(report, new Date());
  process.stdout.write(`${render(report)}\n\nEvery round is in ${file}\n`);
  if (report.verdicts.some(({ met }) => met === false)) process.exitCode = 1;
}
