import { type Finding, ok } from './finding.ts';

/** The Node that runs this command; one that is too old never comes so far. */
export async function checkNode(): Promise<readonly Finding[]> {
  return [ok(`Node ${process.versions.node} for ${process.arch}, at ${process.execPath}`)];
}
