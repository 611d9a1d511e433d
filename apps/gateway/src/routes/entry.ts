import type { Right } from '@hearth/manifest';
import type { GenericSchema } from 'valibot';

import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';

/** One route of hearth's own API: what it does, what it takes and what it answers. */
export interface RouteEntry {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/hearth/v1`, with `:names` for what varies. */
  readonly path: string;
  /** The right that it takes; `runner` is the runner of the path alone. */
  readonly right: Right | 'runner';
  readonly summary: string;
  /** Names of what may stand in the query. */
  readonly query?: readonly string[];
  readonly body?: GenericSchema;
  /** The status of a success; 200 when absent. */
  readonly status?: number;
  /** What a success answers; text where it is no JSON, nothing when absent. */
  readonly answer?: GenericSchema | 'text';
  readonly route: (context: RoutesContext) => Route;
}
