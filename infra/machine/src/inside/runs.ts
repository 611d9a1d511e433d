/**
 * Asks for a run of each of the jobs, all at once, and prints each run as a line of JSON once all are over. A number
 * among the jobs is the id of a run that is there already: it is printed as it is by then.
 *
 * usage: node runs.ts JOB|ID...
 */
import { enqueue, show, untilOver } from './ask.ts';

const [ids, jobs] = [process.argv.slice(2).filter(isNumber), process.argv.slice(2).filter(isName)];
const asked = await Promise.all(jobs.map((job) => enqueue(job)));
const runs = await Promise.all(asked.map(({ id }) => untilOver(id)));
const others = await Promise.all(ids.map((id) => show(Number(id))));
for (const run of [...runs, ...others]) process.stdout.write(`${JSON.stringify(run)}\n`);

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

function isName(word: string): boolean {
  return !isNumber(word);
}
