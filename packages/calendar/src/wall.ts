import type { Brand } from '@hearth/words';

/**
 * What a clock on the wall shows: the milliseconds from 1970-01-01 00:00 to that date and time, counted as if
 * every day had 24 hours. It belongs to no zone; `zone.ts` leads from it to an instant and back.
 */
export type Wall = Brand<number, 'Wall'>;

/** The whole number of a date: days since 1970-01-01. */
export type Day = Brand<number, 'Day'>;

/** A minute, in milliseconds. */
const MINUTE = 60_000;
/** An hour, in milliseconds. */
export const HOUR: number = 60 * MINUTE;
/** A date's 24 hours on the wall, in milliseconds. */
const DAY: number = 24 * HOUR;

/** Takes milliseconds for a wall time. */
export function wall(milliseconds: number): Wall {
  return milliseconds as Wall;
}

/** The date that a wall time lies in. */
export function dayOf(time: Wall): Day {
  return Math.floor(time / DAY) as Day;
}

/** The date that lies `count` days after `day`. */
export function daysAfter(day: Day, count: number): Day {
  return (day + count) as Day;
}

/** The wall time `minutes` after the midnight that begins `day`. */
export function wallOn(day: Day, minutes = 0): Wall {
  return wall(day * DAY + minutes * MINUTE);
}

/** The date as `2026-12-25`. */
export function isoDate(day: Day): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
