import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Answer, Hello } from './child.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import type { Round } from './drill.ts';
import type { Lap } from './stopwatch.ts';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/**
 * The contenders, each in a process of its own that lives for the whole bench: none shares a heap, compiled code or a
 * library's state with another, and only one of them works at any time.
 */
export class Arena implements AsyncDisposable {
  readonly #children = new Map<Key, ChildProcess>();
  /** Who cannot take part, and why. */
  readonly skipped: string[] = [];

  private constructor() {}

  /** Starts a process for each contender that can be had on this machine. */
  static async open(keys: readonly Key[], folder: string): Promise<Arena> {
    const arena = new Arena();
    for (const key of keys) {
      const child = fork(CHILD, [key, folder], { execArgv: ['-C', '@hearth/source'] });
      const hello = (await answer(child, key)) as Hello;
      if (hello.ok) {
        arena.#children.set(key, child);
      } else {
        child.disconnect();
        arena.skipped.push(`${CONTENDERS[key].name}: ${hello.why}`);
      }
    }
    return arena;
  }

  /** Those of the keys that take part. */
  present(keys: readonly Key[]): Key[] {
    return keys.filter((key) => this.#children.has(key));
  }

  /** Lets one of them do a lap, and waits for it. */
  async drill(key: Key, round: Round): Promise<Lap> {
    const child = this.#children.get(key);
    if (child === undefined) throw new Error(`${CONTENDERS[key].name} does not take part.`);
    child.send(round);
    const said = (await answer(child, key)) as Answer;
    if (!said.ok) throw new Error(`${CONTENDERS[key].name}: ${said.error}`);
    return said.lap;
  }

  /** Ends all the processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children.values()) {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    }
  }
}

async function answer(child: ChildProcess, key: Key): Promise<unknown> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(`The process of ${CONTENDERS[key].name} ended (${signal ?? code}).`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), gone]);
    return message;
  } finally {
    // Nobody waits for the loser any more, and it must not end the bench.
    gone.catch(() => undefined);
    ended.abort();
  }
}
