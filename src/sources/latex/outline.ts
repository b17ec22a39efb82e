/** A LaTeX source as a run of paragraphs and of what stands between them: headings, statements, proofs, inputs. */
import { matchMarks, type Matching } from './match.ts';
import type { Mark, Scan } from './scan.ts';
import { WORDS } from './scanned-words.ts';

/** Offsets into the source. */
export interface Span {
  start: number;
  end: number;
}

export type OutlineEvent =
  /** Source without a paragraph break, and with all braces and environments closed, unless they never are. */
  | ({ type: 'text' } & Span)
  | { type: 'paragraph' }
  | ({ type: 'verbatim' } & Span)
  /** `span`: the whole `\begin{…}`. */
  | { type: 'begin' | 'end'; name: string; span: Span }
  | { type: 'item'; span: Span }
  /** `span`: the word and all its arguments. */
  | { type: 'heading' | 'input'; word: string; span: Span };

/** `list`: each of its items is a problem. `document`: what stands before is no text. */
export type EnvironmentUse = 'statement' | 'proof' | 'list' | 'document' | null;

export interface OutlineNames {
  useOf: (environment: string) => EnvironmentUse;
  /** Whether the items of an environment are problems, by its name or by the title above it. */
  isList: (environment: string, heading: string) => boolean;
}

