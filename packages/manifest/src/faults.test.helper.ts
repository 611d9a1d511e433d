import { formatProblem } from './problem.ts';
import { readManifest } from './read.ts';

/** A small house in which every kind of thing exists once, for snippets that name them. */
const BASE = `
timezone: Europe/London
machines: { gpu-box: { url: "http://gpu-box.lan:8080" } }
classes: { gpu: { memory: 2G, cpu: 100% }, light: { memory: 256M, cpu: 50% } }
probes: { nas: { tcp: "nas.lan:445" } }
budgets: { digest: { gpu_time: 90m, per: day } }
`;

/** What is wrong with a file that stands beside the small house, each fault on one line. */
export function faultsIn(text: string): string[] {
  const loaded = readManifest([
    { file: 'base.yaml', text: BASE },
    { file: 'my.yaml', text },
  ]);
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
}

/** What is wrong with a job of this one line, without the place and the path of the job. */
export function faultsOfJob(settings: string): string[] {
  const job = `jobs:\n  j: { class: gpu, command: [x], timeout: 1h, ${settings} }\n`;
  return faultsIn(job).map((line) => line.replace(/^my\.yaml:2:\d+  jobs\.j\.?/, ''));
}
