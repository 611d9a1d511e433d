import { describe, expect, it } from 'vitest';

import { reference } from './reference.ts';

describe('the reference', () => {
  const text = reference();

  it('has a section for each kind of thing, and one table for what the house has once', () => {
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# The manifest',
      '## machines',
      '## classes',
      '## windows',
      '## probes',
      '## budgets',
      '## consumers',
      '## runners',
      '## jobs',
    ]);
  });

  it('has a row for each field, also for those inside others', () => {
    expect(text).toContain('\n| `timezone` | time zone |  | ');
    expect(text).toContain(
      '\n| `timeout` | duration | must be written | An attempt that takes longer is stopped. | `45m` |\n',
    );
    expect(text).toContain('\n| `retry.backoff` | duration | `30s` | ');
    expect(text).toContain('\n| `schedule` | cron line, or map |  | ');
    expect(text).toContain('\n| `schedule.jitter` | duration | `0s` | ');
    expect(text).toContain('\n| `models.<name>.aliases` | list: name of a model | `[]` | ');
  });

  it('is well-formed: every row of a table has five cells', () => {
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => row.match(/(?<!\\)\|/g)?.length !== 6)).toEqual([]);
  });
});
