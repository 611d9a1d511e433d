import type { Attempt } from '@hearth/wire';

import { endingWords } from './ending.ts';
import { plain, plainLines } from './plain.ts';
import { lasting, type When } from './when.ts';

/** One attempt in words: when and where, how it ended, the proof, and the last of what it wrote. */
export function attemptWords(when: When): (attempt: Attempt, index: number) => string[] {
  return (attempt, index) => {
    const { runner, claimed_at, started_at, duration_seconds, evidence, last_output } = attempt;
    const ran = duration_seconds === null ? '' : `, ran ${lasting(duration_seconds)}`;
    const begun =
      started_at === null
        ? `given out ${when.full(claimed_at)}`
        : `started ${when.full(started_at)}`;
    return [
      `${index + 1}. on ${plain(runner)}, ${begun}${ran}: it ${endingWords(attempt)}`,
      ...(evidence === null ? [] : [`   evidence: ${plain(evidence)}`]),
      ...lastWords(last_output),
    ];
  };
}

function lastWords(output: string | null): string[] {
  if (output === null || output.trim() === '') return [];
  return ['   the last of its output:', ...plainLines(output).map((line) => `   | ${line}`)];
}
