/** Prints what SQLite finds wrong with a queue: `ok` where that is nothing. usage: node integrity.ts FILE */
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2] ?? '');
const broken = database.prepare('pragma integrity_check').all();
const dangling = database.prepare('pragma foreign_key_check').all();
const found = [
  ...broken.map((row) => Object.values(row)[0]),
  ...dangling.map((row) => JSON.stringify(row)),
];
process.stdout.write(found.map((one) => `${String(one)}\n`).join(''));
