/** Adds up the reports that the test runs left behind, prints one line, and fails where a test failed or none ran. */
import { globSync, readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
}

const reports = globSync('{packages,apps}/*/reports/tests.json').concat(
  globSync('infra/reports/tests.json'),
);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of reports) {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  total.passed += report.numPassedTests;
  // A file that could not be loaded fails as a suite and counts no tests.
  total.failed += report.numFailedTests || report.numFailedTestSuites;
  total.skipped += report.numPendingTests;
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
