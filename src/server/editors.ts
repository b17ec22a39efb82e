/** Running editors for the files of requests: each keeps language servers until it is no longer used. */
import { join } from 'node:path';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import { readUserFile } from '../lean/user-file.ts';
import { messageReport, goalReport, tryReport } from '../report/editor-report.ts';
import type { DiagnosticsReport, GoalReport, HoverReport, RunReport, TryReport } from '../report/editor-schema.ts';
import type { CommandContext } from '../session/command-context.ts';
import { boundsOf, findLeanFor, sandboxFor } from '../session/judging.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { type Editor, EDITOR_WORKERS, openEditor } from '../verify/editor/editor.ts';
import type { Place } from '../verify/editor/text-place.ts';
import { snippetText } from '../verify/editor/snippet-text.ts';

/** A language server that has imported Mathlib needs gigabytes. */
const IDLE_MS = 10 * 60 * 1000;
/** How long a found Lean is used without looking again. */
const INSTALLATION_MS = 5000;
/** Time limit of one attempt if the request has none, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 10_000;

interface OpenEditor {
  editor: Promise<Editor>;
  /** Number of requests that use it now. */
  uses: number;
  timer: NodeJS.Timeout | null;
}

export class Editors {
  readonly #requireSandbox: SandboxLevel | null;
  readonly #idleMs: number;
  /** By file: the library of a file may have options of its own. */
  readonly #installations = new Map<string, { at: number; found: LeanInstallation }>();
  /** By all that a language server gets. */
  readonly #open = new Map<string, OpenEditor>();

  constructor({ requireSandbox }: { requireSandbox: SandboxLevel | null }, idleMs = IDLE_MS) {
    this.#requireSandbox = requireSandbox;
    this.#idleMs = idleMs;
  }

  /** `file`: absolute path. All functions throw a `Failure` if there is no Lean (exit `missing`), and those of `Editor`. */
  async goal(file: string, place: Place, context: CommandContext): Promise<GoalReport> {
    const { text } = await readUserFile(file);
    return this.#with(file, context, async (editor) =>
      goalReport(place.line, await editor.goals(text, place, context.signal)),
    );
  }

  /** `timeoutMs`: of each attempt; null for the default. */
  async tryAll(
    file: string,
    place: Place,
    { attempts, timeoutMs }: { attempts: readonly string[]; timeoutMs: number | null },
    context: CommandContext,
  ): Promise<TryReport> {
    const { text } = await readUserFile(file);
    const limits = { signal: context.signal, timeoutMs: timeoutMs ?? ATTEMPT_TIMEOUT_MS };
    return this.#with(file, context, async (editor) =>
      tryReport(place.line, await editor.tryAll(text, place, attempts, limits)),
    );
  }

  /** The messages of a snippet. `after`: the line of the file after whose command it is run; null for the last. */
  async run(file: string | null, snippet: string, after: number | null, context: CommandContext): Promise<RunReport> {
    const before = file === null ? '' : (await readUserFile(file)).text;
    const { text, firstLine } = snippetText(before, snippet, after);
    // Without a file, it is run as a file of the project would be.
    return this.#with(file ?? join(context.cwd, 'Snippet.lean'), context, async (editor) => {
      const messages = await editor.run(text, context.signal);
      return {
        schema: 'lemmahead/snippet@1',
        messages: messages
          .filter(({ line }) => line >= firstLine)
          .map((each) => messageReport({ ...each, line: each.line - firstLine + 1 })),
      };
    });
  }

  async diagnostics(file: string, shown: string, context: CommandContext): Promise<DiagnosticsReport> {
    const { text } = await readUserFile(file);
    return this.#with(file, context, async (editor) => {
      const messages = await editor.messages(text, context.signal);
      return { schema: 'lemmahead/diagnostics@1', file: shown, messages: messages.map(messageReport) };
    });
  }

  async hover(file: string, place: Place, context: CommandContext): Promise<HoverReport> {
    const { text } = await readUserFile(file);
    return this.#with(file, context, async (editor) => ({
      schema: 'lemmahead/hover@1',
      line: place.line,
      text: await editor.hover(text, place, context.signal),
    }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((key) => this.#closeEditor(key)));
  }

  async #with<T>(file: string, context: CommandContext, work: (editor: Editor) => Promise<T>): Promise<T> {
    const installation = await this.#installationFor(file, context);
    const { lean, projectRoot, options, environment } = installation;
    const key = JSON.stringify([lean, projectRoot, options, environment]);
    let open = this.#open.get(key);
    if (open === undefined) {
      const sandbox = await sandboxFor({ requireSandbox: this.#requireSandbox });
      // Another request may have opened it meanwhile.
      open = this.#open.get(key) ?? {
        editor: openEditor({ installation, sandbox, ...boundsOf(context), workers: EDITOR_WORKERS }),
        uses: 0,
        timer: null,
      };
      this.#open.set(key, open);
    }
    open.uses++;
    if (open.timer !== null) clearTimeout(open.timer);
    open.timer = null;
    try {
      return await work(await open.editor);
    } finally {
      open.uses--;
      if (open.uses === 0 && this.#open.get(key) === open) {
        open.timer = setTimeout(() => void this.#closeEditor(key), this.#idleMs);
        open.timer.unref();
      }
    }
  }

  /** Finding it reads several files, which takes longer than a goal. */
  async #installationFor(file: string, context: CommandContext): Promise<LeanInstallation> {
    // A posted text has a path that never comes again.
    for (const [key, { at }] of this.#installations)
      if (Date.now() - at >= INSTALLATION_MS) this.#installations.delete(key);
    const known = this.#installations.get(file);
    if (known !== undefined) return known.found;
    const found = await findLeanFor(file, context);
    this.#installations.set(file, { at: Date.now(), found });
    return found;
  }

  async #closeEditor(key: string): Promise<void> {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    if (open.timer !== null) clearTimeout(open.timer);
    // It never opened if this fails.
    await open.editor.then((editor) => editor.close()).catch(() => undefined);
  }
}
