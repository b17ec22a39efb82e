/** One side of a conversation with a language server: requests with their answers, notifications both ways. */
import { isRecord } from './lsp-document.ts';
import { FrameReader, frameOf } from './lsp-frames.ts';

/** What the client needs of the process behind it. */
export interface LspConnection {
  /** False where nobody reads any more. */
  write(bytes: Buffer): boolean;
}

/** An error that the server answered a request with. */
export class LspError extends Error {
  override readonly name = 'LspError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export class LspClient {
  readonly #connection: LspConnection;
  readonly #onNotification: (method: string, params: unknown) => void;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed: Error | null = null;

  constructor(connection: LspConnection, onNotification: (method: string, params: unknown) => void) {
    this.#connection = connection;
    this.#onNotification = onNotification;
  }

  /** What the server answers. Throws an `LspError` for its errors, an `Error` where it is gone. */
  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Takes what came from the server. */
  receive(chunk: Buffer): void {
    if (this.#closed !== null) return;
    let messages: unknown[];
    try {
      messages = this.#reader.push(chunk);
    } catch (error) {
      this.close(`the server does not speak the protocol: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    for (const message of messages) this.#take(message);
  }

  /** Every request that waits, and every later one, fails with `why`. */
  close(why: string): void {
    this.#closed ??= new Error(why);
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
  }

  #send(message: object): void {
    if (this.#closed === null && this.#connection.write(frameOf(message))) return;
    this.close('the server reads no more');
  }

  #take(message: unknown): void {
    if (!isRecord(message)) return;
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') {
      if (id === undefined) this.#onNotification(method, params);
      // What a server asks of its editor (to refresh, to register) can all be answered with nothing.
      else this.#send({ jsonrpc: '2.0', id, result: null });
      return;
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(Number(id));
    if (!isRecord(error)) waiting.resolve(result);
    else waiting.reject(new LspError(Number(error['code']), String(error['message'])));
  }
}
