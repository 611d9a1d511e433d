import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { temporaryFolder } from '@hearth/test-kit';
import type { Assignment } from '@hearth/wire';

import { KEY, ScriptedGateway } from './gateway.test.helper.ts';
import { outputPath } from './output.ts';
import { lives, lookUp, listProcesses } from './process-table.ts';
import { readRecord, waitForRecord, type StartedRecord } from './records.ts';
import { startRunner, type Runner, type RunnerOptions } from './runner.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** One test's gateway, data folder and runners, all real; what is left of them is ended and removed with it. */
export class Lab implements AsyncDisposable {
  readonly gateway: ScriptedGateway;
  readonly data: string;
  readonly lines: string[] = [];
  readonly #cleanUp = new AsyncDisposableStack();
  readonly #listeners: ((line: string) => void)[] = [];

  private constructor(gateway: ScriptedGateway, data: string) {
    this.gateway = gateway;
    this.data = data;
  }

  static async open(): Promise<Lab> {
    const folder = await temporaryFolder();
    const gateway = await ScriptedGateway.open();
    const lab = new Lab(gateway, folder.path);
    lab.#cleanUp.use(folder);
    lab.#cleanUp.use(gateway);
    lab.#cleanUp.defer(() => lab.#killLeftovers());
    return lab;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanUp.disposeAsync();
  }

  /** A runner in this process. */
  async runner(parts: Partial<RunnerOptions> = {}): Promise<Runner> {
    const runner = await startRunner({
      name: 'pi',
      url: this.gateway.url,
      key: KEY,
      data: this.data,
      classes: new Map([['light', { concurrency: 2, memory: 2 ** 28 }]]),
      place: 'plain',
      environment: process.env,
      log: (line) => this.#hear(line),
      ...parts,
    });
    this.#cleanUp.defer(() => runner.leave());
    return runner;
  }

  /** A runner in a process of its own, by its command line, with a channel to it. */
  async command(words: readonly string[] = []): Promise<ChildProcess> {
    const manifest = join(this.data, 'manifest');
    await mkdir(manifest, { recursive: true });
    await writeFile(
      join(manifest, 'house.yaml'),
      'timezone: Europe/London\nclasses:\n  light: { concurrency: 2, memory: 256M, cpu: 50% }\n',
    );
    const argv = ['--plain', '--name=pi', `--manifest=${manifest}`, `--data=${this.data}`];
    const child = spawn(
      process.execPath,
      ['-C', '@hearth/source', MAIN, ...argv, `--url=${this.gateway.url}`, ...words],
      { env: { ...process.env, HEARTH_KEY: KEY }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    );
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) this.#hear(line);
    });
    this.#cleanUp.defer(() => {
      child.kill('SIGKILL');
    });
    return child;
  }

  /** Ends a process at once and waits until the kernel has let go of it. */
  async kill(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** The next line of a runner's log that matches. */
  line(pattern: RegExp): Promise<string> {
    return new Promise((found) => {
      this.#listeners.push((line) => {
        if (pattern.test(line)) found(line);
      });
    });
  }

  /** A named pipe: a job that reads it waits until {@link release} writes to it. */
  async gate(name = 'gate'): Promise<string> {
    const path = join(this.data, name);
    await promisify(execFile)('mkfifo', [path]);
    return path;
  }

  /** Lets whoever reads the pipe go on. */
  async release(gate: string): Promise<void> {
    await writeFile(gate, 'go\n');
  }

  /** The folder of an attempt. */
  folder({ attempt_id }: Assignment): string {
    return join(this.data, 'runner', 'attempts', attempt_id);
  }

  /** All that an attempt has written. */
  output(attempt: Assignment): string {
    return readFileSync(outputPath(this.folder(attempt)), 'utf8');
  }

  /** Waits until an attempt has written something that matches. */
  async written(attempt: Assignment, pattern: RegExp): Promise<RegExpExecArray> {
    const watcher = watch(outputPath(this.folder(attempt)));
    try {
      for (;;) {
        const changed = once(watcher, 'change');
        const found = pattern.exec(this.output(attempt));
        if (found !== null) return found;
        await changed;
      }
    } finally {
      watcher.close();
    }
  }

  /** Where an attempt runs. */
  where(attempt: Assignment): StartedRecord {
    const where = readRecord(this.folder(attempt), 'started');
    if (where === null) throw new Error('the attempt has not started');
    return where;
  }

  /** Waits until the supervisor of an attempt has written down the end. */
  async exitRecord(attempt: Assignment): Promise<void> {
    const never = new Promise<void>(() => {});
    await waitForRecord(this.folder(attempt), ['exit'], never, AbortSignal.timeout(30_000));
  }

  #hear(line: string): void {
    this.lines.push(line);
    for (const listener of this.#listeners) listener(line);
  }

  /** Ends every process of every session that an attempt of this lab began. */
  #killLeftovers(): void {
    const mine = listProcesses().filter(({ pid }) => commandLine(pid).includes(this.data));
    for (const { session } of mine) {
      for (const one of listProcesses()) if (one.session === session) quietly(one.pid);
    }
  }
}

/** True while a process of that number lives. */
export function isAlive(pid: number): boolean {
  const found = lookUp(pid);
  return found !== null && lives(pid, found.startTicks);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function quietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was gone already.
  }
}
