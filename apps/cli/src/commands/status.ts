import type { Status } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { marked, say, sayJson, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';
import { slotRemarks } from '../show/slots.ts';
import { upMark } from '../show/state.ts';
import { whenIn, type When } from '../show/when.ts';

/** How to show it. */
export interface StatusOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** `hearth status`: the house at a glance. */
export async function status(io: Io, options: StatusOptions): Promise<number> {
  const house = await connect(options).status();
  if (options.json === true) {
    sayJson(io, house);
    return 0;
  }
  const when = whenIn(house.timezone, io.now());
  const { runs, calls } = house;
  say(
    io,
    `hearth ${house.version} at ${options.url}, up for ${when.since(house.started_at)}; its zone is ${house.timezone}.`,
    ...warnings(io, house),
    '',
    ...rows('runs', [
      `${runs.running} running, ${runs.ready} ready, ${runs.scheduled} scheduled, ${runs.dead} dead`,
    ]),
    ...rows('calls', [
      `${calls.running} running, ${calls.waiting} waiting${calls.draining > 0 ? `, ${calls.draining} draining` : ''}`,
    ]),
    ...rows(
      'classes',
      house.classes.map(
        ({ name, running, concurrency }) => `${name}: ${running} of ${concurrency} taken`,
      ),
    ),
    ...rows(
      'probes',
      house.probes.map((probe) => probeWords(io, probe, when)),
    ),
    ...rows(
      'runners',
      house.runners.map((runner) => runnerWords(io, runner, when)),
    ),
    ...rows(
      'machines',
      house.machines.map((machine) => machineWords(io, machine)),
    ),
  );
  return 0;
}

/** What a person should do something about. */
function warnings(io: Io, { clock_trusted, runs, runners }: Status): string[] {
  return [
    ...(clock_trusted ? [] : ['The clock is not synchronised yet: schedules wait for it.']),
    ...(runners.length > 0 ? [] : ['No runner has asked for work: no run can start.']),
    ...(runs.dead === 0 ? [] : [`Runs are dead and wait for you: ${HEARTH} dead`]),
  ].map((line) => marked(io, 'yellow', line));
}

function rows(title: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${(index === 0 ? title : '').padEnd(10)}${line}`);
}

function probeWords(io: Io, probe: Status['probes'][number], when: When): string {
  if (probe.state === 'unknown') return `${probe.name}: not looked at: nothing waits for it`;
  const since = probe.since === null ? '' : ` for ${when.since(probe.since)}`;
  const detail = probe.detail === null ? '' : ` (${plain(probe.detail)})`;
  return `${probe.name}: ${state(io, probe.state)}${since}${detail}`;
}

function runnerWords(io: Io, runner: Status['runners'][number], when: When): string {
  const seen = `last seen ${when.away(runner.last_seen_at)}`;
  const shown = runner.silent ? marked(io, 'red', `silent, ${seen}`) : seen;
  const serves = runner.classes.length === 0 ? 'no class' : runner.classes.join(', ');
  return `${runner.name}: ${shown}; serves ${serves}; ${runner.running} running`;
}

function machineWords(io: Io, machine: Status['machines'][number]): string {
  const loaded = machine.models.filter((model) => model.loaded).map((model) => plain(model.name));
  const model = loaded.length === 0 ? 'no model loaded' : `${loaded.join(', ')} loaded`;
  const taken = `${machine.running} of ${machine.slots} slots taken`;
  const slots = [taken, ...slotRemarks(machine)].join(', ');
  return `${machine.name}: ${state(io, machine.state)}, ${slots}; ${model}`;
}

function state(io: Io, text: string): string {
  const mark = upMark(text);
  return mark === null ? text : marked(io, mark, text);
}