/** A scanned source with its halves matched. */
export interface Source {
  text: string;
  marks: readonly Mark[];
  /** Of `marks`, as in `Matching`. */
  pairs: Int32Array;
  /** Where the part that was scanned begins and ends. */
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

/** Where environments are declared: they must be known before the rest is understood. */
export function declarationsIn(source: Source): Span[] {
  const spans: Span[] = [];
  for (const [at, { kind, name }] of source.marks.entries()) {
    if (kind === 'word' && WORDS.get(name) === 'declare') spans.push(argumentsOf(source, at));
  }
  return spans;
}

/** What to do at a mark. `transparent`: braces around structure are left out. */
type Shape = 'structural' | 'transparent' | 'heading' | 'input' | 'item';

/** Which marks are more than part of a paragraph: statements, headings, and whatever stands around them. */
function structure(source: Source, names: OutlineNames): Map<number, Shape> {
  const { text, marks, pairs } = source;
  const shapes = new Map<number, Shape>();
  const around: number[] = [];
  let heading = '';
  const shape = (at: number, what: Shape): void => {
    for (let outer = around.length - 1; outer >= 0; outer--) {
      const opened = around[outer]!;
      if (shapes.has(opened)) break;
      shapes.set(opened, marks[opened]!.kind === 'open' ? 'transparent' : 'structural');
      shapes.set(pairs[opened]!, shapes.get(opened)!);
    }
    shapes.set(at, what);
  };
  for (let at = 0; at < marks.length; at++) {
    const mark = marks[at]!;
    const pair = pairs[at]!;
    if ((mark.kind === 'close' || mark.kind === 'end') && pair !== -1) around.pop();
    if (mark.kind === 'word') {
      const use = WORDS.get(mark.name);
      const span = use === 'item' ? null : argumentsOf(source, at);
      if (use === 'heading') heading = text.slice(mark.end, span!.end);
      if (use === 'heading' || use === 'input') shape(at, use);
      if (use === 'item' && isInList(marks, around, shapes, names, heading)) shape(at, 'item');
      // What stands in the arguments is no structure.
      if (span !== null) at = span.behind - 1;
    }
    if ((mark.kind === 'open' || mark.kind === 'begin') && pair !== -1) {
      if (mark.kind === 'begin' && names.useOf(mark.name) !== null) {
        shape(at, 'structural');
        shapes.set(pair, 'structural');
      }
      around.push(at);
    }
  }
  return shapes;
}

/** An item is a problem directly in a list of problems, not in a list inside of a problem. */
function isInList(
  marks: readonly Mark[],
  around: readonly number[],
  shapes: ReadonlyMap<number, Shape>,
  names: OutlineNames,
  heading: string,
): boolean {
  const inner = around.at(-1);
  if (inner === undefined || marks[inner]!.kind !== 'begin') return false;
  const { name } = marks[inner]!;
  if (!names.isList(name, heading)) return false;
  return around.every((at) => at === inner || !['statement', 'proof', 'list'].includes(useAt(at)));

  function useAt(at: number): string {
    const mark = marks[at]!;
    if (mark.kind !== 'begin') return '';
    // An enumeration around an enumeration: only the outer one's items are problems.
    return names.useOf(mark.name) ?? (shapes.has(at) && names.isList(mark.name, heading) ? 'list' : '');
  }
}

/** The arguments of the word at `at`, as far as they look like arguments. `behind`: the first mark behind them. */
function argumentsOf({ text, marks, pairs, end }: Source, at: number): Span & { behind: number } {
  const { start, end: from, name } = marks[at]!;
  const use = WORDS.get(name);
  const isDefinition = use === 'define' || use === 'declare';
  const most = MOST_GROUPS.get(name) ?? (isDefinition ? 3 : 1);
  let [behind, position, groups] = [at + 1, from, 0];
  for (;;) {
    // A name without braces stands only before the first of them.
    const between = isDefinition && groups === 0 ? DEFINITION_BETWEEN : BETWEEN;
    between.lastIndex = position;
    const gap = between.exec(text)?.[0] ?? '';
    let next = behind;
    while (next < marks.length && marks[next]!.start < position + gap.length) next += 1;
    const group = marks[next];
    const close = group?.kind === 'open' && group.start === position + gap.length ? pairs[next]! : -1;
    if (close === -1 || groups === most) {
      let stop = groups === 0 ? Math.min(end, position + gap.trimEnd().length) : position;
      if (groups === 0 && name === 'input') stop = position + bareFileAt(text, position);
      return { start, end: stop, behind: groups === 0 ? next : behind };
    }
    position = marks[close]!.end;
    behind = close + 1;
    groups += 1;
  }
}

/** How long ` chapter1` behind a plain `\\input` is. */
function bareFileAt(text: string, position: number): number {
  BARE_FILE.lastIndex = position;
  return BARE_FILE.exec(text)?.[0].length ?? 0;
}

const BARE_FILE = /[ \t]+[^\s{}\\%$&#]+/y;

/** Stars, optional arguments and white space; in definitions also names and parameters. */
const BETWEEN = /(?:[ \t]*(?:\*|\[[^\]]{0,2000}\]|\n(?![ \t]*\n)))*[ \t]*/y;
const DEFINITION_BETWEEN = /(?:[ \t]*(?:[*=]|#+\d|\\[A-Za-z@]+|\[[^\]]{0,2000}\]|\n(?![ \t]*\n)))*[ \t]*/y;

const MOST_GROUPS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: 'def gdef edef xdef theoremstyle',
    2: `import subimport includefrom subincludefrom inputfrom subinputfrom newcommand renewcommand providecommand
      DeclareRobustCommand`,
    9: 'newtcbtheorem NewDocumentEnvironment newtheoremstyle',
  }).flatMap(([most, words]) => words.split(/\s+/).map((word) => [word, Number(most)] as const)),
);

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

  /** Everything since the last event is text. */
  #text(end: number): void {
    if (/\S/.test(this.#source.text.slice(this.#from, end))) {
      this.#events.push({ type: 'text', start: this.#from, end });
    }
    this.#from = end;
  }

  /** The index of the next mark to look at. */
  #mark(at: number): number {
    const { marks, pairs } = this.#source;
    const mark = marks[at]!;
    const shape = this.#shapes.get(at);
    if (shape !== undefined) return this.#shaped(at, shape);
    // Breaks and verbatim text inside of what is one paragraph stay there.
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
      const { behind, start, end } = argumentsOf(this.#source, at);
      this.#events.push({ type: shape, word: mark.name, span: { start, end } });
      this.#from = end;
      return behind;
    }
    return at + 1;
  }

  #environment({ kind, name, start, end }: Mark): void {
    this.#events.push({ type: kind === 'begin' ? 'begin' : 'end', name, span: { start, end } });
  }
}
