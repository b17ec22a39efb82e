/** Splits a LaTeX source into paragraphs and the structure between them: headings, statements, proofs, inputs. */
import { numberByWord } from '../../base/words.ts';
import { matchMarks, type Matching } from './match.ts';
import type { Mark, Scan } from './scan.ts';
import { WORDS } from './scanner-words.ts';

/** Offsets into the source. */
export interface Span {
  start: number;
  end: number;
}

export type OutlineEvent =
  /** Source without a paragraph break. Its braces and environments are closed, except those that are never closed. */
  | ({ type: 'text' } & Span)
  | { type: 'paragraph' }
  | ({ type: 'verbatim' } & Span)
  /** `span`: the full `\begin{…}`. */
  | { type: 'begin' | 'end'; name: string; span: Span }
  | { type: 'item'; span: Span }
  /** `span`: the word and all its arguments. */
  | { type: 'heading' | 'input'; word: string; span: Span };

/** `list`: each item is a problem. `document`: everything before it is preamble. */
export type EnvironmentUse = 'statement' | 'proof' | 'list' | 'document' | null;

export interface OutlineNames {
  useOf: (environment: string) => EnvironmentUse;
  /** Whether the items of an environment are problems, by its name or the heading above it. */
  isList: (environment: string, heading: string) => boolean;
}

/** A scanned source with matched marks. */
export interface Source {
  text: string;
  marks: readonly Mark[];
  /** Partners of `marks`, as in `Matching`. */
  pairs: Int32Array;
  /** Bounds of the scanned part. */
  start: number;
  end: number;
}

export function matchedSource(
  text: string,
  { marks, start, end }: Scan,
): { source: Source; errors: Matching['errors'] } {
  const { pairs, errors } = matchMarks(marks);
  return { source: { text, marks, pairs, start, end }, errors };
}

export function outlineOf(source: Source, names: OutlineNames): OutlineEvent[] {
  return new Outliner(source, structure(source, names)).events();
}

/** Spans of environment declarations. They must be read before the rest. */
export function declarationsIn(source: Source): Span[] {
  const spans: Span[] = [];
  for (const [at, { kind, name }] of source.marks.entries()) {
    if (kind === 'word' && WORDS.get(name) === 'declare') spans.push(argumentsOf(source, at));
  }
  return spans;
}

/** How to handle a mark. `transparent`: braces around structure, which are dropped. */
type Shape = 'structural' | 'transparent' | 'heading' | 'input' | 'item';

/** Finds the marks that are structure and not part of a paragraph: statements, headings, and all marks around them. */
function structure(source: Source, names: OutlineNames): Map<number, Shape> {
  const { text, marks, pairs } = source;
  const shapes = new Map<number, Shape>();
  const enclosing: number[] = [];
  let heading = '';
  const setShape = (at: number, shape: Shape): void => {
    for (let outer = enclosing.length - 1; outer >= 0; outer--) {
      const opened = enclosing[outer]!;
      if (shapes.has(opened)) break;
      shapes.set(opened, marks[opened]!.kind === 'open' ? 'transparent' : 'structural');
      shapes.set(pairs[opened]!, shapes.get(opened)!);
    }
    shapes.set(at, shape);
  };
  for (let at = 0; at < marks.length; at++) {
    const mark = marks[at]!;
    const pair = pairs[at]!;
    if ((mark.kind === 'close' || mark.kind === 'end') && pair !== -1) enclosing.pop();
    if (mark.kind === 'word') {
      const use = WORDS.get(mark.name);
      const span = use === 'item' ? null : argumentsOf(source, at);
      if (use === 'heading') heading = text.slice(mark.end, span!.end);
      if (use === 'heading' || use === 'input') setShape(at, use);
      if (use === 'item' && isInList(marks, enclosing, shapes, names, heading)) setShape(at, 'item');
      // Arguments contain no structure.
      if (span !== null) at = span.next - 1;
    }
    if ((mark.kind === 'open' || mark.kind === 'begin') && pair !== -1) {
      if (mark.kind === 'begin' && names.useOf(mark.name) !== null) {
        setShape(at, 'structural');
        shapes.set(pair, 'structural');
      }
      enclosing.push(at);
    }
  }
  return shapes;
}

/** Whether an item is a problem: directly in a list of problems, not in a list inside a problem. */
function isInList(
  marks: readonly Mark[],
  enclosing: readonly number[],
  shapes: ReadonlyMap<number, Shape>,
  names: OutlineNames,
  heading: string,
): boolean {
  const inner = enclosing.at(-1);
  if (inner === undefined || marks[inner]!.kind !== 'begin') return false;
  const { name } = marks[inner]!;
  if (!names.isList(name, heading)) return false;
  return enclosing.every((at) => at === inner || !['statement', 'proof', 'list'].includes(useAt(at)));

  function useAt(at: number): string {
    const mark = marks[at]!;
    if (mark.kind !== 'begin') return '';
    // In nested enumerations only the items of the outer one are problems.
    return names.useOf(mark.name) ?? (shapes.has(at) && names.isList(mark.name, heading) ? 'list' : '');
  }
}

