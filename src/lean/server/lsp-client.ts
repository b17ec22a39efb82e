/** Client of a language server: requests with their answers, notifications in both directions. */
import { isRecord } from '../../base/read-or-null.ts';
import { FrameReader, frameOf } from './lsp-frames.ts';

/** The part of the server process that the client needs. */
export interface LspConnection {
  /** Returns false if the other side no longer reads. */
  write(bytes: Buffer): boolean;
}

/** An error response of the server. */
export class LspError extends Error {
  override readonly name = 'LspError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

interface PendingRequest {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export class LspClient {
  readonly #connection: LspConnection;
  readonly #onNotification: (method: string, params: unknown) => void;
  readonly #reader = new FrameReader();
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;
  #closed: Error | null = null;

  constructor(connection: LspConnection, onNotification: (method: string, params: unknown) => void) {
    this.#connection = connection;
    this.#onNotification = onNotification;
  }

  /** The server's answer. Throws an `LspError` for an error response, an `Error` if the server has ended. */
  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Processes output of the server. */
  receive(chunk: Buffer): void {
    if (this.#closed !== null) return;
    let messages: unknown[];
    try {
      messages = this.#reader.push(chunk);
    } catch (error) {
      this.close(`protocol error from the server: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    for (const message of messages) this.#handle(message);
  }

  /** Rejects all pending and later requests with `why`. */
  close(why: string): void {
    this.#closed ??= new Error(why);
    for (const { reject } of this.#pending.values()) reject(this.#closed);
    this.#pending.clear();
  }

  #send(message: object): void {
    if (this.#closed === null && this.#connection.write(frameOf(message))) return;
    this.close('the server no longer reads its input');
  }

  #handle(message: unknown): void {
    if (!isRecord(message)) return;
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') {
      if (id === undefined) this.#onNotification(method, params);
      // Requests of a server to its editor (refresh, register) can all be answered with null.
      else this.#send({ jsonrpc: '2.0', id, result: null });
      return;
    }
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined;
    if (pending === undefined) return;
    this.#pending.delete(Number(id));
    if (!isRecord(error)) pending.resolve(result);
    else pending.reject(new LspError(Number(error['code']), String(error['message'])));
  }
}
