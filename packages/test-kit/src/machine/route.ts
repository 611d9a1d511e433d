import type { Clock } from '../clock.ts';
import type { Ask } from './ask.ts';
import type { Json } from './json.ts';
import type { Kind } from './kinds.ts';
import type { Live } from './record.ts';
import type { Shelf } from './shelf.ts';
import type { Slots } from './slots.ts';
import type { Scene, Voice } from './voice.ts';

/** The parts of the machine that a route can look at. */
export interface Inside {
  readonly kind: Kind;
  readonly clock: Clock;
  readonly shelf: Shelf;
  readonly slots: Slots<Live>;
  /** Aborts when the machine ends, and everything on it with it. */
  readonly signal: AbortSignal;
}

/** A request as a route gets it. */
interface Question {
  readonly body: Json;
  readonly query: URLSearchParams;
}

/** What a route makes of a request: an answer that is there already, or work for the model. */
export type Reply =
  | { readonly kind: 'json'; readonly status?: number; readonly body: Json | readonly Json[] }
  | Work;

/** Work for the model, and how the API says what comes of it. */
export interface Work {
  readonly kind: 'generate';
  readonly ask: Ask;
  voice(scene: Scene): Voice;
}

/** Answers the requests of one path. */
export type Route = (question: Question, inside: Inside) => Reply;
