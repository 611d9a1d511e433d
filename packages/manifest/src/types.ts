import type { Schedule, TimeOfDay, Weekday } from '@hearth/calendar';
import type {
  BudgetName,
  Bytes,
  ClassName,
  ConsumerName,
  JobName,
  MachineName,
  Priority,
  ProbeName,
  RunnerName,
  Seconds,
  Tokens,
  WindowName,
} from '@hearth/words';

/** Everything the operator declared, checked and with every default filled in. */
export interface Manifest {
  /** IANA name of the zone that schedules, windows and budgets' periods are meant in. */
  readonly timezone: string;
  /** Names by which the gateway is reached, beside loopback. */
  readonly hosts: readonly string[];
  /** Browser origins that may call the model routes. */
  readonly cors: readonly string[];
  readonly machines: ReadonlyMap<MachineName, Machine>;
  readonly limits: HouseLimits;
  readonly classes: ReadonlyMap<ClassName, ResourceClass>;
  readonly windows: ReadonlyMap<WindowName, ReservingWindow>;
  readonly probes: ReadonlyMap<ProbeName, Probe>;
  readonly budgets: ReadonlyMap<BudgetName, Budget>;
  readonly consumers: ReadonlyMap<ConsumerName, Consumer>;
  readonly runners: ReadonlyMap<RunnerName, RunnerEntry>;
  readonly notify: Notify | null;
  readonly jobs: ReadonlyMap<JobName, Job>;
}

/** A box that serves models over HTTP. */
export interface Machine {
  readonly name: MachineName;
  /** Base URL without a trailing slash, like `http://gpu-box.lan:8080`. */
  readonly url: string;
  readonly api: MachineApi;
  /** How many calls may be on it at once. */
  readonly slots: number;
  /** What the server does not tell of its models, and first guesses, by the model's name. */
  readonly models: ReadonlyMap<string, ModelHints>;
}

/** Which server runs there; `auto` is found out by asking. */
export type MachineApi = 'auto' | 'llama.cpp' | 'ollama' | 'vllm' | 'lmstudio' | 'openai';

/** What the operator knows of a model before the server says it. */
export interface ModelHints {
  /** Tokens that prompt and answer may have together. */
  readonly context: Tokens | null;
  /** First guess of the decode rate, until it has been measured. */
  readonly tokensPerSecond: number | null;
  /** Other names that callers use for it. */
  readonly aliases: readonly string[];
}

/** What all runs of the house may use together; `hearth.slice` holds it. */
export interface HouseLimits {
  /** Bytes, or percent of the machine's memory. */
  readonly memory:
    | { readonly kind: 'bytes'; readonly bytes: Bytes }
    | { readonly kind: 'share'; readonly percent: number };
  /** Percent of one core; null is no limit, and then the rest of the machine still goes first. */
  readonly cpu: number | null;
}

/** A resource class: its limits are for each run; the slice holds `concurrency` of them. */
export interface ResourceClass {
  readonly name: ClassName;
  readonly concurrency: number;
  readonly memory: Bytes;
  /** Percent of one core: 200 is two whole cores. */
  readonly cpu: number;
}

/** A recurring span of time that reserves classes for some priorities. It binds the start of runs, never calls. */
export interface ReservingWindow {
  readonly name: WindowName;
  readonly days: readonly Weekday[];
  /** Time of day, `HH:MM`, in the house's zone. */
  readonly from: TimeOfDay;
  readonly to: TimeOfDay;
  /** Dates (`YYYY-MM-DD`) on which it does not open, such as holidays. */
  readonly except: readonly string[];
  readonly reserves: readonly ClassName[];
  /** Priorities whose runs may start inside it, and before it regardless of their promise. */
  readonly admits: readonly Priority[];
}

/** A live check of something that a job needs. */
export interface Probe {
  readonly name: ProbeName;
  readonly check: ProbeCheck;
  /** Time between two looks while something wants to know. */
  readonly every: Seconds;
  /** A look that takes longer has failed. */
  readonly timeout: Seconds;
  /** This many failed looks in a row make it down. */
  readonly downAfter: number;
  /** This many good looks in a row make it up again. */
  readonly upAfter: number;
}

/** What a probe looks at. */
export type ProbeCheck =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /** Up when it answers with one of these statuses. */
  | { readonly kind: 'http'; readonly url: string; readonly statuses: readonly number[] }
  /** Up while the machine serves a model. */
  | { readonly kind: 'machine'; readonly machine: MachineName }
  /** Up when it exits 0; it runs in the runner. */
  | { readonly kind: 'command'; readonly command: readonly string[] };

