import { seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';

function twoModels(): House {
  const house = new House();
  house.machine({ models: { qwen: 'loaded', llama: 'loadable' } });
  return house;
}

describe('inside one place of the order', () => {
  test('four calls of the loaded model go before an older one of another model, then that one goes', () => {
    const house = twoModels();
    house.arrive({ model: 'qwen' });
    const other = house.arrive({ model: 'llama' });
    const loaded = Array.from({ length: 6 }, () => house.arrive({ model: 'qwen' }));
    const order = Array.from({ length: 5 }, () => house.nextAfter(5));
    expect(order).toEqual([...loaded.slice(0, 4), other]);
  });

  test('after two minutes the other model goes, however few went before it', () => {
    const house = twoModels();
    house.arrive({ model: 'qwen' });
    const other = house.arrive({ model: 'llama' });
    const loaded = Array.from({ length: 3 }, () => house.arrive({ model: 'qwen' }));
    expect(house.nextAfter(5)).toBe(loaded[0]);
    expect(house.nextAfter(119)).toBe(loaded[1]);
    expect(house.nextAfter(1)).toBe(other);
  });

  test('after a swap the model that is loaded then goes first', () => {
    const house = twoModels();
    house.arrive({ model: 'qwen' });
    const first = house.arrive({ model: 'llama' });
    const qwen = Array.from({ length: 5 }, () => house.arrive({ model: 'qwen' }));
    const second = house.arrive({ model: 'llama' });
    const order = Array.from({ length: 7 }, () => house.nextAfter(5));
    expect(order).toEqual([...qwen.slice(0, 4), first, second, qwen[4]]);
  });

  test('the loaded model gives a call nothing over another budget, nor over a higher priority', () => {
    const house = twoModels();
    house.arrive({ model: 'qwen', budget: 'a' });
    house.arrive({ model: 'qwen', budget: 'a' });
    const other = house.arrive({ model: 'llama', budget: 'b' });
    const higher = house.arrive({ model: 'llama', budget: 'c', priority: 'interactive' });
    expect(house.nextAfter(5)).toBe(higher);
    house.machine({ models: { qwen: 'loaded', llama: 'loadable' } });
    expect(house.nextAfter(5)).toBe(other);
  });

  const chat = { expected: seconds(60) };
  const embedding = { expected: seconds(0.05) };

  test('what is over in no time goes before older calls that take long, four times', () => {
    const house = twoModels();
    house.arrive(chat);
    const chats = [house.arrive(chat), house.arrive(chat)];
    const quick = Array.from({ length: 6 }, () => house.arrive(embedding));
    const order = Array.from({ length: 8 }, () => house.nextAfter(1));
    // Both had enough of it then.
    expect(order).toEqual([...quick.slice(0, 4), ...chats, ...quick.slice(4)]);
  });

  test('and for two minutes, then the oldest goes', () => {
    const house = twoModels();
    house.arrive(chat);
    const waiting = house.arrive(chat);
    const quick = [house.arrive(embedding), house.arrive(embedding), house.arrive(embedding)];
    expect(house.nextAfter(60)).toBe(quick[0]);
    expect(house.nextAfter(119)).toBe(quick[1]);
    expect(house.nextAfter(1)).toBe(waiting);
  });

  test('it does not for another model, nor before another budget or a higher priority', () => {
    const house = twoModels();
    house.arrive({ ...chat, budget: 'a' });
    const swap = house.arrive({ ...embedding, budget: 'a', model: 'llama' });
    const own = house.arrive({ ...chat, budget: 'a' });
    const other = house.arrive({ ...chat, budget: 'b' });
    const higher = house.arrive({ ...chat, budget: 'c', priority: 'interactive' });
    house.arrive({ ...embedding, budget: 'a', priority: 'batch' });
    expect([house.nextAfter(5), house.nextAfter(5), house.nextAfter(5)]).toEqual([
      higher,
      other,
      own,
    ]);
    expect(house.nextAfter(5)).toBe(swap);
  });
});
