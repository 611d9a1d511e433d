import { readFile } from 'node:fs/promises';
import { command } from './command.ts';

/** The columns of `apt-get indextargets` that {@link archiveIn} reads, tabs between. */
const COLUMNS = ['$(ORIGIN)', '$(RELEASE)', '$(REPO_URI)'].join('\t');

/**
 * The Debian archive that this computer installs its own packages from, so that root file systems come from the same
 * place. Undefined where there is no apt or where it uses no Debian archive: then debootstrap's own choice is as good.
 */
export async function ownArchive(): Promise<string | undefined> {
  const system = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const release = /^VERSION_CODENAME="?(\w+)/m.exec(system)?.[1];
  if (release === undefined) return undefined;
  const targets = await command(['apt-get', 'indextargets', '--format', COLUMNS]).catch(() => '');
  return archiveIn(targets, release);
}

/**
 * Picks the archive of `release` from lines of origin, release and address. Other vendors use the same release names,
 * and the origin is known only when the package index was fetched once: without it the address must end in `debian`.
 */
export function archiveIn(targets: string, release: string): string | undefined {
  const archives = targets
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, of]) => of === release)
    .map(([origin = '', , address = '']) => ({ origin, address: address.replace(/\/+$/, '') }));
  const own =
    archives.find(({ origin }) => origin === 'Debian') ??
    archives.find(({ address }) => address.endsWith('/debian'));
  return own?.address;
}
