import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '../random.ts';
import type { Api } from './ask.ts';
import type { Exchange } from './exchange.ts';
import type { Fault } from './fault.ts';
import { LOADING, refusalBody } from './refusal.ts';

/** What a fault has its hands on: a request, of whichever API. */
export interface Victim extends Pick<Exchange, 'inside' | 'response' | 'wire'> {
  readonly api: Api;
}

/** What became of a request: `null` when it goes on, else how it ended. */
export type Struck = 'broken' | 'aborted' | null;

/** Strikes before there is an answer. */
export async function emitInstead(fault: Fault, victim: Victim): Promise<Struck> {
  const { inside, response, wire } = victim;
  switch (fault.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return 'broken';
    case 'status': {
      const text = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {});
      wire.begin(fault.status, { 'content-type': 'application/json', ...fault.headers });
      wire.write(text);
      wire.end();
      return 'broken';
    }
    case 'loading':
      wire.begin(LOADING.status, { 'content-type': 'application/json' });
      wire.write(JSON.stringify(refusalBody(inside.kind, victim.api, LOADING)));
      wire.end();
      return 'broken';
    case 'no-headers':
      await peerGone(victim);
      return 'aborted';
    case 'slow-headers':
      await inside.clock.sleep(fault.delay, inside.signal);
      return null;
    case 'garbage':
      if (fault.instead === 'response') {
        response.socket?.end(garbage());
      } else {
        wire.begin(200, { 'content-type': 'text/event-stream' });
        wire.write(garbage());
        wire.end();
      }
      return 'broken';
    case 'endless-line': {
      wire.begin(200, { 'content-type': 'text/event-stream' });
      wire.write('data: ');
      const filling = 'x'.repeat(64 * 1024);
      while (!response.destroyed) {
        wire.write(filling);
        await wire.drained();
        await turn(undefined, { signal: inside.signal });
      }
      return 'aborted';
    }
    default:
      return null;
  }
}

/** A stream that has begun, or a request in one piece that is being worked on. */
export interface Speech {
  readonly stream: boolean;
  /** Sends the headers and what the stream begins with; a second time does nothing. */
  begin(): void;
  say(text: string): void;
  /** An error as the API puts it into a stream. */
  failure(message: string): string;
}

/** Strikes in the middle, when the tokens sent are as many as the fault waits for. */
export async function emitAfter(
  fault: Fault,
  sent: number,
  speech: Speech,
  victim: Victim,
): Promise<Struck> {
  if (!('afterTokens' in fault) || fault.afterTokens !== sent) return null;
  speech.begin();
  switch (fault.kind) {
    case 'die':
      // A reset throws away what is not on its way yet; what was said before is to arrive.
      await turn();
      victim.response.socket?.resetAndDestroy();
      return 'broken';
    case 'silent':
      await peerGone(victim);
      return 'aborted';
    case 'error-in-stream': {
      const { message = 'the model fell over' } = fault;
      if (speech.stream) {
        speech.say(speech.failure(message));
      } else {
        victim.wire.begin(200, { 'content-type': 'application/json' });
        victim.wire.write(JSON.stringify({ error: { message } }));
      }
      victim.wire.end();
      return 'broken';
    }
  }
}

/** Resolves when the peer closes the connection, as it does when the machine ends. */
async function peerGone({ response }: Victim): Promise<void> {
  if (response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('close', resolve);
  await promise;
}

/** Bytes that are neither HTTP nor UTF-8 nor JSON, always the same. */
function garbage(): Buffer {
  const random = seededRandom(1);
  return Buffer.from(Array.from({ length: 256 }, () => 128 + Math.floor(random() * 128)));
}
