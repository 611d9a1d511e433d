import * as v from 'valibot';

import { packed } from './leaf.ts';
import { isMap, keyItem } from './section.ts';

/** Checks that exactly one of `kinds` is there. `what` names the thing in the message: "a probe". */
export function oneKind<T>(what: string, kinds: readonly string[]): v.RawCheckAction<T> {
  return v.rawCheck(({ dataset, addIssue }) => {
    const value: unknown = dataset.value;
    if (!isMap(value)) return;
    // What is wrong in itself has been said already, and is there all the same.
    const told = (dataset.issues ?? []).map((issue) => issue.path?.[0]?.key);
    const present = kinds.filter((kind) => value[kind] !== undefined || told.includes(kind));
    const [first, second] = present;
    if (first === undefined) {
      const hint = `write one of: ${kinds.join(', ')}`;
      addIssue({ message: packed({ message: `${what} needs one kind`, hint }) });
    } else if (second !== undefined) {
      const message = `${what} is of one kind, and this one is ${present.join(' and ')}`;
      const hint = 'keep one of them';
      addIssue({ message: packed({ message, hint }), path: [keyItem(value, second)] });
    }
  });
}
