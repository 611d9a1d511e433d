import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Errand } from '@hearth/wire';
import { expect, test, vi } from 'vitest';

import { isAlive, Lab } from './lab.test.helper.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

function errand(script: string, parts: Partial<Errand> = {}): Errand {
  return {
    errand_id: randomUUID(),
    command: ['sh', '-c', script],
    input: '',
    timeout_seconds: 20,
    ...parts,
  };
}

test('an errand is carried out while every place is taken, and no claim lists it', async () => {
  await using lab = await Lab.open();
  await lab.runner({
    classes: new Map([['light', { concurrency: 1, memory: 2 ** 28 }]]),
    environment: { PATH: process.env['PATH'] },
  });
  const run = lab.gateway.give({ command: ['sleep', '600'] });
  await lab.gateway.started(run);
  const look = errand('cat; echo "$HOME $LANG"', { input: 'so it is\n' });
  const next = lab.gateway.claimed(() => true);
  lab.gateway.send(look);
  expect(await lab.gateway.done(look)).toEqual({ code: 0, signal: null, detail: '/ C.UTF-8' });
  expect((await next).running.map(({ attempt_id }) => attempt_id)).toEqual([run.attempt_id]);
  expect(isAlive(lab.where(run).pid)).toBe(true);
});

test('an errand and an attempt may come in one answer', async () => {
  await using lab = await Lab.open();
  const run = lab.gateway.give({ command: ['true'] });
  const look = errand('exit 3');
  lab.gateway.send(look);
  await lab.runner();
  expect(await lab.gateway.done(look)).toMatchObject({ code: 3 });
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 0 });
});

test('at most four errands are carried out at a time, and the others in their turn', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const log = join(lab.data, 'log');
  const gates = await Promise.all(['a', 'b', 'c', 'd'].map((name) => lab.gate(name)));
  const held = gates.map((gate) => errand(`cat ${gate}; echo held >> ${log}`));
  const fifth = errand(`echo fifth >> ${log}`);
  lab.gateway.send(...held, fifth);
  // A pipe can be opened as soon as somebody reads it: then all four are at work.
  const [first, ...others] = await Promise.all(gates.map((gate) => open(gate, 'w')));
  await first?.close();
  await lab.gateway.done(fifth);
  expect(readFileSync(log, 'utf8')).toBe('held\nfifth\n');
  for (const other of others) await other.close();
  for (const one of held) expect(await lab.gateway.done(one)).toMatchObject({ code: 0 });
});

test('an errand that comes twice is carried out once', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const gate = await lab.gate();
  const log = join(lab.data, 'log');
  const look = errand(`echo once >> ${log}; cat ${gate}`);
  lab.gateway.send(look, look);
  await lab.release(gate);
  await lab.gateway.done(look);
  expect(readFileSync(log, 'utf8')).toBe('once\n');
});

test('an end that nobody waits for any more is said and not told again', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const look = errand('true');
  lab.gateway.refuse(look.errand_id, 'not_found');
  const said = lab.line(/the end of command sh was not wanted: it came too late/);
  lab.gateway.send(look);
  await said;
  expect(lab.gateway.reports).toEqual([]);
});

test('an end that could not be told is told as the gateway is back', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const gate = await lab.gate();
  const look = errand(`cat ${gate}`);
  lab.gateway.send(look);
  const noticed = lab.line(/cannot report the end of command sh yet, and will go on trying/);
  const writer = await open(gate, 'w');
  await lab.gateway.away();
  await writer.close();
  await noticed;
  await lab.gateway.back();
  expect(await lab.gateway.done(look)).toMatchObject({ code: 0 });
});

test('as the runner leaves, its errands are ended and its attempts go on', async () => {
  await using lab = await Lab.open();
  const runner = await lab.runner();
  const run = lab.gateway.give({ command: ['sleep', '600'] });
  await lab.gateway.started(run);
  const gate = await lab.gate();
  const look = errand(`echo $$ > ${gate}; exec sleep 600`);
  lab.gateway.send(look);
  const pid = Number(await readFile(gate, 'utf8'));
  expect(isAlive(pid)).toBe(true);
  await runner.leave();
  expect(isAlive(pid)).toBe(false);
  expect(isAlive(lab.where(run).pid)).toBe(true);
  expect(lab.gateway.reports).toEqual([`started ${run.attempt_id}`]);
});
