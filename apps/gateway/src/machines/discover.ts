import type { MachineApi } from '@hearth/manifest';

import { Unreachable, type Ask } from './ask.ts';
import { llamaCpp } from './llama-cpp.ts';
import { lmStudio } from './lm-studio.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import type { Look, Server } from './server.ts';
import { vllm } from './vllm.ts';

/** The most telling first: the last one is believed of any server that has a list of models. */
const SERVERS: readonly Server[] = [llamaCpp, ollama, lmStudio, vllm, openai];

/** A look, and by whom: null while a server that loads has not yet shown what it is. */
export interface Found {
  readonly server: Server;
  readonly look: Look;
}

/**
 * Looks at a machine. `known` is what it was the last time: it is asked first, and only when it turns out to be
 * something else are the others tried. A declared API is believed. Throws {@link Unreachable}, also where something
 * answers that is no model server of the kind.
 */
export async function discover(ask: Ask, api: MachineApi, known: Server | null): Promise<Found> {
  const declared = SERVERS.find(({ name }) => name === api);
  const candidates = declared === undefined ? inOrder(known) : [declared];
  for (const server of candidates) {
    const look = await server.look(ask);
    if (look !== null) return { server, look };
  }
  throw new Unreachable(
    declared === undefined
      ? 'what answers there is no model server that is known here'
      : `what answers there is not ${declared.name}, as the manifest says`,
  );
}

function inOrder(known: Server | null): readonly Server[] {
  // "Any other server" is asked last even when that is what it was: the box may run something better known by now.
  if (known === null || known === openai) return SERVERS;
  return [known, ...SERVERS.filter((server) => server !== known)];
}
