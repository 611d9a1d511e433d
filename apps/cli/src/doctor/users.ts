import type { Job } from '@hearth/manifest';

import { ask } from './ask.ts';
import { fault, type Finding, ok } from './finding.ts';

/** A Unix user. */
export interface User {
  readonly uid: number;
  /** Its groups by number, its own first. */
  readonly groups: readonly number[];
}

/** The user that the gateway runs as. */
export const GATEWAY_USER = 'hearth';

/** A user of this machine; null where there is none of that name. */
export async function findUser(name: string): Promise<User | null> {
  const uid = await ask('id', '-u', '--', name);
  const groups = await ask('id', '-G', '--', name);
  if (uid === null || groups === null) return null;
  return { uid: Number(uid), groups: groups.trim().split(' ').map(Number) };
}

/** The users that hearth and its jobs need. */
export async function checkUsers(
  jobs: readonly Pick<Job, 'name' | 'user'>[],
): Promise<readonly Finding[]> {
  const names = new Set([GATEWAY_USER, 'hearth-job', ...jobs.map(({ user }) => user)]);
  const found = new Map<string, User | null>();
  for (const name of names) found.set(name, await findUser(name));
  return verdictOnUsers(found, jobs);
}

/** `found` has the users that are wanted, null for one that there is not. */
export function verdictOnUsers(
  found: ReadonlyMap<string, User | null>,
  jobs: readonly Pick<Job, 'name' | 'user'>[],
): readonly Finding[] {
  const own = found.get(GATEWAY_USER) ?? null;
  return [...found].map(([name, user]) => {
    if (user === null) return missing(name, jobs);
    if (name !== GATEWAY_USER && user.uid !== 0 && own !== null) {
      const [group = -1] = own.groups;
      if (user.groups.includes(group)) {
        return fault(
          `user ${name} is in the group ${GATEWAY_USER}: its jobs can read what all jobs write`,
          `gpasswd --delete ${name} ${GATEWAY_USER}`,
        );
      }
    }
    return ok(`user ${name} is there`);
  });
}

function missing(name: string, jobs: readonly Pick<Job, 'name' | 'user'>[]): Finding {
  const its = jobs.filter(({ user }) => user === name).map((job) => job.name);
  const needs = its.length === 0 ? '' : `, whom ${its.join(', ')} needs`;
  const says = `there is no user ${name}${needs}`;
  if (name === GATEWAY_USER || name === 'hearth-job') {
    return fault(says, 'run the ./install of the gateway and of the runner, which make it');
  }
  return fault(says, `useradd --system ${name}, or name another user in the manifest`);
}
