import type { CommandResult } from './command.ts';

/** How a command is run in a machine. */
export interface RunOptions {
  /** Environment variables beside those that systemd gives every service. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder it runs in; the machine's root by default. */
  readonly cwd?: string;
  /** What it reads from its standard input; nothing by default. */
  readonly input?: Uint8Array | string;
  /** It is killed, and `run` rejects, when it has not ended after so many seconds; 60 by default. */
  readonly timeoutSeconds?: number;
  /**
   * Is given each piece of its standard output as it arrives, beside the whole at the end: what has arrived here is
   * known here, though the machine's power be cut the next instant.
   */
  readonly onStdout?: (piece: Buffer) => void;
}

/** A machine that is up: what a test can do with it. */
export interface Machine extends AsyncDisposable {
  /**
   * Runs a command as root in a service of its own, a child of the machine's systemd, and resolves when it has ended,
   * whatever its code. What it leaves running in its own cgroup is killed; a scope that it made lives on.
   * Any number may run at once. Rejects when it takes too long, or when the machine goes away.
   */
  run(argv: readonly string[], options?: RunOptions): Promise<CommandResult>;
  /** Writes a file, its folders with it, owned by root; `mode` is 0o644 by default. */
  writeFile(path: string, content: Uint8Array | string, mode?: number): Promise<void>;
  /** The content of a file. Rejects when it cannot be read. */
  readFile(path: string): Promise<Buffer>;
  /** Writes a unit file under `/etc/systemd/system` and has systemd read it. Starts nothing. */
  writeUnit(name: string, text: string): Promise<void>;
  /** The journal since the machine's start, of one unit or of all: one line an entry, the time and who wrote it first. */
  journal(unit?: string): Promise<string>;
  /**
   * Resolves as soon as a line of that unit's journal holds `text`, also when it did before.
   * Rejects, with the journal, when none does within `timeoutSeconds`; 30 by default.
   */
  untilLogged(unit: string, text: string, timeoutSeconds?: number): Promise<void>;
  /** Ends the machine at once, as pulling its plug would, and removes every trace of it. Again: does nothing. */
  stop(): Promise<void>;
}

/** A folder or file of this computer that a machine sees too. */
export interface Bind {
  /** Its absolute path here. */
  readonly host: string;
  /** The absolute path where the machine sees it; the same as here by default. */
  readonly inside?: string;
  /** Whether the machine may write to it; not by default. */
  readonly writable?: boolean;
}
