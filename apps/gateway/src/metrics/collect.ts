import type { MachineStatus } from '@hearth/wire';

import type { CallFigures, Ended } from '../calls/figures.ts';
import type { RoutesContext } from '../routes/context.ts';
import type { Family, Sample } from './text.ts';

/** The figures of the house as they are now; what counts up does so from the start of the gateway. */
export function collectMetrics({ runs, door, version, startedAt }: RoutesContext): Family[] {
  const build: Sample = { labels: { version }, value: 1 };
  const start: Sample = { value: startedAt / 1000 };
  const counts = Object.entries(runs.queue.counts());
  const states = counts.map(([state, value]): Sample => ({ labels: { state }, value }));
  const figures = door.figures();
  return [
    gauge('hearth_build_info', 'Which hearth this is; always 1.', [build]),
    gauge('hearth_start_time_seconds', 'When the gateway started, since the Unix epoch.', [start]),
    gauge('hearth_runs', 'Runs that are not over, and dead letters, by state.', states),
    ...callFamilies(figures),
    ...machineFamilies(figures.machines),
    ...modelFamilies(figures.machines),
    ...budgetFamilies(runs),
  ];
}

function callFamilies({ waiting, ended }: CallFigures): Family[] {
  const depth = [...waiting].map(([priority, value]): Sample => ({ labels: { priority }, value }));
  const each = (value: (one: Ended) => number): Sample[] =>
    [...ended].map(([end, one]) => ({ labels: { end }, value: value(one) }));
  const calls = each((one) => one.calls);
  const held = each((one) => one.slotSeconds);
  return [
    gauge('hearth_calls_waiting', 'Calls that wait for a slot, by priority.', depth),
    counter('hearth_calls_total', 'Calls that are over, by how they ended.', calls),
    counter('hearth_slot_seconds_total', 'How long calls held slots, by how they ended.', held),
  ];
}

function machineFamilies(machines: readonly MachineStatus[]): Family[] {
  const each = (value: (machine: MachineStatus) => number | boolean): Sample[] =>
    machines.map((one) => ({ labels: { machine: one.name }, value: Number(value(one)) }));
  const up = each(({ state }) => state === 'up');
  const slots = each((one) => one.slots);
  const running = each((one) => one.running);
  const draining = each((one) => one.draining);
  const proven = each((one) => one.proven_idle);
  return [
    gauge('hearth_machine_up', '1 for a machine that can be reached.', up),
    gauge('hearth_machine_slots', 'How many calls a machine takes at once.', slots),
    gauge('hearth_machine_running', 'Calls that are on a machine.', running),
    gauge('hearth_machine_draining', 'Cancelled calls that may be at work there still.', draining),
    gauge('hearth_machine_proven_idle', '0 once a slot was freed by time alone.', proven),
  ];
}

function modelFamilies(machines: readonly MachineStatus[]): Family[] {
  const models = machines.flatMap(({ name: machine, models: all }) =>
    all.map((model) => ({ labels: { machine, model: model.name }, ...model })),
  );
  const loaded = models.map((one): Sample => ({ labels: one.labels, value: Number(one.loaded) }));
  const rates = models.flatMap(({ labels, tokens_per_second: value }): Sample[] =>
    value === null ? [] : [{ labels, value }],
  );
  return [
    gauge('hearth_model_loaded', '1 for a model that is in the memory of a machine.', loaded),
    gauge('hearth_model_tokens_per_second', 'How fast it writes, where that is known.', rates),
  ];
}

function budgetFamilies({ budgets, now }: RoutesContext['runs']): Family[] {
  const standings = [...budgets(now())];
  const allowance = standings.map(([budget, one]): Sample => {
    return { labels: { budget }, value: one.allowance };
  });
  const left = standings.map(([budget, one]): Sample => {
    return { labels: { budget }, value: Math.max(0, one.left) };
  });
  return [
    gauge('hearth_budget_allowance_seconds', 'The GPU time of a budget in a period.', allowance),
    gauge('hearth_budget_left_seconds', 'What is left of it in this period.', left),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: 'gauge', samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: 'counter', samples };
}
