/**
 * Asks for one run after another until it is killed, and says so of each that the gateway has acknowledged:
 * `KEY RUN`. Whether it is acknowledged at all is known when that line has left the machine, so nobody keeps it here.
 *
 * usage: node load.ts FIRST JOB..., FIRST being the number of the first key
 */
import { enqueue, pause } from './ask.ts';

/** So long between two requests, in seconds: a small machine carries out a few runs a second. */
const PACE = 0.4;

const [first = '', ...jobs] = process.argv.slice(2);
for (let number = Number(first); ; number += 1) {
  const { id } = await untilAcknowledged(jobs[number % jobs.length] ?? '', `load-${number}`);
  process.stdout.write(`load-${number} ${id}\n`);
  await pause(PACE);
}

/** The key makes it safe to ask again after an answer that was lost, be it with the machine's power. */
async function untilAcknowledged(job: string, key: string): ReturnType<typeof enqueue> {
  for (;;) {
    try {
      return await enqueue(job, key);
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
      await pause(PACE);
    }
  }
}
