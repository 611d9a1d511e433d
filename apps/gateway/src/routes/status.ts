import type { Status } from '@hearth/wire';

import type { Route } from '../http/env.ts';
import { instantText, maybeInstantText } from '../http/instant-text.ts';
import { snapshot } from '../runs/snapshot.ts';
import type { RoutesContext } from './context.ts';

/** `GET /status`: the house at a glance. */
export function status({ runs, door, version, startedAt, clockTrusted }: RoutesContext): Route {
  return (context) => {
    const { house } = snapshot(runs);
    const answer: Status = {
      version,
      started_at: instantText(startedAt),
      timezone: runs.manifest.timezone,
      clock_trusted: clockTrusted(),
      runs: runs.queue.counts(),
      calls: door.counts(),
      classes: [...runs.manifest.classes.values()].map((one) => ({
        name: one.name,
        concurrency: one.concurrency,
        running: house.running.filter((run) => run.class === one.name).length,
      })),
      probes: [...runs.manifest.probes.keys()].map((probe) => {
        const standing = house.probes.get(probe);
        return {
          name: probe,
          state: standing?.state ?? 'unknown',
          since: maybeInstantText(standing?.since ?? null),
          detail: standing?.detail ?? null,
        };
      }),
      runners: runs.runners.show(house.now),
      machines: door.machines(),
    };
    return context.json(answer);
  };
}
