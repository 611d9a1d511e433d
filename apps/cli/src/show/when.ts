import { formatDuration } from '@hearth/estimator';
import { between, instant, seconds, type Instant } from '@hearth/words';

/** Instants of the wire as people of the house read them. Every method gives a dash for null. */
export interface When {
  /** IANA name of the house's zone. */
  readonly zone: string;
  /** With date and zone: `2026-03-29 02:30:00 BST`. */
  readonly full: (text: string | null) => string;
  /** For tables: the time of day where it is today, else `2026-03-28 01:30`. */
  readonly short: (text: string | null) => string;
  /** How long ago it was, or how soon it will be: `34 s ago`, `in 2h`. */
  readonly away: (text: string | null) => string;
  /** How long it has been: `34 s`; 0 where the house's clock is ahead of this one. */
  readonly since: (text: string) => string;
}

/** Stands for what is not there. */
export const DASH = '–';

/** Shows instants in a zone, as they are seen from `now`. */
export function whenIn(zone: string, now: Instant): When {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const parts = (at: number) => {
    const found = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
    return {
      date: `${of('year')}-${of('month')}-${of('day')}`,
      minute: `${of('hour')}:${of('minute')}`,
      second: of('second'),
      name: of('timeZoneName'),
    };
  };
  const today = parts(now).date;
  return {
    zone,
    full(text) {
      if (text === null) return DASH;
      const { date, minute, second, name } = parts(Date.parse(text));
      return `${date} ${minute}:${second} ${name}`;
    },
    short(text) {
      if (text === null) return DASH;
      const { date, minute, second } = parts(Date.parse(text));
      return date === today ? `${minute}:${second}` : `${date} ${minute}`;
    },
    away(text) {
      if (text === null) return DASH;
      const at = instant(Date.parse(text));
      return at > now
        ? `in ${formatDuration(between(now, at))}`
        : `${formatDuration(between(at, now))} ago`;
    },
    since: (text) => formatDuration(seconds(Math.max(0, between(instant(Date.parse(text)), now)))),
  };
}

/** A duration of the wire: `21m17s`; a dash for null. */
export function lasting(duration: number | null): string {
  return duration === null ? DASH : formatDuration(seconds(duration));
}
