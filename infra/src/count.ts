/**
 * Adds up the reports that the test runs left behind: prints the failures by name, then one line with the sums, and fails
 * where a test failed or none ran.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { countReports, roomsWithTests } from './count-reports.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const reports = roomsWithTests(repository).map(({ room, report }) => ({
  room,
  report: read(report),
}));
const { passed, failures, skipped } = countReports(reports);
for (const failure of failures) console.log(`failed: ${failure}`);
const rest = skipped === 0 ? '' : `, ${skipped} skipped`;
console.log(`${passed} passed, ${failures.length} failed${rest}`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
