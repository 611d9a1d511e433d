import { describe, expect, it } from 'vitest';

import { faultsIn } from '../faults.test.helper.ts';
import { readManifest } from '../read.ts';

describe('a probe', () => {
  it.each([
    ['{}', 'a probe needs one kind; write one of: tcp, http, machine, command'],
    [
      '{ tcp: "a:1", http: "http://a/" }',
      'http: a probe is of one kind, and this one is tcp and http; keep one of them',
    ],
    ['{ tcp: nas.lan }', 'tcp: "nas.lan" is not a host and a port; write both, like "nas.lan:445"'],
    ['{ tcp: "nas.lan:0" }', 'tcp: there is no port 0; write one from 1 to 65535'],
    ['{ tcp: 445 }', 'tcp: must be a host and a port such as "nas.lan:445", not the number 445'],
    ['{ tcp: "a:1", status: 200 }', 'status: only an http probe has a status; take it out'],
    [
      '{ http: nas.lan }',
      'http: "nas.lan" is not a URL; write it in full, like http://gpu-box.lan:8080',
    ],
    [
      '{ http: "ftp://nas.lan" }',
      'http: "ftp://nas.lan" is not reached by HTTP; write it in full, like http://gpu-box.lan:8080',
    ],
    [
      '{ http: "http://me:secret@nas.lan" }',
      'http: a URL cannot hold a name and a password; take away what stands before the @',
    ],
    [
      '{ http: "http://a/", status: [200, 99] }',
      'status[1]: 99 is not allowed; write a whole number from 100 to 599',
    ],
    [
      '{ http: "http://a/", status: ok }',
      'status: must be a number, not the text "ok"; write a whole number from 100 to 599',
    ],
    [
      '{ machine: gpu-bx }',
      'machine: unknown machine "gpu-bx"; did you mean "gpu-box"? machines: gpu-box',
    ],
    [
      '{ command: ups-on-mains }',
      'command: must be a list, since no shell takes it apart, not the text "ups-on-mains"; write [ups-on-mains]',
    ],
    [
      '{ tcp: "a:1", timeout: 30s }',
      'timeout: is not shorter than the time between two looks; shorten the timeout (default 5s) or lengthen every (default 30s)',
    ],
    [
      '{ tcp: "a:1", every: 5s }',
      'timeout: is not shorter than the time between two looks; shorten the timeout (default 5s) or lengthen every (default 30s)',
    ],
    [
      '{ tcp: "a:1", down_after: 0 }',
      'down_after: 0 is not allowed; write a whole number from 1 to 100',
    ],
  ])('%s is told that %s', (probe, fault) => {
    const faults = faultsIn(`probes:\n  p: ${probe}`);
    expect(faults.map((line) => line.replace(/^my\.yaml:2:\d+  probes\.p[.:] ?/, ''))).toEqual([
      fault,
    ]);
  });

  it.each([
    ['{ tcp: "[fd00::1]:445" }', { kind: 'tcp', host: 'fd00::1', port: 445 }],
    [
      '{ http: "http://a/x?y=1", status: 418 }',
      { kind: 'http', url: 'http://a/x?y=1', statuses: [418] },
    ],
    ['{ http: "http://a" }', { kind: 'http', url: 'http://a/', statuses: [200, 204] }],
    ['{ command: [ups, --ok] }', { kind: 'command', command: ['ups', '--ok'] }],
  ])('%s looks at the right thing', (probe, check) => {
    const loaded = readManifest([{ file: 'a.yaml', text: `probes: { p: ${probe} }` }]);
    expect(loaded.ok && [...loaded.manifest.probes.values()]).toEqual([
      { name: 'p', check, every: 30, timeout: 5, downAfter: 2, upAfter: 1 },
    ]);
  });
});
