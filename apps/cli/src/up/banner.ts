import { commandLines } from '../show/command-lines.ts';
import type { Places } from './places.ts';

/** What is what, once the gateway answers at `url`, and what to try in another terminal. */
export function banner(url: string, zone: string, { manifest, data, isExample }: Places): string[] {
  const at = new URL(url).origin === 'http://127.0.0.1:4327' ? '' : ` --url ${url}`;
  const tries = commandLines(
    [
      ['status', 'the house at a glance'],
      ['plan', 'what will start when'],
      ['runs', 'what ran, what runs, what waits'],
      ['show 1', 'the whole way of the first run'],
      ['why 3', 'why the third has not started, if it has not'],
      ['logs 1', 'what the first run wrote'],
    ],
    at,
  );
  return [
    '',
    `The house is up; its zone is ${zone}.`,
    `  API         ${url}/hearth/v1, described by ${url}/openapi.json`,
    `  models      ${url}/v1 for OpenAI clients, ${url} for Ollama's`,
    `  manifest    ${manifest}${isExample ? ' (the example house)' : ''}`,
    `  data        ${data}`,
    'Try in another terminal:',
    ...tries.map((line) => `  ${line}`),
    'Ctrl-C stops it; starting it again goes on where it was.',
    '',
  ];
}
