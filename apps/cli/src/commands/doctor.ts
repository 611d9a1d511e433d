import type { GatewayOptions } from '../connect.ts';
import { checkCgroups } from '../doctor/cgroups.ts';
import { checkClock } from '../doctor/clock.ts';
import { checkData } from '../doctor/data.ts';
import { fault, type Finding } from '../doctor/finding.ts';
import { askGateway, verdictOnGateway } from '../doctor/gateway.ts';
import { readDeclared, verdictOnManifest } from '../doctor/manifest.ts';
import { checkNode } from '../doctor/node.ts';
import { checkPerl } from '../doctor/perl.ts';
import { verdictOnRunners } from '../doctor/runner.ts';
import { checkClasses } from '../doctor/slices.ts';
import { checkSqlite } from '../doctor/sqlite.ts';
import { checkSwap } from '../doctor/swap.ts';
import { checkSystemd } from '../doctor/systemd.ts';
import { checkUsers } from '../doctor/users.ts';
import { sayJson, type Io } from '../io.ts';
import { sayFindings, type Found } from '../show/findings.ts';
import { version } from '../version.ts';

/** Where to look, and how to show it. */
export interface DoctorOptions extends GatewayOptions {
  readonly manifest: string;
  readonly data: string;
  readonly json?: boolean | undefined;
}

/**
 * `hearth doctor`: looks at all that a house needs of its machine, and says what to change. 1 where something keeps
 * hearth from working as it should; what is only better changed is no failure.
 */
export async function doctor(io: Io, options: DoctorOptions): Promise<number> {
  const { manifest: folder, data, url } = options;
  const loaded = await readDeclared(folder);
  const declared = loaded?.ok === true ? loaded.manifest : null;
  const answer = await askGateway(options);
  const checks: Readonly<Record<string, () => Promise<readonly Finding[]>>> = {
    node: checkNode,
    perl: checkPerl,
    systemd: checkSystemd,
    cgroups: checkCgroups,
    clock: checkClock,
    swap: checkSwap,
    sqlite: checkSqlite,
    data: () => checkData(data),
    manifest: async () => verdictOnManifest(folder, loaded),
    users: () => checkUsers([...(declared?.jobs.values() ?? [])]),
    slices: async () => (declared === null ? [] : checkClasses(declared)),
    gateway: async () => verdictOnGateway(answer, url, version()),
    runner: async () => verdictOnRunners(answer, io.now()),
  };
  const found: Found[] = [];
  // One after another: on a small machine a dozen processes at once would be the thing to look at.
  for (const [check, look] of Object.entries(checks)) {
    const findings = await look().catch((error: unknown) => [unable(error)]);
    found.push(...findings.map((finding) => ({ check, ...finding })));
  }
  if (options.json === true) sayJson(io, { findings: found });
  else sayFindings(io, found);
  return found.some(({ verdict }) => verdict === 'fault') ? 1 : 0;
}

function unable(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return fault(`this could not be looked at: ${why}`, 'sudo hearth doctor');
}
