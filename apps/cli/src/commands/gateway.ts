import { main } from '@hearth/gateway';

/** `hearth gateway`: the gateway itself; its flags are its own. */
export function gateway(flags: readonly string[]): Promise<number> {
  return main(flags);
}
