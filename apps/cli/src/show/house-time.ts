import type { HearthClient } from '@hearth/client';

import type { Io } from '../io.ts';
import { whenIn, type When } from './when.ts';

/** Asks the gateway for the house's zone, and shows instants in it. */
export async function houseTime(client: HearthClient, io: Io): Promise<When> {
  const { timezone } = await client.status();
  return whenIn(timezone, io.now());
}
