import { PRIORITIES } from '@hearth/words';

import type { Finding } from '../problem.ts';
import type { Manifest } from '../types.ts';
import { entriesOf, namesOf, textsAt, type Raw } from './raw.ts';
import { LINKS } from './references.ts';

/** Variables by which a run finds the gateway; with another value its calls pass hearth by. */
const GATEWAY_VARIABLES = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'OLLAMA_HOST'];

/** What a manifest without faults says that was most likely not meant. */
export function warningsOf(raw: Raw, manifest: Manifest): Finding[] {
  return [...unused(raw), ...idleWindows(manifest), ...passedBy(manifest)];
}

function unused(raw: Raw): Finding[] {
  return ['classes', 'probes', 'budgets'].flatMap((section) => {
    const used = LINKS.filter(({ to }) => to === section).flatMap((link) =>
      entriesOf(raw, link.section).flatMap(([name, entry]) =>
        textsAt(entry, link.field, [link.section, name]).map(([, text]) => text),
      ),
    );
    return namesOf(raw, section)
      .filter((name) => !used.includes(name))
      .map((name) => atKey([section, name], 'is declared, and nothing names it'));
  });
}

function idleWindows(manifest: Manifest): Finding[] {
  return [...manifest.windows.values()]
    .filter(({ admits }) => PRIORITIES.every((priority) => admits.includes(priority)))
    .map(({ name }) =>
      atKey(['windows', name, 'admits'], 'admits every priority, so the window reserves nothing'),
    );
}

function passedBy(manifest: Manifest): Finding[] {
  return [...manifest.jobs.values()].flatMap(({ name, environment }) =>
    GATEWAY_VARIABLES.filter((variable) => environment.has(variable)).map((variable) =>
      atKey(
        ['jobs', name, 'environment', variable],
        'hearth sets this itself, so that the calls of the run go through it',
      ),
    ),
  );
}

function atKey(path: Finding['path'], message: string): Finding {
  return { path, at: 'key', message, hint: null };
}
