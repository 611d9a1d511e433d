import { main } from '@hearth/runner';

/** `hearth runner`: the runner itself; its flags are its own. */
export function runner(flags: readonly string[]): Promise<number> {
  return main(flags);
}
