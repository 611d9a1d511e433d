import type { ErrandReport } from '@hearth/wire';

/** What was wrong with a command, in a few words: "exit code 3: the UPS is on its battery"; null where it exited with 0. */
export function faultOf({ code, signal, detail }: ErrandReport): string | null {
  if (code === 0) return null;
  const how = code === null ? signal && `ended by ${signal}` : `exit code ${code}`;
  const said = [how, detail].filter((part) => part !== null);
  return said.length === 0 ? 'it could not be started' : said.join(': ');
}
