import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a run is given as, and how it ended. */
export interface Carried {
  /** The moment at which the claim was answered, in seconds since 1970. */
  readonly answeredAt: number;
  /** What the runner says of its end. */
  readonly ended: { readonly outcome: string; readonly last_output: string | null };
}

interface Claim {
  readonly claim_id: string;
}

/** So long a claim is held open while there is nothing to give, in milliseconds. */
const HELD = 20_000;

/** The least of a gateway: it gives one runner one run at a time, and hears how it ended. */
export class LoneGateway implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #waiting: ((run: object) => void) | null = null;
  #toGive: object | null = null;
  #answeredAt = 0;
  #given: { readonly claimId: string; readonly attempt: object } | null = null;
  #ended: PromiseWithResolvers<Carried['ended']> = Promise.withResolvers();
  readonly #asked: PromiseWithResolvers<void> = Promise.withResolvers();
  #runs = 0;

  static async open(): Promise<LoneGateway> {
    const gateway = new LoneGateway();
    gateway.#server.listen(0, '127.0.0.1');
    await once(gateway.#server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the runner has asked for work. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  /** Has a command run, and resolves when its end has been told. */
  async carryOut(command: readonly string[]): Promise<Carried> {
    this.#runs += 1;
    this.#ended = Promise.withResolvers();
    this.#toGive = {
      run_id: this.#runs,
      attempt_id: randomUUID(),
      epoch: 1,
      job: 'bench',
      class: 'light',
      command,
      user: 'nobody',
      working_folder: null,
      umask: '022',
      nice: 0,
      environment: {},
      timeout_seconds: 600,
      grace_seconds: 5,
      memory_bytes: 2 ** 28,
      cpu_percent: 400,
    };
    this.#give();
    const ended = await this.#ended.promise;
    return { answeredAt: this.#answeredAt, ended };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #give(): void {
    if (this.#toGive === null || this.#waiting === null) return;
    const [answer, run] = [this.#waiting, this.#toGive];
    this.#waiting = null;
    this.#toGive = null;
    answer(run);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const url = request.url ?? '';
    if (url.endsWith('/claim')) return this.#hold(response, (JSON.parse(body) as Claim).claim_id);
    if (url.endsWith('/ended')) this.#ended.resolve(JSON.parse(body) as Carried['ended']);
    response.writeHead(204).end();
  }

  #hold(response: ServerResponse, claimId: string): void {
    const answer = (attempt: object | null): void => {
      clearTimeout(late);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ attempt, stop: [], errands: [] }));
      if (attempt === null) return;
      this.#given = { claimId, attempt };
      this.#answeredAt = (performance.timeOrigin + performance.now()) / 1000;
    };
    const late = setTimeout(() => {
      this.#waiting = null;
      answer(null);
    }, HELD);
    // A runner whose places change hangs up, and asks anew.
    response.once('close', () => {
      clearTimeout(late);
      if (this.#waiting === answer) this.#waiting = null;
    });
    this.#asked.resolve();
    // A runner may hang up just as it is answered; then it asks again by the same id.
    if (this.#given?.claimId === claimId) {
      answer(this.#given.attempt);
      return;
    }
    this.#waiting = answer;
    this.#give();
  }
}
