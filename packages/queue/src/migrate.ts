import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Instant } from '@hearth/words';
import type Database from 'better-sqlite3';

import { BACKUPS } from './upkeep/backup.ts';

/** One step from a schema to the next. */
export interface Migration {
  /** The version that it leads to: one more than the one before. */
  readonly version: number;
  readonly sql: string;
}

/** What a migration found; `newer` and `foreign` are left untouched. */
export type Migrated =
  | { readonly kind: 'current'; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number; readonly known: number }
  | { readonly kind: 'foreign' };

/** Marks the file as hearth's own: `hrth` in ASCII, in the header field that SQLite keeps for this. */
const APPLICATION_ID = 0x68727468;

/**
 * Brings the file to the newest schema: all steps in one transaction, or none. A file with a schema of hearth is copied
 * beside it first.
 */
export function migrate(
  db: Database.Database,
  steps: readonly Migration[],
  now: Instant,
): Migrated {
  const version = Number(db.pragma('user_version', { simple: true }));
  const owner = Number(db.pragma('application_id', { simple: true }));
  const known = steps.at(-1)?.version ?? 0;
  if (isForeign(db, version, owner)) return { kind: 'foreign' };
  if (version > known) return { kind: 'newer', version, known };
  const missing = steps.filter((step) => step.version > version);
  if (missing.length === 0) return { kind: 'current', version };
  if (version > 0) copyBefore(db, version, now);
  // Foreign keys are looked at once, at the end: a step may have to take a table apart.
  db.pragma('foreign_keys = off');
  try {
    db.transaction(() => {
      for (const step of missing) db.exec(step.sql);
      db.pragma(`user_version = ${known}`);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      const broken = db.pragma('foreign_key_check') as readonly unknown[];
      if (broken.length > 0) {
        throw new Error(
          `The new schema leaves rows that point nowhere: ${JSON.stringify(broken[0])}.`,
        );
      }
    }).immediate();
  } finally {
    db.pragma('foreign_keys = on');
  }
  return { kind: 'current', version: known };
}

function isForeign(db: Database.Database, version: number, owner: number): boolean {
  if (owner === APPLICATION_ID) return false;
  const tables = db.prepare<[], number>('select count(*) from sqlite_schema').pluck().get() ?? 0;
  return owner !== 0 || version !== 0 || tables > 0;
}

function copyBefore(db: Database.Database, version: number, now: Instant): void {
  const folder = join(dirname(db.name), BACKUPS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date(now).toISOString().replaceAll(/[-:]/g, '');
  db.prepare('vacuum into ?').run(join(folder, `before-schema-${version + 1}-${time}.db`));
}
