#!/usr/bin/env node
/** Has the model write the script of a postcard, which counts on the render side's own budget, and hands it to the render box. */
import { writeFile } from 'node:fs/promises';

import { ask } from './ask.ts';

const box = process.env['RENDER_BOX'];
if (box === undefined) throw new Error('RENDER_BOX is not set in the environment of the job');

const script = await ask('Write one sentence that describes a postcard of a quiet house at night.');
await writeFile('script.txt', `${script}\n`);
const response = await fetch(`${box}/prompt`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ prompt: script }),
});
if (!response.ok) throw new Error(`the render box answered with status ${response.status}`);
console.log(`the render box took the script: ${script}`);