/** A named allowance of GPU time per calendar period, shared by whoever names it. */
export interface Budget {
  readonly name: BudgetName;
  readonly gpuTime: Seconds;
  readonly per: 'hour' | 'day';
  /** The most calls of it at once on the machines; null is no limit of its own. */
  readonly concurrency: number | null;
  /** The most calls of it that may wait; null is no limit of its own. */
  readonly queue: number | null;
  /** When it is spent: wait for the next period, be refused, or run only while nothing else waits. */
  readonly over: 'wait' | 'refuse' | 'idle';
}

/** What a consumer may do over HTTP: use the model, start runs, everything else. */
export type Right = 'call' | 'enqueue' | 'operate';

/** Whoever holds a key. */
export interface Consumer {
  readonly name: ConsumerName;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly key: string;
  /** The highest priority it may use. */
  readonly priority: Priority;
  readonly budget: BudgetName | null;
  readonly can: readonly Right[];
  /** How long an answer may take, from admission; null is its priority's default. */
  readonly timeout: Seconds | null;
  /** How long its calls wait for admission; null is its priority's default. */
  readonly maxWait: Seconds | null;
}

/** A runner that may use the runner routes of its own name. */
export interface RunnerEntry {
  readonly name: RunnerName;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly key: string;
}

/** Where the house tells its operator what needs a person. */
export type Notify =
  | { readonly kind: 'ntfy'; readonly url: string }
  | { readonly kind: 'webhook'; readonly url: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

/** A declared piece of work. */
export interface Job {
  readonly name: JobName;
  readonly class: ClassName;
  readonly priority: Priority;
  /** Program and arguments; never a shell. A program with a slash but no leading one is relative to the manifest's folder. */
  readonly command: readonly string[];
  readonly schedule: JobSchedule | null;
  readonly needs: readonly ProbeName[];
  /** An attempt that takes longer is stopped. */
  readonly timeout: Seconds;
  /** Time between SIGTERM and SIGKILL when an attempt is stopped. */
  readonly grace: Seconds;
  readonly retry: Retry;
  readonly budget: BudgetName | null;
  readonly estimate: EstimateRules;
  /** What becomes of a due run while another of the job is still open. */
  readonly overlap: 'skip' | 'queue' | 'replace';
  /** When a run is still going as a reserving window opens. */
  readonly onWindow: 'stop' | 'finish';
  /** Say so when it has not succeeded for so long; null is never. */
  readonly staleAfter: Seconds | null;
  /** The Unix user the command runs as, in scopes. */
  readonly user: string;
  /** An absolute path; null is a folder of the job's own. */
  readonly workingFolder: string | null;
  /** Three octal digits. */
  readonly umask: string;
  /** From -20 to 19. */
  readonly nice: number;
  readonly environment: ReadonlyMap<string, string>;
  /** What `POST /runs` may pass, each as the environment variable `HEARTH_PARAM_<NAME>`. */
  readonly parameters: ReadonlyMap<string, Parameter>;
}

/** When a job is due. */
export interface JobSchedule {
  readonly when: Schedule;
  /** What becomes of instants that passed while the house was down: the latest one, none, or all of them. */
  readonly catchUp: 'once' | 'skip' | 'all';
  /** Starts are delayed by a fixed share of this, different for each job. */
  readonly jitter: Seconds;
  /** An instant that is later than this is skipped; null is no bound. */
  readonly maxLateness: Seconds | null;
}

/** How often, and how far apart, a failed run is tried again. */
export interface Retry {
  /** The run is dead at this many failed attempts. */
  readonly attempts: number;
  /** Instead of a count: failed attempts are repeated for this long since the first one; null is the count alone. */
  readonly for: Seconds | null;
  /** The first step of the backoff. It doubles with each failure. */
  readonly backoff: Seconds;
  /** The largest step. */
  readonly max: Seconds;
  /** Exit codes that make a run dead at once: trying again cannot help. */
  readonly final: readonly number[];
}

/** How the promise of a job is made. */
export interface EstimateRules {
  /** The operator's own guess, until there is a history. */
  readonly expect: Seconds | null;
  readonly rule: 'last-five' | 'long-memory';
  /** Exit codes that say "there was nothing to do": a success, and no evidence of how long the work takes. */
  readonly noop: readonly number[];
}

/** A value that whoever enqueues a run may pass. */
export interface Parameter {
  readonly type: 'text' | 'number' | 'boolean';
  /** Used when none is passed; null makes the parameter required. */
  readonly default: string | number | boolean | null;
  /** The only texts allowed; null allows any of at most 1,024 characters. */
  readonly oneOf: readonly string[] | null;
}
