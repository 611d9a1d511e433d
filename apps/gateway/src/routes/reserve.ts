import type { Reservation } from '@hearth/queue';
import {
  reserveRequestSchema,
  type Reservation as ReservationShape,
  type ReservationList,
} from '@hearth/wire';
import { after, name, seconds, type ClassName } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { instantText } from '../http/instant-text.ts';
import { readBody } from '../http/read-body.ts';
import type { RoutesContext } from './context.ts';

/** `POST /reservations`: keeps a class for what a person waits for, from now on. */
export function reserve({ runs }: RoutesContext): Route {
  return async (context) => {
    const request = await readBody(context, reserveRequestSchema);
    const className = name<ClassName>(request.class);
    if (!runs.manifest.classes.has(className)) {
      const declared = [...runs.manifest.classes.keys()].join(', ');
      throw new ApiError(
        'not_found',
        `there is no class "${className}"`,
        `declared are: ${declared}`,
      );
    }
    const now = runs.now();
    const { label } = context.get('caller');
    const made = runs.queue.reserve({
      class: className,
      opensAt: now,
      closesAt: after(now, seconds(request.for_seconds)),
      by: label,
      madeAt: now,
    });
    runs.log(`class ${className} is reserved by ${label} until ${instantText(made.closesAt)}`);
    runs.look();
    return context.json(render(made), 201);
  };
}

/** `GET /reservations`: those that are not over. */
export function reservations({ runs }: RoutesContext): Route {
  return (context) => {
    const all = runs.queue.reservations(runs.now()).map(render);
    return context.json({ reservations: all, next: null } satisfies ReservationList);
  };
}

/** `DELETE /reservations/:id`: the class is free again. */
export function unreserve({ runs }: RoutesContext): Route {
  return (context) => {
    const text = context.req.param('id') ?? '';
    if (!/^\d{1,15}$/.test(text) || !runs.queue.unreserve(Number(text))) {
      throw new ApiError('not_found', `there is no reservation ${text}`);
    }
    runs.look();
    return context.body(null, 204);
  };
}

function render({ id, class: className, opensAt, closesAt, by }: Reservation): ReservationShape {
  return {
    id,
    class: className,
    opens_at: instantText(opensAt),
    closes_at: instantText(closesAt),
    by,
  };
}
