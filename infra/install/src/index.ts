/**
 * Makes what is put into place on a machine: one archive for each app, with all that it needs and no more.
 *
 * @module
 */
export { assemble, type Bundle } from './assemble.ts';
export { APPS, ARCHITECTURES, type App, type Architecture } from './app.ts';
export { pack } from './pack.ts';
