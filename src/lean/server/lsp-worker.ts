/** One warm language server with one open text: after a change it processes only the commands from there on. */
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../base/read-or-null.ts';
import type { Diagnostic } from '../message/diagnostics.ts';
import { LspClient, LspError } from './lsp-client.ts';
import { changeBetween, lspPositionOf, readPublished } from './lsp-document.ts';
import { processTree } from '../process/process-family.ts';
import { startProcess, type ProcessOutcome, type ProcessRequest, type RunningProcess } from '../process/process.ts';

/** How a server is started: all options of a process except its lifetime. */
export type ServerLaunch = Omit<ProcessRequest, 'timeoutMs' | 'signal' | 'input'> & {
  /** Called after all its processes have ended. */
  ended?: () => Promise<void>;
};

/**
 * `answered`: the server processed the complete text. `crashed`: this worker gave no answer and will not give one; the
 * text may or may not be the cause. Only a worker that `answered` may be reused. `answers`: of the questions, in order.
 */
export type ServerAnswer =
  | { kind: 'answered'; diagnostics: Diagnostic[]; answers: unknown[] }
  | { kind: 'timedOut'; timeoutMs: number }
  | { kind: 'outOfMemory'; memoryBytes: number }
  | { kind: 'tooMuchDisk'; diskBytes: number }
  | { kind: 'cancelled' }
  | { kind: 'crashed'; detail: string }
  | { kind: 'cannotLaunch'; message: string };

/** A request about a place in the open text. The answer is what the server sent; null if it sent an error. */
export interface ServerQuestion {
  method: '$/lean/plainGoal' | '$/lean/plainTermGoal' | 'textDocument/hover';
  /** In UTF-16 units of the text. */
  offset: number;
}

/** A text for the server, and what to ask about it. */
export interface ServerText {
  text: string;
  /** The imports of the text, and what else decides whether a server can keep them. */
  header: string;
  questions: readonly ServerQuestion[];
  /** If the server's open text begins with this, it stays open instead, and nothing is processed again. Null: never. */
  keepIf: string | null;
}

/** Interval of the check that all processes of a busy server are still alive. */
const ALIVE_CHECK_INTERVAL_MS = 250;

interface OpenText {
  uri: string;
  version: number;
  text: string;
  header: string;
  /** Diagnostics reported for `version`; null before the first report, because silence is not success. */
  published: unknown[] | null;
}

export class LspWorker {
  readonly #process: RunningProcess;
  readonly #client: LspClient;
  readonly #ready: Promise<unknown>;
  #open: OpenText | null = null;
  #openedCount = 0;
  #end: ProcessOutcome | null = null;
  readonly #cleanup: Promise<void>;
  /**
   * The server's processes after it has processed the open text. It starts one per text; if that one dies between two
   * requests, the server may hold the next request for a successor, which it starts only at the next change.
   */
  #serverProcesses: readonly number[] | null = null;
  /** Those of earlier texts, which may end at any time after these were closed. The server's own end is noticed anyway. */
  #closedProcesses: readonly number[] = [];
  /** Number of checked texts. */
  uses = 0;

