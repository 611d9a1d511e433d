import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a run of vitest tells in its JSON report, as far as it is counted. */
interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The sums of all reports; each failure as one line that names room, test and the first line of its error. */
export interface Count {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

/** Every room of a repository that has a test script, by its path, and where its run leaves the report. */
export function roomsWithTests(repository: string): { room: string; report: string }[] {
  const manifests = globSync('{packages,apps,infra}/{,*/}package.json', { cwd: repository });
  const rooms = manifests.filter((path) => hasTests(join(repository, path))).map(dirname);
  return rooms
    .sort()
    .map((room) => ({ room, report: join(repository, room, 'reports', 'tests.json') }));
}

function hasTests(path: string): boolean {
  const { scripts } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly scripts?: Readonly<Record<string, string>>;
  };
  return scripts?.['test'] !== undefined;
}

/**
 * Adds up what the rooms report. A room without a report is a failure, for its run did not come to its end; so is a
 * file that failed outside of its tests, while it was loaded or in a hook.
 */
export function countReports(
  reports: readonly { readonly room: string; readonly report: string | null }[],
): Count {
  const count = { passed: 0, skipped: 0, failures: [] as string[] };
  for (const { room, report } of reports) {
    if (report === null) {
      count.failures.push(`${room} left no report`);
      continue;
    }
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(report) as Report;
    count.passed += numPassedTests;
    count.skipped += numPendingTests;
    count.failures.push(...testResults.flatMap((file) => failuresOf(room, file)));
  }
  return count;
}

function failuresOf(room: string, file: Report['testResults'][number]): string[] {
  // The path of a file has the room in it, after where the repository lies.
  const path = file.name.slice(file.name.lastIndexOf(`/${room}/`) + 1);
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  if (file.status === 'failed' && tests.length === 0) {
    return [`${path}: ${firstLine(file.message)}`];
  }
  return tests.map(
    ({ fullName, failureMessages }) => `${path}: ${fullName}: ${firstLine(failureMessages[0])}`,
  );
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] || 'no message';
}
