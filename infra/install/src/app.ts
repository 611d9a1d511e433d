import { fileURLToPath } from 'node:url';

/** What can be put into place alone, by the name of its folder in `apps/`. */
export const APPS = ['gateway', 'runner', 'cli'] as const;
/** See {@link APPS}. */
export type App = (typeof APPS)[number];

/** The processors for which there are bundles, as Node calls them, by the name that `uname -m` has for them. */
export const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' } as const;
/** See {@link ARCHITECTURES}. */
export type Architecture = keyof typeof ARCHITECTURES;

/** The folder of this repository. */
export const REPOSITORY: string = fileURLToPath(new URL('../../../', import.meta.url));
