import type { MachineList } from '@hearth/wire';

import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';

/** `GET /machines`: slots, models and rates. */
export function machines({ door }: RoutesContext): Route {
  return (context) => context.json({ machines: door.machines(), next: null } satisfies MachineList);
}
