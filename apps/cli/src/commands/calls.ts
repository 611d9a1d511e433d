import type { Call } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { remark, sayJson, type Io } from '../io.ts';
import { houseTime } from '../show/house-time.ts';
import { table } from '../show/table.ts';
import { DASH, lasting, type When } from '../show/when.ts';

/** Which calls to list, and how. */
export interface CallsOptions extends GatewayOptions {
  readonly limit: number;
  /** Only those of this run. */
  readonly run?: number | undefined;
  readonly json?: boolean | undefined;
}

const RUNS = 'runs';
const WAITS = 'waits';

/** `hearth calls`: the record of model calls, the newest first. */
export async function calls(io: Io, options: CallsOptions): Promise<number> {
  const { limit, run } = options;
  const client = connect(options);
  const page = await client.calls.list({ limit, run });
  if (options.json === true) {
    sayJson(io, page);
    return 0;
  }
  if (page.calls.length === 0) {
    remark(io, 'there is no such call');
    return 0;
  }
  const when = await houseTime(client, io);
  table(
    io,
    [
      { title: 'call', right: true },
      { title: `at (${when.zone})` },
      { title: 'who', cut: true },
      { title: 'model', cut: true },
      { title: 'waited', right: true },
      { title: 'ran', right: true },
      { title: 'read', right: true },
      { title: 'wrote', right: true },
      { title: 'cap', right: true },
      { title: 'by' },
      { title: 'end', mark: endMark },
    ],
    page.calls.map((call) => row(call, when)),
  );
  if (page.next !== null) remark(io, `there are older ones: --limit ${limit * 2} shows more`);
  return 0;
}

function row(call: Call, when: When): string[] {
  return [
    String(call.id),
    when.short(call.arrived_at),
    call.run_id === null ? call.consumer : `run ${call.run_id}`,
    call.model ?? DASH,
    lasting(call.waited_seconds),
    lasting(call.ran_seconds),
    count(call.prompt_tokens),
    count(call.answer_tokens),
    count(call.cap),
    call.cap_reason ?? DASH,
    call.end ?? openWords(call, when),
  ];
}

/** Where an open call stands. */
function openWords({ admitted_at, place, expected_at }: Call, when: When): string {
  if (admitted_at !== null) return RUNS;
  const where = place === null ? '' : ` (${place})`;
  return `${WAITS}${where}${expected_at === null ? '' : `, ${when.away(expected_at)}`}`;
}

function count(value: number | null): string {
  return value === null ? DASH : String(value);
}

function endMark(end: string): 'cyan' | 'yellow' | null {
  if (end === RUNS || end.startsWith(WAITS)) return 'cyan';
  return end === 'stop' ? null : 'yellow';
}
