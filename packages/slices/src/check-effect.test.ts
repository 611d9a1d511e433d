import { rm, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { bytes, name, type ClassName } from '@hearth/words';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  checkEffect,
  formatEffectProblem,
  holdsLimit,
  lostLimit,
  refusalOf,
} from './check-effect.ts';
import { FakeMachine } from './machine.test.helper.ts';

const MIB = 2 ** 20;
const light = { name: name<ClassName>('light'), memory: bytes(256 * MIB) };
const gpu = { name: name<ClassName>('gpu'), memory: bytes(2048 * MIB) };
const SLICE = 'hearth.slice/hearth-light.slice';

let machine: FakeMachine;
beforeEach(async () => {
  machine = await FakeMachine.open();
  machine.install('hearth.slice', String(3072 * MIB));
  machine.install('hearth-light.slice', String(576 * MIB));
});
afterEach(() => machine[Symbol.asyncDispose]());

const problems = async (...classes: (typeof light)[]): Promise<string[]> =>
  (await checkEffect(classes, machine)).problems.map(
    (one) => `${one.refuses ? 'REFUSED: ' : ''}${formatEffectProblem(one)}`,
  );

describe('the effect of slices on a machine', () => {
  it('is a limit in force, and from which slice, by one question', async () => {
    expect(await checkEffect([light], machine)).toEqual({
      limits: [
        {
          class: 'light',
          unit: 'hearth-light.slice',
          bytes: 576 * MIB,
          from: 'hearth-light.slice',
        },
      ],
      problems: [],
    });
    expect(machine.asked).toHaveLength(1);
  });

  it('is none where systemd makes the slice up, and the class is refused with what mends it', async () => {
    const effect = await checkEffect([light, gpu], machine);
    expect(effect.problems).toHaveLength(1);
    expect(refusalOf(effect, 'light')).toBeNull();
    expect(refusalOf(effect, 'gpu')).toBe(
      'class gpu has no slice unit on this machine: hearth-gpu.slice is not installed; run "hearth slices install"',
    );
    // What holds them then is the cap of the house, if anything.
    expect(effect.limits[1]).toMatchObject({ bytes: 3072 * MIB, from: 'hearth.slice' });
  });

  it('is none where systemd did not understand the limit', async () => {
    machine.install('hearth-light.slice', 'infinity');
    expect(await problems(light)).toEqual([
      'REFUSED: the slice unit of class light sets no limit of memory: hearth-light.slice has no MemoryMax that systemd understands; run "hearth slices install"',
    ]);
  });

  it('may come from a drop-in alone', async () => {
    machine.install('hearth-light.slice', String(300 * MIB), {
      FragmentPath: '',
      DropInPaths: '/etc/systemd/system/hearth-light.slice.d/mine.conf',
    });
    expect(await problems(light)).toEqual([]);
  });

  it('is none where the memory controller is off, and every class is refused', async () => {
    await machine.write('cgroup.controllers', 'cpuset cpu io pids\n');
    const effect = await checkEffect([light], machine);
    expect(refusalOf(effect, 'light')).toMatch(
      /^the memory controller of the kernel is off.*cgroup_enable=memory/,
    );
  });

  it('is there with a memory controller of version 1', async () => {
    await machine.write('cgroup.controllers', '\n');
    await machine.write('memory/memory.stat', 'cache 0\n');
    await machine.write(`memory/${SLICE}/memory.limit_in_bytes`, `${576 * MIB}\n`);
    expect(await problems(light)).toEqual([]);
    await machine.write(`memory/${SLICE}/memory.limit_in_bytes`, '9223372036854771712\n');
    expect(await problems(light)).toHaveLength(1);
  });

  it('is told of the slice that holds the runs to less than their class', async () => {
    machine.install('hearth.slice', String(200 * MIB));
    expect(await problems(light)).toEqual([
      'a run of class light may use 256 MiB, and hearth.slice ends it at 200 MiB; give the class less memory, or raise the limits of the house',
    ]);
  });

  it('is told to lack the cap for all, which refuses nothing', async () => {
    delete machine.units['hearth.slice'];
    expect(await problems(light)).toEqual([
      'nothing caps the memory of all runs together: hearth.slice is not installed; run "hearth slices install"',
    ]);
  });

  it('is told of files that systemd has not read', async () => {
    machine.install('hearth-light.slice', String(576 * MIB), { NeedDaemonReload: 'yes' });
    expect(await problems(light)).toEqual([
      'hearth-light.slice has changed, or is gone, since systemd read it; run "systemctl daemon-reload"',
    ]);
  });
});

describe('a limit while runs are going', () => {
  it('is lost when the kernel no longer has it, whatever systemd says', async () => {
    expect(lostLimit(light.name, machine)).toBeNull();
    expect(holdsLimit(light.name, machine)).toBe(false);
    await machine.write(`${SLICE}/memory.max`, `${576 * MIB}\n`);
    expect(lostLimit(light.name, machine)).toBeNull();
    expect(holdsLimit(light.name, machine)).toBe(true);
    await machine.write(`${SLICE}/memory.max`, 'max\n');
    expect(holdsLimit(light.name, machine)).toBe(false);
    expect(lostLimit(light.name, machine)).toMatchObject({ class: 'light', refuses: true });
    expect(refusalOf(await checkEffect([light], machine), 'light')).toContain('is not in force');
    expect(machine.asked).toHaveLength(1);
  });

  it('is lost where the kernel does not count the memory of the slice', async () => {
    await mkdir(join(machine.cgroups, SLICE), { recursive: true });
    expect(lostLimit(light.name, machine)).not.toBeNull();
    await rm(join(machine.cgroups, 'hearth.slice'), { recursive: true });
    expect(lostLimit(light.name, machine)).toBeNull();
  });
});
