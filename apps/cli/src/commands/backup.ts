import { dirname, join } from 'node:path';

import { connect, type GatewayOptions } from '../connect.ts';
import { say, sayJson, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';

/** How to say it. */
export interface BackupOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** `hearth backup`: a checked copy of the queue, where it is and how to go back to it. */
export async function backup(io: Io, options: BackupOptions): Promise<number> {
  const made = await connect(options).backup();
  if (options.json === true) {
    sayJson(io, made);
    return 0;
  }
  const copy = plain(made.path);
  // The gateway keeps its copies in a folder beside the queue.
  const data = dirname(dirname(copy));
  const queue = join(data, 'hearth.db');
  say(
    io,
    `The queue was copied to ${copy} (${size(made.bytes)}), and the copy was read through: it is whole.`,
    'It lies on the disk of the gateway; copy it to another one as well.',
    '',
    'To go back to it, on the machine of the gateway:',
    '  1. stop the gateway',
    `  2. mv ${queue} ${queue}.before`,
    `     mv ${queue}-wal ${queue}.before-wal   (where there is one)`,
    `  3. cp -p ${copy} ${queue}`,
    '  4. start the gateway',
    'Runs are then as they were when the copy was made; what has run since may run again.',
  );
  return 0;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
