import {
  after,
  bytes,
  callId,
  instant,
  PRIORITIES,
  seconds,
  type CallId,
  type Instant,
  type MachineName,
} from '@hearth/words';
import fc from 'fast-check';

import type { Allowance } from './allowance.ts';
import type { Call } from './call.ts';
import type { AdmissionAction, AdmissionEvent } from './events.ts';
import { machineName, someCall } from './house.test.helper.ts';
import type { Machine, ModelState } from './machine.ts';
import { reduce } from './reduce.ts';
import type { AdmissionRules } from './rules.ts';
import { newAdmission, type Admission } from './state.ts';

/** The machines of the histories. */
export const MACHINES: readonly MachineName[] = ['a', 'b'].map(machineName);
const MODELS = ['qwen', 'llama'] as const;

/** Something that happens, as it is generated; what it refers to by a number is looked up when it happens. */
type What =
  | (Omit<Call, 'id' | 'deadline'> & { readonly type: 'arrive'; readonly deadline: number | null })
  | (Pick<Machine, 'name' | 'slots' | 'up'> & {
      readonly type: 'machine';
      readonly answeredAgo: number;
      readonly qwen: ModelState;
      readonly llama: ModelState;
      readonly apis: readonly string[];
      readonly draining: boolean;
    })
  | (Omit<Allowance, 'closedUntil'> & {
      readonly type: 'budget';
      readonly budget: string;
      readonly closedFor: number | null;
      readonly isForgotten: boolean;
    })
  | { readonly type: 'ended'; readonly index: number; readonly failed: boolean }
  | { readonly type: 'cancelled' | 'hangUp'; readonly index: number }
  | { readonly type: 'drained'; readonly index: number; readonly proven: boolean }
  | { readonly type: 'drainedMachine'; readonly name: MachineName; readonly proven: boolean }
  | { readonly type: 'machineGone'; readonly name: MachineName }
  | { readonly type: 'tick' | 'drainForShutdown' };

/** One step of a history: what happens, and how many seconds after the step before. */
export interface Step {
  readonly what: What;
  readonly seconds: number;
}

const index = fc.nat({ max: 1000 });
const modelState = fc.constantFrom<ModelState>('loaded', 'loadable', 'loadable', 'loading');
const machine = fc.constantFrom(...MACHINES);

const arrive: fc.Arbitrary<What> = fc.record({
  type: fc.constant('arrive' as const),
  priority: fc.constantFrom(...PRIORITIES),
  budget: fc.constantFrom('x', 'y', 'z'),
  caller: fc.constantFrom('', 'agent'),
  model: fc.constantFrom('qwen', 'qwen', 'llama', null),
  api: fc.constantFrom('openai', 'openai', 'openai', 'ollama'),
  bytes: fc.integer({ min: 0, max: 400 }).map(bytes),
  maxWait: fc.constantFrom(0, 20, 200, 600, 600).map(seconds),
  deadline: fc.constantFrom(null, null, null, 5, 100),
  expected: fc.integer({ min: 0, max: 100 }).map(seconds),
});

const seen: fc.Arbitrary<What> = fc.record({
  type: fc.constant('machine' as const),
  name: machine,
  slots: fc.constantFrom(1, 1, 2, 3),
  up: fc.constantFrom(true, true, true, false),
  answeredAgo: fc.constantFrom(0, 0, 30, 90),
  qwen: modelState,
  llama: modelState,
  apis: fc.constantFrom(['openai'], ['openai', 'ollama']),
  draining: fc.constantFrom(false, false, false, false, true),
});

const budget: fc.Arbitrary<What> = fc.record({
  type: fc.constant('budget' as const),
  budget: fc.constantFrom('x', 'y', 'z'),
  closedFor: fc.constantFrom(null, 30, 300),
  concurrency: fc.constantFrom(null, null, 1, 2),
  queue: fc.constantFrom(null, null, 2),
  over: fc.constantFrom('wait' as const, 'refuse' as const, 'idle' as const),
  isForgotten: fc.constantFrom(false, false, false, true),
});

const other: fc.Arbitrary<What> = fc.oneof(
  fc.record({
    type: fc.constant('ended' as const),
    index,
    failed: fc.constantFrom(false, false, true),
  }),
  fc.record({ type: fc.constantFrom('cancelled' as const, 'hangUp' as const), index }),
  fc.record({ type: fc.constant('drained' as const), index, proven: fc.boolean() }),
  fc.record({ type: fc.constant('drainedMachine' as const), name: machine, proven: fc.boolean() }),
  fc.record({ type: fc.constant('machineGone' as const), name: machine }),
  fc.record({ type: fc.constant('tick' as const) }),
);

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 10, arbitrary: arrive },
    { weight: 12, arbitrary: other },
    { weight: 3, arbitrary: seen },
    { weight: 2, arbitrary: budget },
  ),
  seconds: fc.constantFrom(0, 0, 1, 7, 40, 130),
});

