import { expect, test } from 'vitest';
import { frame, frameReader } from './frames.ts';

const FRAMES = [
  frame('H', 0, Buffer.alloc(0)),
  frame('O', 7, Buffer.from('héllo\0\n')),
  frame('X', 7, Buffer.from('255')),
];

test('frames come out as they went in, however the wire cuts them', () => {
  const wire = Buffer.concat(FRAMES);
  for (let size = 1; size <= wire.length; size += 1) {
    const read = frameReader();
    const frames = [];
    for (let at = 0; at < wire.length; at += size)
      frames.push(...read(wire.subarray(at, at + size)));
    expect(frames.map(({ kind, id, bytes }) => frame(kind, id, bytes))).toEqual(FRAMES);
  }
});
