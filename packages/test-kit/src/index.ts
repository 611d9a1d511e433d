/**
 * What the tests of the house share: a model machine to test against, a clock that a test moves, a temporary
 * folder, made-up histories. The machine is also what `hearth up` simulates when no model server answers.
 * Never part of what a house runs on.
 *
 * @module
 */
export { realClock, type Clock } from './clock.ts';
export { FakeClock } from './fake-clock.ts';
export { generatedHistory, type HistoryOptions, type Shape } from './histories.ts';
export type { Api, Ask, Tool } from './machine/ask.ts';
export type { Fault } from './machine/fault.ts';
export type { Json } from './machine/json.ts';
export { KINDS, type Kind } from './machine/kinds.ts';
export type { MachineEvent, RequestState, Seen } from './machine/record.ts';
export type { ModelOptions } from './machine/shelf.ts';
export { startMachine, type Machine, type MachineOptions } from './machine/start-machine.ts';
export { countTokens } from './machine/tokens.ts';
export { seededRandom, type Random } from './random.ts';
export { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
