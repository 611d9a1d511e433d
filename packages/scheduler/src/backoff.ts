import type { Retry } from '@hearth/manifest';
import { seconds, type Seconds } from '@hearth/words';

/**
 * How long a run waits after its `count`-th failure or interruption (1 is the first). The step doubles up to
 * `retry.max`; the delay is a random half to whole of the step, so that what failed together does not come back
 * together. `random` is in [0, 1).
 */
export function backoff(
  retry: Pick<Retry, 'backoff' | 'max'>,
  count: number,
  random: number,
): Seconds {
  const step = Math.min(retry.max, retry.backoff * 2 ** Math.min(count - 1, 40));
  return seconds(step * (0.5 + random / 2));
}
