/** One warm language server with one text open: a changed text costs it only the commands from the change on. */
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../message/diagnostics.ts';
import { LspClient, LspError } from './lsp-client.ts';
import { changeBetween, isRecord, readPublished } from './lsp-document.ts';
import { processTree } from '../process/process-family.ts';
import { startProcess, type ProcessOutcome, type ProcessRequest, type RunningProcess } from '../process/process.ts';

/** How a server is started: everything of a process but how long it lives. */
export type ServerLaunch = Omit<ProcessRequest, 'timeoutMs' | 'signal' | 'input'> & {
  /** Called once all its processes are gone. */
  ended?: () => Promise<void>;
};

/**
 * `answered`: the server went through all of the text. `crashed`: no answer, and none to be had from this worker; the
 * text may be at fault, or not. Only an `answered` worker may be asked again.
 */
export type ServerAnswer =
  | { kind: 'answered'; diagnostics: Diagnostic[] }
  | { kind: 'timedOut'; timeoutMs: number }
  | { kind: 'outOfMemory'; memoryBytes: number }
  | { kind: 'tooMuchDisk'; diskBytes: number }
  | { kind: 'cancelled' }
  | { kind: 'crashed'; detail: string }
  | { kind: 'cannotLaunch'; message: string };

/** How often it is looked whether all processes of a server that owes an answer still live. */
const LOOK_EVERY_MS = 250;

interface OpenText {
  uri: string;
  version: number;
  text: string;
  header: string;
  /** What was said of `version`; null before anything was: silence is no success. */
  published: unknown[] | null;
}

export class LspWorker {
  readonly #process: RunningProcess;
  readonly #client: LspClient;
  readonly #ready: Promise<unknown>;
  #open: OpenText | null = null;
  #opened = 0;
  #end: ProcessOutcome | null = null;
  readonly #tidied: Promise<void>;
  /**
   * The processes of the server once it had gone through the text that is open. It starts one for each text; where that
   * dies between two questions, the server may keep the next one for a successor that it starts at the next change only.
   */
  #settled: number[] = [];
  /** Texts that it was asked about. */
  uses = 0;

  constructor(launch: ServerLaunch) {
    this.#process = startProcess({ ...launch, timeoutMs: Infinity, signal: new AbortController().signal });
    this.#client = new LspClient(this.#process, (method, params) => this.#notified(method, params));
    this.#process.onStdout((chunk) => this.#client.receive(chunk));
    this.#tidied = this.#process.ended.then(async (outcome) => {
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
    // Whoever asks first hears of it.
    this.#ready.catch(() => undefined);
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  /** What the text imports that it holds; null before the first. */
  get header(): string | null {
    return this.#open?.header ?? null;
  }

  get isAlive(): boolean {
    return this.#end === null;
  }

  residentBytes(): number | null {
    return this.#process.residentBytes();
  }

  /** What Lean says of `text`. One question at a time. After any answer but `answered` the worker must be killed. */
  async check(text: string, header: string, limits: { timeoutMs: number; signal: AbortSignal }): Promise<ServerAnswer> {
    if (limits.signal.aborted) return { kind: 'cancelled' };
    this.uses++;
    const stop = Promise.withResolvers<ServerAnswer>();
    const timer = setTimeout(() => stop.resolve({ kind: 'timedOut', timeoutMs: limits.timeoutMs }), limits.timeoutMs);
    const cancel = (): void => stop.resolve({ kind: 'cancelled' });
    limits.signal.addEventListener('abort', cancel);
    const watch = setInterval(() => {
      if (!this.#isWhole()) stop.resolve({ kind: 'crashed', detail: 'a process of the server ended' });
    }, LOOK_EVERY_MS);
    try {
      return await Promise.race([this.#ask(text, header), stop.promise]);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      limits.signal.removeEventListener('abort', cancel);
    }
  }

  /** Ends it with all that it started. */
  async kill(): Promise<void> {
    this.#process.kill();
    await this.#tidied;
  }

  #isWhole(): boolean {
    if (this.#settled.length === 0 || this.pid === null) return true;
    const now = new Set(processTree(this.pid));
    return this.#settled.every((id) => now.has(id));
  }

  async #ask(text: string, header: string): Promise<ServerAnswer> {
    try {
      await this.#ready;
      const open = this.#show(text, header);
      await this.#client.request('textDocument/waitForDiagnostics', { uri: open.uri, version: open.version });
      if (open.published === null) return { kind: 'crashed', detail: 'the server said nothing about the text' };
      if (this.#settled.length === 0 && this.pid !== null) this.#settled = processTree(this.pid);
      return { kind: 'answered', diagnostics: readPublished(text, open.published) };
    } catch (error) {
      if (error instanceof LspError) return { kind: 'crashed', detail: error.message };
      return this.#howItEnded(error);
    }
  }

  #howItEnded(error: unknown): ServerAnswer {
    const detail = error instanceof Error ? error.message : String(error);
    // Where it only closed its pipes, or speaks what is no protocol, it goes on until it is killed.
    const outcome = this.#end;
    if (outcome?.kind === 'cannotLaunch') return outcome;
    if (outcome?.kind === 'outOfMemory') return { kind: 'outOfMemory', memoryBytes: outcome.memoryBytes };
    if (outcome?.kind === 'tooMuchDisk') return { kind: 'tooMuchDisk', diskBytes: outcome.diskBytes };
    if (outcome?.kind !== 'exited') return { kind: 'crashed', detail };
    const end = outcome.signal ?? `exit code ${outcome.exitCode}`;
    const words = outcome.stderr.trim().split('\n').at(-1) ?? '';
    return { kind: 'crashed', detail: words === '' ? end : `${end}: ${words}` };
  }

  /** Makes `text` the one that is open. Another header means another import, so it is opened anew. */
  #show(text: string, header: string): OpenText {
    const open = this.#open;
    if (open === null || open.header !== header) {
      if (open !== null) this.#client.notify('textDocument/didClose', { textDocument: { uri: open.uri } });
      this.#settled = [];
      // A text that is no file is none of Lake's: the server asks it for no set-up and no build, and finds imports by
      // LEAN_PATH, as `lake env lean` does (Lean's src/Lean/Server/FileWorker/SetupFile.lean).
      const uri = `untitled:Lemmahead${++this.#opened}.lean`;
      this.#open = { uri, version: 1, text, header, published: null };
      this.#client.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: 'lean', version: 1, text },
        dependencyBuildMode: 'never',
      });
      return this.#open;
    }
    if (text === open.text) return open;
    const change = changeBetween(open.text, text);
    this.#open = { ...open, version: open.version + 1, text, published: null };
    this.#client.notify('textDocument/didChange', {
      textDocument: { uri: open.uri, version: this.#open.version },
      contentChanges: [change],
    });
    return this.#open;
  }

  #notified(method: string, params: unknown): void {
    const open = this.#open;
    if (method !== 'textDocument/publishDiagnostics' || open === null || !isRecord(params)) return;
    const { uri, version, diagnostics, isIncremental } = params;
    if (uri !== open.uri || version !== open.version || !Array.isArray(diagnostics)) return;
    open.published = isIncremental === true ? [...(open.published ?? []), ...diagnostics] : diagnostics;
  }
}
