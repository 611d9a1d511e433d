import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';
import { jobOf } from './find.ts';
import { jobStatus } from './job.ts';

/** `POST /jobs/:name/resume`: ends a pause. */
export function resume(routes: RoutesContext): Route {
  return (context) => {
    const { name } = jobOf(routes.runs, context.req.param('name'));
    if (routes.runs.queue.resume(name)) {
      routes.runs.log(`job ${name} is resumed by ${context.get('caller').label}`);
      routes.runs.look();
    }
    return context.json(jobStatus(routes, name));
  };
}
