import { type Instant } from '@hearth/words';

import { whenIn } from '../show/when.ts';
import { fault, type Finding, ok } from './finding.ts';
import type { Answer } from './gateway.ts';

/** Whether a runner asks the gateway for work; nothing is said where the gateway does not answer. */
export function verdictOnRunners(answer: Answer, now: Instant): readonly Finding[] {
  if ('why' in answer) return [];
  const { runners, timezone } = answer;
  const when = whenIn(timezone, now);
  const look = 'systemctl status hearth-runner; its last words: journalctl -u hearth-runner -n 20';
  if (runners.length === 0) {
    return [
      fault('no runner has asked for work since the gateway started: no job can start', look),
    ];
  }
  return runners.map(({ name, silent, last_seen_at, classes }) => {
    const seen = `last seen ${when.away(last_seen_at)}`;
    if (silent) return fault(`runner ${name} is silent, ${seen}`, look);
    const serves = classes.length === 0 ? 'no class' : classes.join(', ');
    return ok(`runner ${name} is there, ${seen}, and serves ${serves}`);
  });
}
