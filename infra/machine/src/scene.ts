import type { Report } from './report.ts';
import type { SmallHouse } from './small-house.ts';

/** What the sections of the suite share; the house is there as soon as a test runs. */
export interface Scene {
  readonly report: Report;
  readonly house: SmallHouse;
}
