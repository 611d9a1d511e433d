import { name, type ClassName } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';

const gpu: ClassName = name('gpu');

test('a reservation is listed until it is over, over restarts', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  const late = queue.reserve({
    class: gpu,
    opensAt: at(50),
    closesAt: at(90),
    by: 'me',
    madeAt: at(0),
  });
  const early = queue.reserve({
    class: gpu,
    opensAt: at(10),
    closesAt: at(60),
    by: 'me',
    madeAt: at(1),
  });
  expect(late).toEqual({
    id: 1,
    class: gpu,
    opensAt: at(50),
    closesAt: at(90),
    by: 'me',
    madeAt: at(0),
  });
  queue.close();
  const again = temporaryQueue({ folder });
  expect(again.reservations(at(0))).toEqual([early, late]);
  expect(again.reservations(at(60))).toEqual([late]);
  expect(again.reservations(at(90))).toEqual([]);
});

test('it can be taken back once', () => {
  const queue = temporaryQueue();
  const { id } = queue.reserve({
    class: gpu,
    opensAt: at(1),
    closesAt: at(2),
    by: 'me',
    madeAt: at(0),
  });
  expect(queue.unreserve(id)).toBe(true);
  expect(queue.unreserve(id)).toBe(false);
  expect(queue.reservations(at(0))).toEqual([]);
});

test('one that closes before it opens is a mistake', () => {
  const queue = temporaryQueue();
  const wanted = { class: gpu, opensAt: at(2), closesAt: at(2), by: 'me', madeAt: at(0) };
  expect(() => queue.reserve(wanted)).toThrow(RangeError);
});
