import type { Migration } from '../migrate.ts';
import { first } from './001-first.ts';

/** Every migration, in order. One that has been released is never edited: a change is a new one, and a new fixture. */
export const MIGRATIONS: readonly Migration[] = [first];
