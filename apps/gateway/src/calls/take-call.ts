import { upstreamHeaders, type Call, type JsonObject, type Protocol } from '@hearth/protocols';
import {
  bytes,
  instant,
  name,
  seconds,
  type Bytes,
  type ConsumerName,
  type Instant,
  type Seconds,
} from '@hearth/words';

import { hintsOf } from '../machines/models.ts';
import { believe, NO_SAMPLES } from '../machines/rates.ts';
import type { Arrival } from './arrival.ts';
import type { CallsContext } from './context.ts';
import { createDelivery } from './create-delivery.ts';
import { findModel } from './find-model.ts';
import { readKnobs } from './knobs.ts';
import { ModelCall } from './model-call.ts';
import { readJson } from './read-json.ts';
import { refuse, refuseFor, type Refusal } from './refusal.ts';
import { leastTime } from './size.ts';
import { callTime } from './time.ts';
import type { Tongue } from './tongue.ts';
import type { Visit } from './visit.ts';

/** What is asked for, once it has been read. */
export interface Asked {
  readonly tongue: Tongue;
  readonly call: Call;
  readonly bytes: Bytes;
  readonly isCapped: boolean;
  readonly write: Arrival['write'];
  readonly forget: Arrival['forget'];
}

/** Takes a call of one of the model APIs: reads it, and lets it ask for a slot. */
export async function takeCall(
  door: CallsContext,
  visit: Visit,
  protocol: Protocol,
): Promise<void> {
  const arrivedAt = door.now();
  const steadyAt = door.steady();
  const read = await readJson(door, visit.incoming);
  if (read === null) return;
  if ('problem' in read) return visit.refuse(read);
  const reading = protocol.readCall(read.body);
  if (!reading.ok) {
    const details = reading.field === null ? null : { field: reading.field };
    return visit.refuse(refuse(400, 'bad_request', reading.message, null, details));
  }
  // The reading has shown that it is an object.
  let body = read.body as JsonObject;
  await admit(door, visit, arrivedAt, steadyAt, {
    tongue: protocol,
    call: reading.call,
    bytes: bytes(read.length),
    isCapped: protocol.framing !== 'json',
    write: (orders) => protocol.writeCall(body, orders),
    forget() {
      body = {};
    },
  });
}

/** Lets what was read ask for a slot, by the rules of its caller. */
export async function admit(
  door: CallsContext,
  visit: Visit,
  arrivedAt: Instant,
  steadyAt: Instant,
  asked: Asked,
): Promise<void> {
  const { incoming, outgoing, caller, address } = visit;
  const knobs = readKnobs(incoming.headers, caller, door.manifest);
  if ('problem' in knobs) return visit.refuse(knobs);
  door.watch.want();
  if (!door.watch.isSettled) await door.watch.settled;
  if (outgoing.destroyed) return;
  const { tongue, call } = asked;
  const found = findModel(door, call.model, tongue.name, address.path);
  if ('problem' in found) return visit.refuse(found);

  const time = callTime({
    arrivedAt: steadyAt,
    stream: call.stream && tongue.framing !== 'json',
    priority: knobs.priority,
    consumer: caller,
    timeout: knobs.timeout,
    maxWait: knobs.maxWait,
    clientTimeout: knobs.clientTimeout,
  });
  let lastStart: Instant | null = null;
  if (time.deadline !== null) {
    const least = asked.isCapped ? shortest(door, call, found.model) : seconds(0);
    lastStart = instant(time.deadline - least * 1000);
    if (lastStart <= door.steady()) return visit.refuse(tooLittleTime(door, least));
  }
  const arrival: Arrival = {
    ...asked,
    caller,
    subCaller: address.subCaller,
    method: incoming.method ?? 'POST',
    path: address.path,
    query: address.query,
    model: found.model,
    priority: knobs.priority,
    budget: knobs.budget,
    time,
    lastStart,
    arrivedAt,
    steadyAt,
    headers: headersFor(visit),
  };
  begin(door, visit, arrival);
}

function begin(door: CallsContext, { outgoing, caller }: Visit, arrival: Arrival): void {
  const id = door.recorder.open({
    consumer: name<ConsumerName>(caller.label),
    subCaller: arrival.subCaller,
    runId: caller.attempt?.run ?? null,
    budget: arrival.budget,
    priority: arrival.priority,
    api: arrival.tongue.name,
    model: arrival.model ?? arrival.call.model,
    arrivedAt: arrival.arrivedAt,
  });
  const { tongue, time } = arrival;
  const delivery = createDelivery({
    protocol: tongue,
    outgoing,
    stream: arrival.call.stream,
    time,
    headers: { 'x-hearth-call': String(id) },
  });
  const call = new ModelCall(door, arrival, id, delivery);
  door.live.add(call);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) call.hangUp();
  });
  outgoing.on('drain', () => call.drained());
  outgoing.on('error', () => call.hangUp());
  if (arrival.budget !== null) door.tellBudget(arrival.budget);
  call.ask();
}

/** Keys, cookies and everything of hearth's own stay behind; the length is that of what is written. */
function headersFor({ incoming }: Visit): Readonly<Record<string, string>> {
  const given: [string, string][] = [];
  for (const [header, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) given.push([header, Array.isArray(value) ? value.join(', ') : value]);
  }
  return upstreamHeaders(given);
}

/** The least time in which any machine could answer such a call. */
function shortest(door: CallsContext, call: Call, model: string | null): Seconds {
  let least = Number.POSITIVE_INFINITY;
  for (const machine of door.watch.machines.values()) {
    for (const seen of machine.look?.models ?? []) {
      if (model !== null && seen.name !== model) continue;
      const learnt = door.rates.of(machine.declared.name, seen.name, seen.whole);
      const declaredRate = hintsOf(machine, seen.name)?.tokensPerSecond ?? null;
      least = Math.min(least, leastTime({ call, learnt, declaredRate }));
    }
  }
  if (least !== Number.POSITIVE_INFINITY) return seconds(least);
  return leastTime({ call, learnt: believe(NO_SAMPLES, true), declaredRate: null });
}

function tooLittleTime(door: CallsContext, least: Seconds): Refusal {
  const needed = Math.ceil(least * 10) / 10;
  const message = `An answer that is worth sending takes at least ${needed} s here, and this call allows less.`;
  const details = { least_seconds: needed };
  return refuseFor('floor', door.random(), { message, hint: 'Allow more time.', details });
}
