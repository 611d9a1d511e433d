import { tokens } from '@hearth/words';
import type { Ask } from './ask.ts';
import { emitInstead } from './emit-fault.ts';
import type { End, Exchange } from './exchange.ts';
import { QUIRKS } from './kinds.ts';
import { roomFor } from './limits.ts';
import { refusalBody, type Refusal } from './refusal.ts';
import type { Inside, Work } from './route.ts';
import type { Model } from './shelf.ts';
import { speak } from './speak.ts';

/** Takes a request for the model from its arrival to its end, and keeps the record of it. */
export async function serve(exchange: Exchange, work: Work): Promise<void> {
  const { record, seen } = exchange;
  const { signal } = exchange.inside;
  record.asked(seen);
  let end: End = 'broken';
  try {
    end = await answer(exchange, work);
  } catch (error) {
    // When the machine ends, everything on it ends with it.
    if (!signal.aborted) throw error;
  } finally {
    record.left(seen, end);
  }
}

async function answer(exchange: Exchange, work: Work): Promise<End> {
  const { inside, record, seen, fault } = exchange;
  const { ask } = work;
  const victim = { ...exchange, api: ask.api };
  const struck = fault && (await emitInstead(fault, victim));
  if (struck !== null) return struck;

  const model = findModel(inside, ask);
  if ('status' in model) return refuse(exchange, ask, model);
  const window = ask.window ?? model.context;
  const found = roomFor(inside.kind, ask, window, model.template);
  if ('status' in found) return refuse(exchange, ask, found);
  const room = fault?.kind === 'no-cap' ? { ...found, limit: tokens(Infinity) } : found;

  const slot = await inside.slots.take(seen, inside.signal);
  try {
    record.generating(seen);
    const loading = await inside.shelf.load(model.name, window);
    return await speak(exchange, work, victim, { model: model.name, room, loading });
  } finally {
    inside.slots.release(slot);
  }
}

function findModel({ kind, shelf }: Inside, ask: Ask): Model | Refusal {
  const type = 'invalid_request_error';
  if (ask.model === '' && QUIRKS[kind].needsModel) {
    return { status: 400, type, message: 'model is required' };
  }
  const found = shelf.find(ask.model);
  if (found !== null) return found;
  const message =
    kind === 'ollama'
      ? `model '${ask.model}' not found`
      : `The model \`${ask.model}\` does not exist.`;
  return { status: 404, type: 'not_found_error', code: 'model_not_found', message };
}

function refuse({ inside, wire }: Exchange, ask: Ask, refusal: Refusal): 'answered' {
  wire.begin(refusal.status, { 'content-type': 'application/json' });
  wire.write(JSON.stringify(refusalBody(inside.kind, ask.api, refusal)));
  wire.end();
  return 'answered';
}
