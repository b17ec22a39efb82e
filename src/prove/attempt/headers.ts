/** Variants of the file with additional imports, checked to compile. */
import { firstLine } from '../../base/one-line.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { addImports } from '../../lean/add-imports.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { Judge } from '../../verify/audit/judge.ts';
import { errorsOutsideHoles } from '../../verify/hole/error-messages.ts';
import { findHoles, type Hole } from '../../verify/hole/holes.ts';
import { applyEdits } from '../../verify/hole/splice.ts';
import type { ColdLean } from '../../verify/trial/cold.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { changeOfMeaning } from '../whole-file/same-meaning.ts';

/** Maximum number of modules added to the header for one attempt. */
const MAX_IMPORTS = 3;

export interface Header {
  modules: string[];
  text: string;
  /** In the order of the original holes. */
  holes: readonly Hole[];
  /** Number of lines added above the rest of the file. */
  lines: number;
  /** Why the file does not compile with these imports; null if it does. */
  fails: string | null;
}

/** Returns null if `text` has no errors except holes and its meaning is unchanged; otherwise the reason. */
export type HeaderCheck = (text: string) => Promise<string | null>;

export class Headers {
  readonly #text: string;
  readonly #check: HeaderCheck;
  readonly #headers = new Map<string, Promise<Header>>();

  constructor(text: string, holes: readonly Hole[], check: HeaderCheck) {
    this.#text = text;
    this.#check = check;
    const original: Header = { modules: [], text, holes, lines: 0, fails: null };
    this.#headers.set('', Promise.resolve(original));
  }

  /** Calls `onTried` for a header that was not tried before. */
  with(modules: readonly string[], onTried: (header: Header) => void): Promise<Header> {
    const requested = [...new Set(modules)].sort().slice(0, MAX_IMPORTS);
    const key = requested.join(' ');
    return getOrAdd(this.#headers, key, () => this.#tried(requested, onTried));
  }

  async #tried(modules: string[], onTried: (header: Header) => void): Promise<Header> {
    const { text, lines } = withImports(this.#text, modules);
    // All of them are already imported: return the original file.
    if (lines === 0) return this.with([], onTried);
    const header = { modules, text, holes: findHoles(text), lines, fails: await this.#check(text) };
    onTried(header);
    return header;
  }
}

/** Compiles with Lean, then compares with the judge. */
export function headerCheck(
  lean: ColdLean,
  judge: Pick<Judge, 'file'>,
  original: string,
  signal: AbortSignal,
): HeaderCheck {
  return async (variant) => {
    const end = await lean.run(variant, signal);
    if (end.kind === 'stopped') return end.detail;
    const [error] = errorsOutsideHoles(end.diagnostics);
    if (error !== undefined) return firstLine(error.text);
    const change = await changeOfMeaning(judge, variant, original);
    if (change === null) return null;
    const [why = ''] = change.kind === 'unchecked' ? [change.detail] : change.findings.map(({ detail }) => detail);
    return why.split(/[;\n]/, 1)[0] ?? '';
  };
}

export function withImports(text: string, modules: readonly string[]): { text: string; lines: number } {
  const edit = addImports(text, modules);
  return edit === null ? { text, lines: 0 } : { text: applyEdits(text, [edit]), lines: edit.lines };
}

/** Converts the line numbers of a verdict on the extended file to those of the original. */
export function toOriginalLines(verdict: Verdict, { lines }: Header): Verdict {
  if (lines === 0 || verdict.kind !== 'rejected' || verdict.by !== 'lean') return verdict;
  const shift = (line: number): number => Math.max(1, line - lines);
  const diagnostics = verdict.diagnostics.map((diagnostic): Diagnostic => {
    const { endLine } = diagnostic;
    return {
      ...diagnostic,
      line: shift(diagnostic.line),
      ...(endLine === undefined ? {} : { endLine: shift(endLine) }),
    };
  });
  return { ...verdict, diagnostics };
}
