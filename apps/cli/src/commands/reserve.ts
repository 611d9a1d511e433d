import { connect, type GatewayOptions } from '../connect.ts';
import { durationOf } from '../duration.ts';
import { HEARTH } from '../invocation.ts';
import { remark, say, sayJson, type Io } from '../io.ts';
import { Problem } from '../problem.ts';
import { houseTime } from '../show/house-time.ts';
import { plain } from '../show/plain.ts';
import { table } from '../show/table.ts';

/** What is to be done: a reservation is made for so long, or ended, or else they are listed. */
export interface ReserveOptions extends GatewayOptions {
  /** How long, as the manifest writes durations. */
  readonly for?: string | undefined;
  /** The number of the one to be ended. */
  readonly end?: number | undefined;
  readonly json?: boolean | undefined;
}

/** `hearth reserve CLASS --for 2h`, `hearth reserve`, `hearth reserve --end ID`: a class kept for what a person waits for. */
export async function reserve(
  io: Io,
  className: string | undefined,
  options: ReserveOptions,
): Promise<number> {
  const { end, for: span } = options;
  if (end !== undefined) {
    if (className !== undefined || span !== undefined)
      throw new Problem('--end goes alone', `"${HEARTH} reserve" lists the numbers`, 2);
    await connect(options).reservations.end(end);
    say(io, `Reservation ${end} is over.`);
    return 0;
  }
  if (className === undefined && span === undefined) return list(io, options);
  if (className === undefined || span === undefined) {
    const missing = className === undefined ? 'which class' : 'for how long';
    throw new Problem(`say ${missing}`, `write "${HEARTH} reserve CLASS --for 2h"`, 2);
  }
  return make(io, className, span, options);
}

async function make(
  io: Io,
  className: string,
  span: string,
  options: ReserveOptions,
): Promise<number> {
  const client = connect(options);
  const made = await client.reservations.make({
    class: className,
    for_seconds: durationOf('--for', span),
  });
  if (options.json === true) {
    sayJson(io, made);
    return 0;
  }
  const when = await houseTime(client, io);
  say(
    io,
    `Class ${plain(made.class)} is kept until ${when.full(made.closes_at)} (${when.away(made.closes_at)}) for what a person waits for.`,
    `${HEARTH} reserve --end ${made.id} gives it back before.`,
  );
  return 0;
}

async function list(io: Io, options: ReserveOptions): Promise<number> {
  const client = connect(options);
  const found = await client.reservations.list();
  if (options.json === true) {
    sayJson(io, found);
    return 0;
  }
  if (found.reservations.length === 0) {
    remark(io, `no class is reserved; "${HEARTH} reserve CLASS --for 2h" keeps one`);
    return 0;
  }
  const when = await houseTime(client, io);
  table(
    io,
    [
      { title: 'id', right: true },
      { title: 'class', cut: true },
      { title: `from (${when.zone})` },
      { title: 'until' },
      { title: 'left', right: true },
      { title: 'by', cut: true },
    ],
    found.reservations.map((one) => [
      String(one.id),
      one.class,
      when.short(one.opens_at),
      when.short(one.closes_at),
      when.away(one.closes_at),
      one.by,
    ]),
  );
  return 0;
}
