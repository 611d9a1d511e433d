/**
 * Waits until every run of the load is over, and prints each as a line of JSON with its key: what the gateway now says
 * of the key, and the run that was acknowledged under it, with its attempts.
 *
 * usage: node settle.ts JOB... <ACKNOWLEDGED, whose lines are those that load.ts printed
 */
import { text } from 'node:stream/consumers';

import { enqueue, untilOver } from './ask.ts';

const jobs = process.argv.slice(2);
for (const line of (await text(process.stdin)).trim().split('\n')) {
  const [key = '', id = ''] = line.split(' ');
  const job = jobs[Number(key.replace('load-', '')) % jobs.length] ?? '';
  // The same key is the same run: another id, or a new run, means that the first one was forgotten.
  const again = await enqueue(job, key);
  const run = await untilOver(Number(id)).catch(() => null);
  process.stdout.write(`${JSON.stringify({ key, again, run })}\n`);
}
