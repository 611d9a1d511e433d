import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';
import { jobOf } from './find.ts';
import { jobStatus } from './job.ts';

/** `POST /jobs/:name/pause`: no run of the job starts until it is resumed. What runs goes on. */
export function pause(routes: RoutesContext): Route {
  return (context) => {
    const { name } = jobOf(routes.runs, context.req.param('name'));
    if (routes.runs.queue.pause(name, routes.runs.now())) {
      routes.runs.log(`job ${name} is paused by ${context.get('caller').label}`);
    }
    return context.json(jobStatus(routes, name));
  };
}
