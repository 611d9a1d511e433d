import type { Manifest } from '@hearth/manifest';
import type { ClassName } from '@hearth/words';

import { sliceName } from './slice-name.ts';
import { HOUSE_SLICE, houseSliceText, sliceText } from './slice-text.ts';

/** What of a manifest the slice units are made of. */
export type SlicesOf = Pick<Manifest, 'classes' | 'limits'>;

/** A unit file as the manifest wants it. */
export interface WantedSlice {
  /** The class it is for; null for the slice that holds all of them. */
  readonly class: ClassName | null;
  readonly file: string;
  readonly text: string;
}

/** Every unit file of a manifest: `hearth.slice`, then those of the classes in their order. */
export function wantedSlices({ classes, limits }: SlicesOf): WantedSlice[] {
  return [
    { class: null, file: HOUSE_SLICE, text: houseSliceText(limits) },
    ...[...classes.values()].map((one) => ({
      class: one.name,
      file: sliceName(one.name),
      text: sliceText(one),
    })),
  ];
}
