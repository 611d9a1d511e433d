import { expect, test } from 'vitest';
import { folderOf, hierarchiesIn } from './cgroups.ts';

const ONE = `23 27 0:22 / /sys rw,relatime - sysfs sysfs rw
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:4 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
36 31 0:32 / /somewhere/else rw,relatime - cgroup cgroup rw,memory
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,xattr,release_agent=/lib/agent,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate
`;

test('the hierarchies of version 1 are found by their controllers or their name, each once', () => {
  const found = hierarchiesIn(ONE);
  expect(found.map(({ at, controllers }) => [at, controllers])).toEqual([
    ['/sys/fs/cgroup/cpu,cpuacct', ['cpu', 'cpuacct']],
    ['/sys/fs/cgroup/memory', ['memory']],
    ['/sys/fs/cgroup/systemd', ['name=systemd']],
    ['/sys/fs/cgroup/unified', []],
  ]);
  expect(found.map(folderOf)).toEqual(['cpu,cpuacct', 'memory', 'systemd', 'unified']);
});

test('the one hierarchy of version 2 is found where it is mounted', () => {
  const line = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate';
  expect(hierarchiesIn(line)).toEqual([{ at: '/sys/fs/cgroup', type: 'cgroup2', controllers: [] }]);
});
