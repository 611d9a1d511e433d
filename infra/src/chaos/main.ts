/** `pnpm chaos [KILLS]`: the long form of the test beside it. Fails where anything acknowledged was lost or ran twice. */
import { temporaryFolder } from '@hearth/test-kit';

import { chaos } from './chaos.ts';

const kills = Number(process.argv[2] ?? 100);
await using folder = await temporaryFolder();
const report = await chaos({
  folder: folder.path,
  kills,
  random: Math.random,
  log: (line) => console.log(line),
});
console.log(JSON.stringify(report, null, 2));
const isGood =
  report.lost.length + report.overlaps.length + report.repeated.length === 0 &&
  report.integrity === 'ok';
process.exitCode = isGood ? 0 : 1;
