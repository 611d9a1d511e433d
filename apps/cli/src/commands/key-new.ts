import { createHash, randomBytes } from 'node:crypto';

import { readManifest, type Loaded } from '@hearth/manifest';

import { remark, say, type Io } from '../io.ts';
import { Problem } from '../problem.ts';

/** Whose key it is to be. */
export interface KeyNewOptions {
  /** A runner's; else a consumer's. */
  readonly runner?: boolean | undefined;
}

/** `hearth key new NAME`: makes a key, and the lines of the manifest that let in whoever holds it. Nothing is kept. */
export function keyNew(io: Io, name: string, { runner = false }: KeyNewOptions): number {
  const key = `hearth_${randomBytes(32).toString('base64url')}`;
  const lines = entry(runner ? 'runners' : 'consumers', name, key);
  say(io, key, '', ...lines);
  remark(io, `the first line is the key of ${name}: it is shown this once and kept nowhere`);
  remark(io, 'the lines below it go into the manifest, which knows the key by its hash alone');
  if (!runner) {
    remark(
      io,
      'it may call models, as batch; "priority: user" or "can: [call, enqueue]" give more',
    );
  }
  return 0;
}

/** The lines of the manifest. Its own reader says whether the name may be one, and whether YAML wants it in quotes. */
function entry(section: string, name: string, key: string): string[] {
  const hash = createHash('sha256').update(key).digest('hex');
  const write = (shown: string) => [`${section}:`, `  ${shown}: { key: "sha256:${hash}" }`];
  const [bare, quoted] = [write(name), write(JSON.stringify(name))];
  if (read(bare).ok) return bare;
  const careful = read(quoted);
  if (careful.ok) return quoted;
  const [problem] = careful.problems;
  throw new Problem(problem?.message ?? 'the name cannot be used', problem?.hint ?? null, 2);
}

function read(lines: readonly string[]): Loaded {
  return readManifest([{ file: 'key', text: ['timezone: UTC', ...lines].join('\n') }]);
}
