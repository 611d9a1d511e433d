import { sliceName, thisMachine } from '@hearth/slices';
import { name, type ClassName } from '@hearth/words';
import { expect, test } from 'vitest';

import { assignment } from './gateway.test.helper.ts';
import { scopeCommand, scopePlace, unitName } from './place-scope.ts';

const RUN = assignment({
  attempt_id: '7f3a9c2e',
  class: 'gpu',
  command: ['/opt/digest', '--token=secret'],
  environment: { OPENAI_API_KEY: 'sk-secret' },
  user: 'digest',
});

/** Of a systemd that knows nothing beside the limits. */
const NOTHING = { words: [], backstop: false };

const SUPERVISOR = ['perl', 'attempt.pl', '/data/7f3a9c2e', '/data/jobs', 'digest', '/opt/digest'];

test('the supervisor is put into a scope of its own, in the slice of its class, with its limits', () => {
  expect(scopeCommand(RUN, SUPERVISOR, NOTHING)).toEqual([
    'systemd-run',
    '--scope',
    '--quiet',
    '--collect',
    '--unit=hearth-nightly-digest-7f3a9c2e.scope',
    '--slice=hearth-gpu.slice',
    '--description=hearth run 12 of nightly-digest',
    '--property=MemoryMax=268435456',
    '--property=MemorySwapMax=0',
    '--property=CPUQuota=50%',
    '--property=TasksMax=512',
    '--property=TimeoutStopSec=6000ms',
    '--',
    ...SUPERVISOR,
  ]);
});

test('where systemd knows how, it is asked to end the scope a minute after hearth has to have done so', () => {
  const options = { words: ['--expand-environment=no'], backstop: true };
  expect(scopeCommand(RUN, SUPERVISOR, options)).toEqual(
    expect.arrayContaining(['--expand-environment=no', '--property=RuntimeMaxSec=665000ms']),
  );
});

test('a class has the slice that its unit file is written for', () => {
  expect(scopeCommand(RUN, SUPERVISOR, NOTHING)).toContain(
    `--slice=${sliceName(name<ClassName>('gpu'))}`,
  );
});

test('nothing secret is in the command line, which systemd writes into the journal', () => {
  expect(scopeCommand(RUN, SUPERVISOR, NOTHING).join(' ')).not.toContain('secret');
});

test('the supervisor turns the job into the user of its manifest', () => {
  expect(scopePlace(thisMachine).userOf(RUN)).toBe('digest');
});

test.each(['', '/', '/system.slice', '/user.slice/user-1000.slice'])(
  'the processes of the cgroup "%s", which is no scope of hearth, are never touched',
  (cgroup) => {
    const place = scopePlace(thisMachine);
    const where = {
      pid: 1,
      start_ticks: 1,
      supervisor_pid: 1,
      supervisor_start_ticks: 1,
      boot_id: 'b',
      uptime_seconds: 1,
      cgroup,
    };
    expect(() => place.signal(where, 'SIGKILL')).toThrow("is no scope of hearth's");
  },
);

test('a scope that systemd has removed has no processes', () => {
  const place = scopePlace(thisMachine);
  const cgroup = `/hearth.slice/hearth-gpu.slice/${unitName(RUN)}`;
  const where = { pid: 1, start_ticks: 1, supervisor_pid: 1, supervisor_start_ticks: 1 };
  expect(place.members({ ...where, boot_id: 'b', uptime_seconds: 1, cgroup })).toEqual([]);
});
