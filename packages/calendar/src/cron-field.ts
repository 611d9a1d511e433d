/** One of the five fields of a cron line: what it is called and which numbers it can be. */
export interface Field {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** The highest number that a star stands for, where that is not `high`: Sunday is 0 and 7. */
  readonly last?: number;
  /** Names for the numbers from `low` on. */
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The fields in the order of the line. */
export const FIELDS: readonly Field[] = [
  { name: 'minute', low: 0, high: 59 },
  { name: 'hour', low: 0, high: 23 },
  { name: 'day of the month', low: 1, high: 31 },
  { name: 'month', low: 1, high: 12, names: MONTHS },
  { name: 'day of the week', low: 0, high: 7, last: 6, names: WEEKDAYS },
];

/** The text of a field in numbers alone, or the end of a sentence that says what is wrong with it. */
export function readField(field: Field, text: string): string | { readonly wrong: string } {
  const read: string[] = [];
  for (const part of text.split(',')) {
    const numbers = readPart(field, part);
    if (typeof numbers !== 'string') {
      return { wrong: `the ${field.name} "${part}" ${numbers.wrong}` };
    }
    read.push(numbers);
  }
  return read.join(',');
}

/** What stands between the commas. */
function readPart(field: Field, part: string): string | { readonly wrong: string } {
  const [, first = '', second, step] =
    /^(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/(\d+))?$/i.exec(part) ?? [];
  const star = first === '*' && second === undefined;
  const low = star ? field.low : numberOf(field, first);
  const high = second === undefined ? low : numberOf(field, second, low);
  if (low === undefined || high === undefined) return { wrong: `is not ${allowed(field)}` };

  const last = field.last ?? field.high;
  if (low > high) {
    const parts = [`${first}-${last}`, `${field.low}-${second}`].join(',');
    return { wrong: `runs backwards; write ${parts}` };
  }
  const range = star ? '*' : second === undefined ? `${low}` : `${low}-${high}`;
  if (step === undefined) return range;

  if (!star && second === undefined) {
    return { wrong: `steps from a single number; write ${first}-${last}/${step}` };
  }
  const most = last - field.low + 1;
  if (Number(step) >= 1 && Number(step) <= most) return `${range}/${Number(step)}`;
  return { wrong: `has a step that is not between 1 and ${most}` };
}

/** The number that a word stands for. Sunday is 7 where it ends a range that `start` on a later day begins. */
function numberOf(field: Field, word: string, start = field.low): number | undefined {
  const named = field.names?.indexOf(word.toLowerCase()) ?? -1;
  if (named === 0 && field.last !== undefined && start > field.low) return field.high;
  const value = named >= 0 ? named + field.low : /^\d+$/.test(word) ? Number(word) : Number.NaN;
  return value >= field.low && value <= field.high ? value : undefined;
}

function allowed(field: Field): string {
  const names = field.names ? `, a name from ${field.names[0]} to ${field.names.at(-1)}` : '';
  const [one, other] = [field.low + 1, field.low + 4];
  return `a number from ${field.low} to ${field.high}${names}, a range like ${one}-${other}, a list like ${one},${other}, * or */2`;
}