/** A random history; one in two ends with a restart somewhere on the way. */
export const history: fc.Arbitrary<Step[]> = fc
  .array(step, { minLength: 5, maxLength: 60, size: 'max' })
  .chain((steps) =>
    fc.option(fc.nat(steps.length), { freq: 1 }).map((at) => withRestart(steps, at)),
  );

/** What is looked at after each event. */
export interface Moment {
  readonly event: AdmissionEvent;
  readonly actions: readonly AdmissionAction[];
  readonly state: Admission;
}

/** Plays a history, and lets `look` see each event with what came of it. Returns all actions. */
export function play(
  steps: readonly Step[],
  rules: Partial<AdmissionRules>,
  look: (moment: Moment) => void = () => undefined,
): readonly AdmissionAction[] {
  const state = newAdmission(rules);
  const all: AdmissionAction[] = [];
  let now = instant(Date.UTC(2026, 10, 2));
  let id = 0;
  for (const { what, seconds: passing } of [FIRST, ...steps]) {
    now = after(now, seconds(passing));
    const event = eventOf(what, state, now, () => callId((id += 1)));
    const actions = reduce(state, event);
    all.push(...actions);
    look({ event, actions, state });
  }
  return all;
}

const FIRST: Step = {
  seconds: 0,
  what: {
    type: 'machine',
    name: machineName('a'),
    slots: 1,
    up: true,
    answeredAgo: 0,
    qwen: 'loaded',
    llama: 'loadable',
    apis: ['openai'],
    draining: false,
  },
};

function eventOf(what: What, state: Admission, now: Instant, newId: () => CallId): AdmissionEvent {
  switch (what.type) {
    case 'arrive': {
      const deadline = what.deadline === null ? null : after(now, seconds(what.deadline));
      return { type: 'arrive', now, call: someCall(newId(), { ...what, deadline }) };
    }
    case 'machine': {
      const { name, slots, up, apis, draining } = what;
      const models = new Map(MODELS.map((model) => [model as string, what[model]]));
      const answeredAt = after(now, seconds(-what.answeredAgo));
      const described = { name, slots, up, answeredAt, models, apis: new Set(apis) };
      return { type: 'machine', now, machine: described, draining };
    }
    case 'budget': {
      const { concurrency, queue, over, closedFor } = what;
      const closedUntil = closedFor === null ? null : after(now, seconds(closedFor));
      const allowance = what.isForgotten ? null : { concurrency, queue, over, closedUntil };
      return { type: 'budget', now, budget: what.budget, allowance };
    }
    case 'ended':
      return { type: 'ended', now, call: oneOf(held(state), what.index), failed: what.failed };
    case 'cancelled':
      return { type: 'cancelled', now, call: oneOf(held(state), what.index) };
    case 'hangUp':
      return {
        type: 'hangUp',
        now,
        call: oneOf([...state.waiting.keys(), ...held(state)], what.index),
      };
    case 'drained': {
      const call = oneOf(held(state), what.index);
      const on = [...state.machines].find(([, station]) => station.held.has(call));
      return {
        type: 'drained',
        now,
        machine: on?.[0] ?? machineName('a'),
        call,
        proven: what.proven,
      };
    }
    case 'drainedMachine':
      return { type: 'drained', now, machine: what.name, call: null, proven: what.proven };
    case 'machineGone':
      return { type: 'machineGone', now, machine: what.name };
    case 'tick':
    case 'drainForShutdown':
      return { type: what.type, now };
  }
}

function withRestart(steps: readonly Step[], at: number | null): Step[] {
  const restart: Step = { what: { type: 'drainForShutdown' }, seconds: 0 };
  return at === null ? [...steps] : [...steps.slice(0, at), restart, ...steps.slice(at)];
}

function held(state: Admission): CallId[] {
  return [...state.machines.values()].flatMap((station) => [...station.held.keys()]);
}

/** One of these, or a call that does not exist. */
function oneOf(calls: readonly CallId[], at: number): CallId {
  return calls[at % Math.max(1, calls.length)] ?? callId(0);
}
