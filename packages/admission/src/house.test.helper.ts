import {
  after,
  bytes,
  callId,
  instant,
  name,
  seconds,
  type CallId,
  type Instant,
  type MachineName,
} from '@hearth/words';

import type { Allowance } from './allowance.ts';
import type { Call } from './call.ts';
import type { AdmissionAction, AdmissionEvent, RefuseAction } from './events.ts';
import type { Machine, ModelState } from './machine.ts';
import { reduce } from './reduce.ts';
import type { AdmissionRules } from './rules.ts';
import { newAdmission, type Admission } from './state.ts';

type WithoutTime<E> = E extends AdmissionEvent ? Omit<E, 'now'> : never;

/** A call as tests write it: what is left out has a harmless value. */
export type SomeCall = Partial<Omit<Call, 'id'>>;

/** A machine as tests write it. */
export interface SomeMachine {
  readonly name?: string;
  readonly slots?: number;
  readonly up?: boolean;
  readonly answeredAt?: Instant | null;
  readonly models?: Readonly<Record<string, ModelState>>;
  readonly apis?: readonly string[];
  readonly draining?: boolean;
}

/** An admission with a clock that the test turns, which remembers all that it was told to do. */
export class House {
  readonly state: Admission;
  now: Instant = instant(Date.UTC(2026, 10, 2, 9));
  readonly actions: AdmissionAction[] = [];
  #lastId = 0;

  constructor(rules: Partial<AdmissionRules> = {}) {
    this.state = newAdmission(rules);
  }

  send(event: WithoutTime<AdmissionEvent>): readonly AdmissionAction[] {
    const actions = reduce(this.state, { ...event, now: this.now });
    this.actions.push(...actions);
    return actions;
  }

  /** Lets time pass, without a word to admission. */
  pass(duration: number): void {
    this.now = after(this.now, seconds(duration));
  }

  machine(some: SomeMachine = {}): readonly AdmissionAction[] {
    const machine = someMachine(some, this.now);
    return this.send({ type: 'machine', machine, draining: some.draining ?? false });
  }

  arrive(some: SomeCall = {}): CallId {
    const id = callId((this.#lastId += 1));
    this.send({ type: 'arrive', call: someCall(id, some) });
    return id;
  }

  end(call: CallId, failed = false): readonly AdmissionAction[] {
    return this.send({ type: 'ended', call, failed });
  }

  budget(budget: string, allowance: Partial<Allowance>): readonly AdmissionAction[] {
    const all = {
      closedUntil: null,
      concurrency: null,
      queue: null,
      over: 'wait',
      ...allowance,
    } as const;
    return this.send({ type: 'budget', budget, allowance: all });
  }

  tick(): readonly AdmissionAction[] {
    return this.send({ type: 'tick' });
  }

  /** The calls that were admitted so far, in their order. */
  get admitted(): readonly CallId[] {
    return this.actions.filter((one) => one.type === 'admit').map((one) => one.call);
  }

  /** How a call was refused, or undefined. */
  refusal(call: CallId): RefuseAction | undefined {
    return this.actions.filter((one) => one.type === 'refuse').find((one) => one.call === call);
  }

  /** The calls that hold slots now, in the order of their admission. */
  get holding(): readonly CallId[] {
    return [...this.state.machines.values()].flatMap((station) => [...station.held.keys()]);
  }

  /** Ends whatever runs on the only slot, `duration` later, and returns who is admitted then. */
  nextAfter(duration: number): CallId | undefined {
    this.pass(duration);
    const [running] = this.holding;
    if (running === undefined) throw new Error('nothing runs');
    return this.end(running).find((one) => one.type === 'admit')?.call;
  }
}

/** A call with this id. */
export function someCall(id: CallId, some: SomeCall = {}): Call {
  return {
    id,
    priority: 'user',
    budget: 'house',
    caller: '',
    model: 'qwen',
    api: 'openai',
    bytes: bytes(1000),
    maxWait: seconds(3600),
    deadline: null,
    expected: seconds(10),
    ...some,
  };
}

function someMachine(some: SomeMachine, now: Instant): Machine {
  return {
    name: machineName(some.name ?? 'gpu-box'),
    slots: some.slots ?? 1,
    up: some.up ?? true,
    answeredAt: some.answeredAt === undefined ? now : some.answeredAt,
    models: new Map(Object.entries(some.models ?? { qwen: 'loaded' })),
    apis: new Set(some.apis ?? ['openai']),
  };
}

/** The name of a machine. */
export function machineName(text: string): MachineName {
  return name<MachineName>(text);
}