/** Returns the span of the word at `at` and its likely arguments. `next`: index of the first mark after them. */
function argumentsOf({ text, marks, pairs, end }: Source, at: number): Span & { next: number } {
  const { start, end: from, name } = marks[at]!;
  const use = WORDS.get(name);
  const isDefinition = use === 'define' || use === 'declare';
  const maxGroups = MAX_GROUPS.get(name) ?? (isDefinition ? 3 : 1);
  let [next, position, groups] = [at + 1, from, 0];
  for (;;) {
    // A name without braces can only precede the first group.
    const between = isDefinition && groups === 0 ? DEFINITION_BETWEEN : BETWEEN;
    between.lastIndex = position;
    const gap = between.exec(text)?.[0] ?? '';
    let candidate = next;
    while (candidate < marks.length && marks[candidate]!.start < position + gap.length) candidate += 1;
    const group = marks[candidate];
    const close = group?.kind === 'open' && group.start === position + gap.length ? pairs[candidate]! : -1;
    if (close === -1 || groups === maxGroups) {
      let stop = groups === 0 ? Math.min(end, position + gap.trimEnd().length) : position;
      if (groups === 0 && name === 'input') stop = position + bareFileAt(text, position);
      return { start, end: stop, next: groups === 0 ? candidate : next };
    }
    position = marks[close]!.end;
    next = close + 1;
    groups += 1;
  }
}

/** Length of a file name without braces after `\\input`, such as ` chapter1`. */
function bareFileAt(text: string, position: number): number {
  BARE_FILE.lastIndex = position;
  return BARE_FILE.exec(text)?.[0].length ?? 0;
}

const BARE_FILE = /[ \t]+[^\s{}\\%$&#]+/y;

/** Stars, optional arguments and white space; in definitions also names and parameters. */
const BETWEEN = /(?:[ \t]*(?:\*|\[[^\]]{0,2000}\]|\n(?![ \t]*\n)))*[ \t]*/y;
const DEFINITION_BETWEEN = /(?:[ \t]*(?:[*=]|#+\d|\\[A-Za-z@]+|\[[^\]]{0,2000}\]|\n(?![ \t]*\n)))*[ \t]*/y;

/** Maximum number of braced arguments by word. */
const MAX_GROUPS = numberByWord({
  1: 'def gdef edef xdef theoremstyle',
  2: `import subimport includefrom subincludefrom inputfrom subinputfrom newcommand renewcommand providecommand
      DeclareRobustCommand`,
  9: 'newtcbtheorem NewDocumentEnvironment newtheoremstyle',
});

class Outliner {
  readonly #source: Source;
  readonly #shapes: ReadonlyMap<number, Shape>;
  readonly #events: OutlineEvent[] = [];
  #from: number;

  constructor(source: Source, shapes: ReadonlyMap<number, Shape>) {
    this.#source = source;
    this.#shapes = shapes;
    this.#from = source.start;
  }

  events(): OutlineEvent[] {
    const { marks, end } = this.#source;
    let at = 0;
    while (at < marks.length && marks[at]!.start < end) at = this.#mark(at);
    this.#text(end);
    return this.#events;
  }

  /** Emits everything since the last event as text. */
  #text(end: number): void {
    if (/\S/.test(this.#source.text.slice(this.#from, end))) {
      this.#events.push({ type: 'text', start: this.#from, end });
    }
    this.#from = end;
  }

  /** Handles a mark. Returns the index of the next mark to handle. */
  #mark(at: number): number {
    const { marks, pairs } = this.#source;
    const mark = marks[at]!;
    const shape = this.#shapes.get(at);
    if (shape !== undefined) return this.#shaped(at, shape);
    // Breaks and verbatim text inside a group or environment stay part of the paragraph.
    if ((mark.kind === 'open' || mark.kind === 'begin') && pairs[at] !== -1) return pairs[at]! + 1;
    if (mark.kind === 'par') {
      this.#text(mark.start);
      this.#events.push({ type: 'paragraph' });
      this.#from = mark.end;
    } else if (mark.kind === 'verbatim' || mark.kind === 'comment') {
      this.#text(mark.start);
      if (mark.kind === 'verbatim') this.#events.push({ type: 'verbatim', start: mark.start, end: mark.end });
      this.#from = mark.end;
    }
    return at + 1;
  }

  #shaped(at: number, shape: Shape): number {
    const mark = this.#source.marks[at]!;
    this.#text(mark.start);
    this.#from = mark.end;
    if (shape === 'transparent') return at + 1;
    if (shape === 'item') this.#events.push({ type: 'item', span: { start: mark.start, end: mark.end } });
    else if (shape === 'structural') this.#environment(mark);
    else {
      const { next, start, end } = argumentsOf(this.#source, at);
      this.#events.push({ type: shape, word: mark.name, span: { start, end } });
      this.#from = end;
      return next;
    }
    return at + 1;
  }

  #environment({ kind, name, start, end }: Mark): void {
    this.#events.push({ type: kind === 'begin' ? 'begin' : 'end', name, span: { start, end } });
  }
}
