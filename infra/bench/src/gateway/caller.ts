import { Client } from 'undici';

/** Where to call. */
export interface Where {
  readonly url: string;
  /** The headers that callers have to send. */
  readonly headers: Readonly<Record<string, string>>;
}

/** When the parts of a streamed answer came, in milliseconds after it was asked for. */
export interface Timing {
  readonly firstByte: number;
  /** The first word of the model, where the first byte may be the gateway's own. */
  readonly firstToken: number;
  readonly whole: number;
}

/** The path of the API that all contenders speak. */
export const CHAT = '/v1/chat/completions';

/** A short question, as JSON. */
export function question(stream: boolean): string {
  const content = 'How warm is it in the attic, and has the window been open since this morning?';
  return JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content }], stream });
}

/** Asks one question after another over one connection, which it keeps. */
export class Caller implements AsyncDisposable {
  readonly #client: Client;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, headers }: Where) {
    this.#client = new Client(url);
    this.#headers = { 'content-type': 'application/json', ...headers };
  }

  /** Asks for an answer in one piece; resolves to how long it took, in milliseconds. */
  async whole(): Promise<number> {
    return (await this.#ask(false)).whole;
  }

  /** Asks for a stream. */
  async stream(): Promise<Timing> {
    return this.#ask(true);
  }

  async #ask(stream: boolean): Promise<Timing> {
    const start = performance.now();
    const { statusCode, body } = await this.#client.request({
      path: CHAT,
      method: 'POST',
      headers: this.#headers,
      body: question(stream),
    });
    let text = '';
    let firstByte = 0;
    let firstToken = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      firstByte ||= performance.now() - start;
      text += chunk.toString('latin1');
      // The first event of a stream has an empty content, which is no word.
      if (firstToken === 0 && /"content":"[^"]/.test(text)) firstToken = performance.now() - start;
    }
    const whole = performance.now() - start;
    if (statusCode !== 200 || firstToken === 0) {
      throw new Error(`An answer of the status ${statusCode} was no answer: ${text}`);
    }
    return { firstByte, firstToken, whole };
  }

  /** Hangs up, also where an answer is still to come. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.destroy();
  }
}
