import type { TruncatedCalls } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { durationOf } from '../duration.ts';
import { say, sayJson, type Io } from '../io.ts';
import { houseTime } from '../show/house-time.ts';
import { plain } from '../show/plain.ts';
import { table } from '../show/table.ts';
import { DASH } from '../show/when.ts';

/** How far to look back, and how to show it. */
export interface CapsOptions extends GatewayOptions {
  /** As the manifest writes durations. */
  readonly since: string;
  readonly json?: boolean | undefined;
}

/** So many answers that end at the very same number of tokens are no chance. */
const NO_CHANCE = 3;
const CALLERS = 'its own';

const BY: Readonly<Record<NonNullable<TruncatedCalls['cap_reason']>, string>> = {
  caller: CALLERS,
  time: 'its time',
  context: 'the context',
};

/** `hearth caps`: whose answers are cut, and by whose cap. */
export async function caps(io: Io, options: CapsOptions): Promise<number> {
  const client = connect(options);
  const list = await client.calls.truncated(durationOf('--since', options.since));
  if (options.json === true) {
    sayJson(io, list);
    return 0;
  }
  const when = await houseTime(client, io);
  const since = when.full(list.since_at);
  if (list.truncated.length === 0) {
    say(io, `No answer has been cut since ${since}.`);
    return 0;
  }
  say(io, `Answers that were cut since ${since}:`, '');
  table(
    io,
    [
      { title: 'calls', right: true },
      { title: 'of', cut: true },
      { title: 'model', cut: true },
      { title: 'cut at', right: true },
      { title: 'a cap by', mark: (text) => (text === CALLERS ? 'yellow' : null) },
      { title: 'without it', right: true },
      { title: `last (${when.zone})` },
    ],
    list.truncated.map((cut) => [
      String(cut.calls),
      cut.consumer,
      cut.model ?? DASH,
      capWords(cut),
      cut.end === 'deadline' ? 'its deadline' : cut.cap_reason === null ? DASH : BY[cut.cap_reason],
      cut.cap_by_hearth === null ? DASH : `about ${cut.cap_by_hearth}`,
      when.short(cut.last_at),
    ]),
  );
  const told = list.truncated.filter(isOwnSetting).map(settingWords);
  if (told.length > 0) say(io, '', ...told);
  return 0;
}

/** Where a deadline cut them they had come less far than their cap. */
function capWords({ end, cap_least, cap_most }: TruncatedCalls): string {
  if (cap_least === null || cap_most === null) return DASH;
  const range = cap_least === cap_most ? String(cap_least) : `${cap_least} to ${cap_most}`;
  return end === 'deadline' ? `below ${range}` : range;
}

function isOwnSetting({ end, cap_reason, calls }: TruncatedCalls): boolean {
  return end === 'length' && cap_reason === 'caller' && calls >= NO_CHANCE;
}

function settingWords({ calls, consumer, cap_most, cap_by_hearth }: TruncatedCalls): string {
  const more =
    cap_by_hearth === null || cap_most === null || cap_by_hearth <= cap_most
      ? ''
      : ` Let it send none: hearth would give it about ${cap_by_hearth}, as much as its time allows.`;
  return `${calls} answers of ${plain(consumer)} end at exactly ${cap_most} tokens, because that is the cap that it sends.${more}`;
}
