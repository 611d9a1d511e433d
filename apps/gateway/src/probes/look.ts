import { createConnection } from 'node:net';

import type { Probe } from '@hearth/manifest';
import type { MachineName, Seconds } from '@hearth/words';

import type { RunErrand } from '../errands/desk.ts';
import { faultOf } from '../errands/fault.ts';
import { reasonOf } from '../network-error.ts';

/** What one look at a probe saw. */
export interface Sight {
  readonly up: boolean;
  /** What was wrong: "connection refused", "status 500"; null where nothing was. */
  readonly detail: string | null;
  /** Nobody could look. What waits has to wait as if it were down; that says nothing of the thing itself. */
  readonly blind?: true;
}

/** How the gateway knows whether a machine serves a model. */
export type MachineSight = (machine: MachineName) => Sight;

/** Who looks where the gateway does not look by itself. */
export interface Lookers {
  readonly machine: MachineSight;
  /** Has a runner run a probe's command: that is on the operator's behalf, which the gateway never does. */
  readonly run: RunErrand;
}

/** Looks once at what the probe names, for at most its timeout. It never throws: a look that fails is a sight too. */
export async function look(probe: Probe, { machine, run }: Lookers): Promise<Sight> {
  const { check } = probe;
  const milliseconds = probe.timeout * 1000;
  switch (check.kind) {
    case 'tcp':
      return lookTcp(check.host, check.port, milliseconds);
    case 'http':
      return lookHttp(check.url, check.statuses, milliseconds);
    case 'machine':
      return machine(check.machine);
    case 'command':
      return lookCommand(check.command, probe.timeout, run);
  }
}

async function lookCommand(
  command: readonly string[],
  timeout: Seconds,
  run: RunErrand,
): Promise<Sight> {
  try {
    const fault = faultOf(await run(command, '', timeout));
    return { up: fault === null, detail: fault };
  } catch (error) {
    return { up: false, detail: reasonOf(error), blind: true };
  }
}

function lookTcp(host: string, port: number, milliseconds: number): Promise<Sight> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: milliseconds });
    const done = (sight: Sight): void => {
      socket.destroy();
      resolve(sight);
    };
    socket.once('connect', () => done({ up: true, detail: null }));
    socket.once('timeout', () =>
      done({ up: false, detail: `no answer in ${milliseconds / 1000} s` }),
    );
    socket.once('error', (error) => done({ up: false, detail: reasonOf(error) }));
  });
}

async function lookHttp(
  url: string,
  statuses: readonly number[],
  milliseconds: number,
): Promise<Sight> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(milliseconds),
      redirect: 'manual',
    });
    await response.body?.cancel();
    return statuses.includes(response.status)
      ? { up: true, detail: null }
      : { up: false, detail: `status ${response.status}` };
  } catch (error) {
    return { up: false, detail: reasonOf(error) };
  }
}