  constructor(launch: ServerLaunch) {
    this.#process = startProcess({ ...launch, timeoutMs: Infinity, signal: new AbortController().signal });
    this.#client = new LspClient(this.#process, (method, params) => this.#handleNotification(method, params));
    this.#process.onStdout((chunk) => this.#client.receive(chunk));
    this.#cleanup = this.#process.ended.then(async (outcome) => {
      this.#end = outcome;
      this.#client.close('the server ended');
      await launch.ended?.();
    });
    this.#ready = this.#client
      .request('initialize', {
        processId: null,
        rootUri: pathToFileURL(launch.cwd).href,
        initializationOptions: { editDelay: 0, hasWidgets: false },
        capabilities: {},
      })
      .then(() => this.#client.notify('initialized', {}));
    // The first request reports the error.
    this.#ready.catch(() => undefined);
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  /** The imports of the open text; null before the first text. */
  get header(): string | null {
    return this.#open?.header ?? null;
  }

  /** Whether it answers without processing anything. */
  keeps({ text, header, keepIf }: ServerText): boolean {
    const open = this.#open;
    if (open === null || open.header !== header) return false;
    return open.text === text || (keepIf !== null && open.text.startsWith(keepIf));
  }

  get isAlive(): boolean {
    return this.#end === null;
  }

  residentBytes(): number | null {
    return this.#process.residentBytes();
  }

  /** Lean's diagnostics for a text. One request at a time. After any other answer than `answered`, kill the worker. */
  async check(request: ServerText, limits: { timeoutMs: number; signal: AbortSignal }): Promise<ServerAnswer> {
    if (limits.signal.aborted) return { kind: 'cancelled' };
    this.uses++;
    const stop = Promise.withResolvers<ServerAnswer>();
    const timer = setTimeout(() => stop.resolve({ kind: 'timedOut', timeoutMs: limits.timeoutMs }), limits.timeoutMs);
    const cancel = (): void => stop.resolve({ kind: 'cancelled' });
    limits.signal.addEventListener('abort', cancel);
    const watch = setInterval(() => {
      if (!this.#allAlive()) stop.resolve({ kind: 'crashed', detail: 'a process of the server ended' });
    }, ALIVE_CHECK_INTERVAL_MS);
    try {
      return await Promise.race([this.#query(request), stop.promise]);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      limits.signal.removeEventListener('abort', cancel);
    }
  }

  /** Kills it and all its descendants. */
  async kill(): Promise<void> {
    this.#process.kill();
    await this.#cleanup;
  }

  #allAlive(): boolean {
    if (this.#serverProcesses === null || this.pid === null) return true;
    const now = new Set(processTree(this.pid));
    return this.#serverProcesses.every((id) => now.has(id));
  }

  async #query(request: ServerText): Promise<ServerAnswer> {
    try {
      await this.#ready;
      // A worker is reused only after it answered, so it has processed its open text.
      const isProcessed = this.keeps(request);
      const open = this.#openText(request);
      if (!isProcessed) {
        await this.#client.request('textDocument/waitForDiagnostics', { uri: open.uri, version: open.version });
      }
      if (open.published === null) return { kind: 'crashed', detail: 'the server reported nothing about the text' };
      if (this.pid !== null)
        this.#serverProcesses ??= processTree(this.pid).filter((id) => !this.#closedProcesses.includes(id));
      const answers = await Promise.all(request.questions.map((question) => this.#ask(open, question)));
      return { kind: 'answered', diagnostics: readPublished(open.text, open.published), answers };
    } catch (error) {
      if (error instanceof LspError) return { kind: 'crashed', detail: error.message };
      return this.#failedAnswer(error);
    }
  }

  async #ask({ uri, text }: OpenText, { method, offset }: ServerQuestion): Promise<unknown> {
    try {
      return await this.#client.request(method, { textDocument: { uri }, position: lspPositionOf(text, offset) });
    } catch (error) {
      // Lean answers with an error if it cannot read the place, for example in a broken command.
      if (error instanceof LspError) return null;
      throw error;
    }
  }

  #failedAnswer(error: unknown): ServerAnswer {
    const detail = error instanceof Error ? error.message : String(error);
    // If it only closed its pipes or violated the protocol, it runs until it is killed.
    const outcome = this.#end;
    if (outcome?.kind === 'cannotLaunch') return outcome;
    if (outcome?.kind === 'outOfMemory') return { kind: 'outOfMemory', memoryBytes: outcome.memoryBytes };
    if (outcome?.kind === 'tooMuchDisk') return { kind: 'tooMuchDisk', diskBytes: outcome.diskBytes };
    if (outcome?.kind !== 'exited') return { kind: 'crashed', detail };
    const end = outcome.signal ?? `exit code ${outcome.exitCode}`;
    const words = outcome.stderr.trim().split('\n').at(-1) ?? '';
    return { kind: 'crashed', detail: words === '' ? end : `${end}: ${words}` };
  }

  /** Makes `text` the open text, if it has to change. A different header means different imports, so the text is reopened. */
  #openText(request: ServerText): OpenText {
    const { text, header } = request;
    const open = this.#open;
    if (open !== null && this.keeps(request)) return open;
    if (open === null || open.header !== header) {
      if (open !== null) this.#client.notify('textDocument/didClose', { textDocument: { uri: open.uri } });
      this.#closedProcesses = [...this.#closedProcesses, ...(this.#serverProcesses ?? [])];
      this.#serverProcesses = null;
      // Lake does not know a text that is not a file: the server runs no Lake set-up or build for it and finds imports
      // by LEAN_PATH, as `lake env lean` does (Lean's src/Lean/Server/FileWorker/SetupFile.lean).
      const uri = `untitled:Lemmahead${++this.#openedCount}.lean`;
      this.#open = { uri, version: 1, text, header, published: null };
      this.#client.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: 'lean', version: 1, text },
        dependencyBuildMode: 'never',
      });
      return this.#open;
    }
    const change = changeBetween(open.text, text);
    this.#open = { ...open, version: open.version + 1, text, published: null };
    this.#client.notify('textDocument/didChange', {
      textDocument: { uri: open.uri, version: this.#open.version },
      contentChanges: [change],
    });
    return this.#open;
  }

  #handleNotification(method: string, params: unknown): void {
    const open = this.#open;
    if (method !== 'textDocument/publishDiagnostics' || open === null || !isRecord(params)) return;
    const { uri, version, diagnostics, isIncremental } = params;
    if (uri !== open.uri || version !== open.version || !Array.isArray(diagnostics)) return;
    open.published = isIncremental === true ? [...(open.published ?? []), ...diagnostics] : diagnostics;
  }
}
