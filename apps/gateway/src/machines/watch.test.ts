import type { Machine as DeclaredMachine } from '@hearth/manifest';
import { startMachine, type Machine } from '@hearth/test-kit';
import { instant, name, type MachineName } from '@hearth/words';
import { EventEmitter, once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';

import { watchMachines, type Watch, type Watched } from './watch.ts';

const BOX: MachineName = name('box');

interface Watching {
  readonly watch: Watch;
  /** The state after each look, in order. */
  readonly states: readonly string[];
  /** Looks, and resolves when that look is over and was told. */
  readonly look: () => Promise<void>;
  readonly box: Watched;
}

async function watching(machine: Machine, inUse = false): Promise<Watching> {
  const declared: DeclaredMachine = {
    name: BOX,
    url: machine.url,
    api: 'auto',
    slots: 1,
    models: new Map(),
  };
  const states: string[] = [];
  const bell = new EventEmitter();
  const watch = watchMachines({
    machines: [declared],
    urls: new Map(),
    steady: () => instant(performance.now()),
    random: () => 0,
    inUse: () => inUse,
    looked({ state }) {
      states.push(state);
      bell.emit('looked');
    },
    log: () => undefined,
  });
  onTestFinished(() => watch.close());
  await watch.settled;
  const box = watch.machines.get(BOX);
  if (box === undefined) throw new Error('The machine is not watched.');
  const look = async (): Promise<void> => {
    const told = once(bell, 'looked');
    watch.lookNow(BOX);
    await told;
  };
  return { watch, states, look, box };
}

async function ownMachine(): Promise<Machine> {
  const machine = await startMachine();
  onTestFinished(() => machine.close());
  return machine;
}

/** How often the machine was asked what it is. */
function looks({ seen }: Machine): number {
  return seen.filter(({ path }) => path === '/props').length;
}

describe('a look that fails', () => {
  test('makes a machine down, and one that does not makes it up again', async () => {
    const machine = await ownMachine();
    const { states, look, box } = await watching(machine);
    machine.failNext({ kind: 'reset' }, '/props');
    await look();
    expect(box.detail).toBe('connection broken');
    await look();
    expect(states).toEqual(['up', 'down', 'up']);
    // What it serves is remembered while it is away.
    expect(box.look?.models).toHaveLength(1);
  });

  test('says nothing while a call is on the machine: it may be too busy to answer', async () => {
    const machine = await ownMachine();
    const { states, look, watch, box } = await watching(machine, true);
    machine.failNext({ kind: 'reset' }, '/props');
    const before = looks(machine);
    watch.lookNow(BOX);
    await machine.until(() => looks(machine) > before);
    await look();
    expect(states).toEqual(['up', 'up']);
    expect(box.state).toBe('up');
  });
});

test('a machine that loads keeps the models that it told before', async () => {
  const machine = await ownMachine();
  const { look, box } = await watching(machine);
  machine.failNext({ kind: 'loading' }, '/props');
  await look();
  expect(box).toMatchObject({ state: 'up', look: { loading: true, models: [{ name: 'tiny' }] } });
  await look();
  expect(box.look?.loading).toBe(false);
});

test('no look ever takes the slot', async () => {
  const machine = await ownMachine();
  const { look } = await watching(machine);
  await look();
  expect(machine.calls).toHaveLength(0);
});

test('a machine that is not there is unknown at first and then down, and nobody waits for it for long', async () => {
  const machine = await ownMachine();
  await machine.goAway();
  const { states, box } = await watching(machine);
  expect(states).toEqual(['down']);
  expect(box).toMatchObject({ detail: 'connection refused', answeredAt: null, server: null });
  await machine.comeBack();
});
