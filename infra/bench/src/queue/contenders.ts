import { bare } from './bare.ts';
import { bullmq } from './bullmq.ts';
import type { Contender } from './contender.ts';
import { hearth } from './hearth.ts';
import { plainjob } from './plainjob.ts';

/** What a run that was acknowledged survives. Only contenders that survive the same can be compared. */
export type Survives = 'a crash' | 'a power cut' | 'neither for sure';

/** A contender by name. */
export interface Entry {
  readonly name: string;
  readonly survives: Survives;
  /** Throws `Unavailable` where it cannot be had on this machine. */
  readonly make: () => Contender;
}

/** Which of {@link CONTENDERS}. */
export type Key =
  | 'hearth'
  | 'hearthFull'
  | 'hearthSteps'
  | 'plainjob'
  | 'plainjobWorker'
  | 'plainjobFull'
  | 'bullmqSnapshots'
  | 'bullmq'
  | 'bullmqFull'
  | 'bare'
  | 'bareFull';

/** All that are measured. */
export const CONTENDERS: Readonly<Record<Key, Entry>> = {
  hearth: {
    name: 'hearth, normal',
    survives: 'a crash',
    make: () => hearth('normal', 'briefly'),
  },
  hearthFull: {
    name: 'hearth, full (as it runs)',
    survives: 'a power cut',
    make: () => hearth('full', 'briefly'),
  },
  hearthSteps: {
    name: 'hearth, full, with heads and started',
    survives: 'a power cut',
    make: () => hearth('full', 'fully'),
  },
  plainjob: {
    name: 'plainjob, its calls in a loop',
    survives: 'a crash',
    make: () => plainjob('normal', 'calls'),
  },
  plainjobWorker: {
    name: 'plainjob, its worker',
    survives: 'a crash',
    make: () => plainjob('normal', 'worker'),
  },
  plainjobFull: {
    name: 'plainjob, its calls, made to sync',
    survives: 'a power cut',
    make: () => plainjob('full', 'calls'),
  },
  bullmqSnapshots: {
    name: 'BullMQ, Redis as it comes',
    survives: 'neither for sure',
    make: () => bullmq('snapshots'),
  },
  bullmq: {
    name: 'BullMQ, Redis log synced each second',
    survives: 'a crash',
    make: () => bullmq('each-second'),
  },
  bullmqFull: {
    name: 'BullMQ, Redis log synced each time',
    survives: 'a power cut',
    make: () => bullmq('always'),
  },
  bare: {
    name: 'bare better-sqlite3, normal (the limit)',
    survives: 'a crash',
    make: () => bare('normal'),
  },
  bareFull: {
    name: 'bare better-sqlite3, full (the limit)',
    survives: 'a power cut',
    make: () => bare('full'),
  },
};
