import { sliceName } from '@hearth/slices';
import { name, type ClassName } from '@hearth/words';
import { expect, test } from 'vitest';

import { assignment } from './gateway.test.helper.ts';
import { controlFault, scopeCommand, scopePlace, sliceFault, unitName } from './place-scope.ts';

const RUN = assignment({
  attempt_id: '7f3a9c2e',
  class: 'gpu',
  command: ['/opt/digest', '--token=secret'],
  environment: { OPENAI_API_KEY: 'sk-secret' },
  user: 'digest',
});

const SUPERVISOR = ['perl', 'attempt.pl', '/data/7f3a9c2e', '/data/jobs', 'digest', '/opt/digest'];

test('the supervisor is put into a scope of its own, in the slice of its class, with its limits', () => {
  expect(scopeCommand(RUN, SUPERVISOR, [])).toEqual([
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
    '--',
    ...SUPERVISOR,
  ]);
});

test('a class has the slice that its unit file is written for', () => {
  expect(scopeCommand(RUN, SUPERVISOR, [])).toContain(
    `--slice=${sliceName(name<ClassName>('gpu'))}`,
  );
});

test.each([
  ['systemd 251 (251.4)', '\n', []],
  ['systemd 252 (252.39-1~deb12u2)', 'stop\n', ['--property=OOMPolicy=continue']],
  [
    'systemd 257 (257.13-1~deb13u1)',
    'stop\n',
    ['--expand-environment=no', '--property=OOMPolicy=continue'],
  ],
])('%s is given no option that it does not know', async (version, policy, options) => {
  const place = scopePlace((word) => Promise.resolve(word === 'show' ? policy : version));
  expect(await place.commandLine(RUN, SUPERVISOR)).toEqual(scopeCommand(RUN, SUPERVISOR, options));
});

test('nothing secret is in the command line, which systemd writes into the journal', () => {
  expect(scopeCommand(RUN, SUPERVISOR, []).join(' ')).not.toContain('secret');
});

test('the supervisor turns the job into the user of its manifest', () => {
  expect(scopePlace(() => Promise.resolve('')).userOf(RUN)).toBe('digest');
});

test('a slice that systemd would make up has no file, and its class is named with what mends it', async () => {
  const asked: string[][] = [];
  const fault = await sliceFault('gpu', (...words) => {
    asked.push(words);
    return Promise.resolve('\n');
  });
  expect(asked).toEqual([['show', '--property=FragmentPath', '--value', 'hearth-gpu.slice']]);
  expect(fault).toBe(
    'class gpu has no slice unit on this machine: hearth-gpu.slice is not installed. Write it with ' +
      '"hearth slices write /etc/systemd/system", then run "systemctl daemon-reload"',
  );
});

test('a slice that has its file is no fault', async () => {
  const path = '/etc/systemd/system/hearth-gpu.slice\n';
  expect(await sliceFault('gpu', () => Promise.resolve(path))).toBeNull();
});

test.each(['', '/', '/system.slice', '/user.slice/user-1000.slice'])(
  'the processes of the cgroup "%s", which is no scope of hearth, are never touched',
  (cgroup) => {
    const place = scopePlace(() => Promise.resolve(''));
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
  const place = scopePlace(() => Promise.resolve(''));
  const cgroup = `/hearth.slice/hearth-gpu.slice/${unitName(RUN)}`;
  const where = { pid: 1, start_ticks: 1, supervisor_pid: 1, supervisor_start_ticks: 1 };
  expect(place.members({ ...where, boot_id: 'b', uptime_seconds: 1, cgroup })).toEqual([]);
});

test('a machine without the memory controller is said to keep no limit', () => {
  expect(controlFault('cpuset cpu io memory pids\n')).toBeNull();
  expect(controlFault('cpuset cpu io pids\n')).toContain('cgroup_enable=memory');
  expect(controlFault(null)).toContain('control groups of version 1');
});
