import { between, type Instant, type Seconds } from '@hearth/words';

/** True when a run that starts `now` and takes the whole promise ends by the deadline; a null deadline never comes. */
export function fits(promise: Seconds, now: Instant, deadline: Instant | null): boolean {
  return deadline === null || promise <= between(now, deadline);
}
