import { appendFile, copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type App, ARCHITECTURES, type Architecture, REPOSITORY } from './app.ts';
import { deploy } from './deploy.ts';
import { digest } from './digest.ts';
import { nodeBinary, nodeVersion } from './node-binary.ts';

/** What is copied to a machine and put into place there by its own `install`. */
export interface Bundle {
  /** `hearth-gateway-1.2.0-arm64`: the name of its folder, and of the archive that holds it. */
  readonly name: string;
  /** The version of the app and the digest of its files, `1.2.0+3f2a9c1b`: the name of its folder on the machine. */
  readonly build: string;
  /** Path of its folder. */
  readonly folder: string;
}

const TARGET = join(import.meta.dirname, '..', 'target');

/** Makes the bundle of an app in a folder of its own below `place`, which must not hold it yet. */
export async function assemble(
  app: App,
  architecture: Architecture,
  place: string,
): Promise<Bundle> {
  const about = await readFile(join(REPOSITORY, 'apps', app, 'package.json'), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  const name = `hearth-${app}-${version}-${architecture}`;
  const folder = join(place, name);
  const inside = join(folder, 'app');
  await mkdir(folder, { recursive: true });
  await deploy(app, architecture, inside);
  for (const file of filesOf(app)) await cp(file.from, join(inside, file.to));
  const node = await nodeVersion();
  const machine = ARCHITECTURES[architecture];
  const facts = [`app=${app}`, `version=${version}`, `node=${node}`, `machine=${machine}`];
  const note = join(inside, 'about');
  await writeFile(note, `${facts.join('\n')}\n`);
  // Last, so that another Node is another build.
  const build = `${version}+${await digest(inside)}`;
  await appendFile(note, `build=${build}\n`);
  await copyFile(await nodeBinary(architecture, node), join(folder, 'node'));
  await cp(join(TARGET, 'install'), join(folder, 'install'));
  return { name, build, folder };
}

/** A file that goes along with an app. */
interface AppFile {
  readonly from: string;
  /** Its name in the app's folder. */
  readonly to: string;
}

function fromTarget(name: string): AppFile {
  return { from: join(TARGET, name), to: name };
}

/** What goes along with an app: how it is taken away, its unit, and what its first start needs. */
function filesOf(app: App): readonly AppFile[] {
  const common = ['remove', 'steps.sh'].map(fromTarget);
  if (app === 'cli') return [...common, fromTarget('hearth')];
  const unit = `hearth-${app}.service`;
  return [
    ...common,
    fromTarget('hearth.sysusers'),
    { from: join(REPOSITORY, 'infra', 'systemd', unit), to: unit },
    ...(app === 'gateway' ? [fromTarget('house.yaml')] : []),
  ];
}
