/**
 * Reads the exporter's text (lean/export-*.lean): the declarations of a compiled module. One item per line, words
 * separated by single spaces, numbers in decimal, strings as code points joined by commas (`-` if empty). Names are
 * numbered from 1 (0 is the empty name), levels from 1 (0 is zero), expressions from 0. A line refers only to lines above.
 *
 *     N s PARENT STRING | N i PARENT NUMBER                       name
 *     L s A | L m A B | L i A B | L p NAME                        successor, max, imax, parameter
 *     E b INDEX | E s LEVEL | E c NAME LEVEL… | E a FN ARG        bound variable, sort, constant, application
 *     E l|p BINDER NAME TYPE BODY | E z NAME TYPE VALUE BODY      λ and ∀ (binder d, i, s, c), let
 *     E n NUMBER | E t STRING | E j NAME INDEX E                  literals, projection
 *     I NAME                                                      import
 *     D axiom SAFETY HEAD | D theorem SAFETY VALUE HEAD | D opaque SAFETY VALUE HEAD
 *     D def SAFETY HINTS VALUE HEAD | D constructor INDUCTIVE HEAD | D recursor HEAD | D quot HEAD
 *     D inductive SAFETY PARAMETERS n NAME… n NAME… HEAD          types of its block, constructors
 *     R NAME LINE ENDLINE                                         position in the source
 *     end
 *
 * HEAD is `NAME TYPE n PARAMETER…`; SAFETY is s (safe), u (unsafe) or p (partial).
 */

import { nameOf, type LeanName } from './lean-name.ts';

export type Binder = 'd' | 'i' | 's' | 'c';

export type LevelNode =
  | { kind: 'zero' }
  | { kind: 'succ'; of: number }
  | { kind: 'max' | 'imax'; left: number; right: number }
  | { kind: 'param'; name: number };

export type ExprNode =
  | { kind: 'bound'; index: number }
  | { kind: 'sort'; level: number }
  | { kind: 'const'; name: number; levels: number[] }
  | { kind: 'app'; fn: number; arg: number }
  | { kind: 'lam' | 'pi'; binder: Binder; name: number; type: number; body: number }
  | { kind: 'let'; name: number; type: number; value: number; body: number }
  | { kind: 'nat'; digits: string }
  | { kind: 'text'; codes: string }
  | { kind: 'proj'; structure: number; index: number; of: number };

type Head = { name: LeanName; type: number; levelParams: LeanName[]; safety: 'safe' | 'unsafe' | 'partial' };

/** `value` and `type` are expression numbers. */
export type Declared = Head &
  (
    | { kind: 'axiom' }
    | { kind: 'theorem' | 'opaque'; value: number }
    | { kind: 'def'; hints: string; value: number }
    | { kind: 'inductive'; parameters: number; all: LeanName[]; constructors: LeanName[] }
    | { kind: 'constructor'; inductive: LeanName }
    | { kind: 'recursor' | 'quot' }
  );

export interface CompiledModule {
  names: LeanName[];
  levels: LevelNode[];
  exprs: ExprNode[];
  /** The lines of names, levels and expressions, unchanged, as input for the replayer. */
  tables: string[];
  imports: LeanName[];
  declarations: Declared[];
  byKey: Map<string, Declared>;
  /** Names that were declared more than once. */
  duplicates: LeanName[];
  /** 1-based lines by key. */
  ranges: Map<string, { line: number; endLine: number }>;
}

/** The text is not an export: Lean did not write the compiled module, or the exporter was manipulated. */
export class NotAnExport extends Error {
  override readonly name = 'NotAnExport';
}

/** @throws {NotAnExport} at the first invalid line */
export function readCompiledModule(text: string): CompiledModule {
  const module: CompiledModule = {
    names: [nameOf([])],
    levels: [{ kind: 'zero' }],
    exprs: [],
    tables: [],
    imports: [],
    declarations: [],
    byKey: new Map(),
    duplicates: [],
    ranges: new Map(),
  };
  let isComplete = false;
  for (const line of text.split('\n')) {
    if (isComplete && line === '') break;
    if (isComplete) throw new NotAnExport('text after the end');
    if (line === 'end') isComplete = true;
    else readLine(module, new WordReader(line));
  }
  if (!isComplete) throw new NotAnExport('it ends too early');
  return module;
}

function readLine(module: CompiledModule, words: WordReader): void {
  const table = words.next();
  if (table === 'N') module.names.push(readName(module, words));
  else if (table === 'L') module.levels.push(readLevel(module, words));
  else if (table === 'E') module.exprs.push(readExpr(module, words));
  else if (table === 'I') module.imports.push(nameAt(module, words));
  else if (table === 'D') addDeclaration(module, readDeclaration(module, words));
  else if (table === 'R') {
    module.ranges.set(nameAt(module, words).key, { line: words.number(), endLine: words.number() });
  } else throw new NotAnExport(`a line '${table}'`);
  words.end();
  if (table === 'N' || table === 'L' || table === 'E') module.tables.push(words.line);
}

function addDeclaration(module: CompiledModule, declared: Declared): void {
  module.declarations.push(declared);
  if (module.byKey.has(declared.name.key)) module.duplicates.push(declared.name);
  else module.byKey.set(declared.name.key, declared);
}

const nameAt = ({ names }: CompiledModule, words: WordReader): LeanName => names[words.below(names.length)]!;

/** The maximum number of name components, because names are built one by one. Lean's own names have fewer than twenty. */
export const MAX_NAME_PARTS = 200;

function readName(module: CompiledModule, words: WordReader): LeanName {
  const kind = words.oneOf('s', 'i');
  const parent = nameAt(module, words);
  if (parent.parts.length >= MAX_NAME_PARTS) throw new NotAnExport('a name with too many components');
  return nameOf([...parent.parts, kind === 's' ? textOf(words.codes()) : words.number()]);
}

function readLevel({ levels, names }: CompiledModule, words: WordReader): LevelNode {
  const kind = words.oneOf('s', 'm', 'i', 'p');
  if (kind === 's') return { kind: 'succ', of: words.below(levels.length) };
  if (kind === 'p') return { kind: 'param', name: words.below(names.length) };
  const [left, right] = [words.below(levels.length), words.below(levels.length)];
  return { kind: kind === 'm' ? 'max' : 'imax', left, right };
}

function readExpr({ exprs, levels, names }: CompiledModule, words: WordReader): ExprNode {
  const expr = (): number => words.below(exprs.length);
  const name = (): number => words.below(names.length);
  const kind = words.oneOf('b', 's', 'c', 'a', 'l', 'p', 'z', 'n', 't', 'j');
  switch (kind) {
    case 'b':
      return { kind: 'bound', index: words.number() };
    case 's':
      return { kind: 'sort', level: words.below(levels.length) };
    case 'c':
      return { kind: 'const', name: name(), levels: words.rest(() => words.below(levels.length)) };
    case 'a':
      return { kind: 'app', fn: expr(), arg: expr() };
    case 'l':
    case 'p': {
      const binder = words.oneOf('d', 'i', 's', 'c');
      return { kind: kind === 'l' ? 'lam' : 'pi', binder, name: name(), type: expr(), body: expr() };
    }
    case 'z':
      return { kind: 'let', name: name(), type: expr(), value: expr(), body: expr() };
    case 'n':
      return { kind: 'nat', digits: words.digits() };
    case 't':
      return { kind: 'text', codes: words.codes() };
    case 'j':
      return { kind: 'proj', structure: name(), index: words.number(), of: expr() };
  }
}

function readDeclaration(module: CompiledModule, words: WordReader): Declared {
  const kind = words.oneOf('axiom', 'theorem', 'opaque', 'def', 'inductive', 'constructor', 'recursor', 'quot');
  const expr = (): number => words.below(module.exprs.length);
  const listed = (): LeanName[] => words.counted(() => nameAt(module, words));
  const safety = (): Head['safety'] => SAFETY[words.oneOf('s', 'u', 'p')];
  const head = (of: Head['safety']): Head => ({
    name: nameAt(module, words),
    type: expr(),
    levelParams: listed(),
    safety: of,
  });
  switch (kind) {
    case 'axiom':
      return { kind, ...head(safety()) };
    case 'theorem':
    case 'opaque': {
      const [of, value] = [safety(), expr()];
      return { kind, value, ...head(of) };
    }
    case 'def': {
      const [of, hints, value] = [safety(), words.matching(/^(?:o|a|\d+)$/), expr()];
      return { kind, hints, value, ...head(of) };
    }
    case 'inductive': {
      const [of, parameters, all, constructors] = [safety(), words.number(), listed(), listed()];
      return { kind, parameters, all, constructors, ...head(of) };
    }
    case 'constructor':
      return { kind, inductive: nameAt(module, words), ...head('safe') };
    case 'recursor':
    case 'quot':
      return { kind, ...head('safe') };
  }
}

const SAFETY = { s: 'safe', u: 'unsafe', p: 'partial' } as const;

/** The direct subexpressions. */
export function childrenOf(node: ExprNode): readonly number[] {
  switch (node.kind) {
    case 'app':
      return [node.fn, node.arg];
    case 'lam':
    case 'pi':
      return [node.type, node.body];
    case 'let':
      return [node.type, node.value, node.body];
    case 'proj':
      return [node.of];
    default:
      return [];
  }
}

/** `id` and its subexpressions, children first, without those that `isKnown`. Not recursive, because terms are deep. */
export function reachable({ exprs }: CompiledModule, id: number, isKnown?: (id: number) => boolean): number[] {
  const found = new Set<number>();
  const todo = [id];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (found.has(next) || isKnown?.(next) === true) continue;
    found.add(next);
    const node = exprs[next];
    if (node !== undefined) todo.push(...childrenOf(node));
  }
  // A child always has a lower number than its parent.
  return [...found].sort((a, b) => a - b);
}

/** The expression numbers of a declaration's type and value (if any). */
export const rootsOf = (declared: Declared): number[] =>
  'value' in declared ? [declared.type, declared.value] : [declared.type];

/** Decodes the export's code points to a string. Refuses invalid code points, such as surrogates. */
export function textOf(codes: string): string {
  if (codes === '-') return '';
  return codes
    .split(',')
    .map((code) => {
      const point = Number(code);
      if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) throw new NotAnExport(`code point ${code}`);
      return String.fromCodePoint(point);
    })
    .join('');
}

/** Reads the words of one line from left to right. Each method checks the form of the word. */
class WordReader {
  readonly line: string;
  private readonly words: string[];
  private at = 0;

  constructor(line: string) {
    this.line = line;
    this.words = line.split(' ');
  }

  next(): string {
    const word = this.words[this.at++];
    if (word === undefined) throw new NotAnExport(`'${this.line.slice(0, 80)}' is too short`);
    return word;
  }

  matching(pattern: RegExp): string {
    const word = this.next();
    if (!pattern.test(word)) throw new NotAnExport(`'${word.slice(0, 80)}' in '${this.line.slice(0, 80)}'`);
    return word;
  }

  oneOf<T extends string>(...choices: T[]): T {
    const word = this.next();
    const found = choices.find((choice) => choice === word);
    if (found === undefined) throw new NotAnExport(`'${word.slice(0, 80)}' in '${this.line.slice(0, 80)}'`);
    return found;
  }

  digits(): string {
    return this.matching(/^(?:0|[1-9]\d*)$/);
  }

  number(): number {
    const number = Number(this.digits());
    if (!Number.isSafeInteger(number)) throw new NotAnExport(`number ${number}`);
    return number;
  }

  /** A reference to a line above. */
  below(limit: number): number {
    const number = this.number();
    if (number >= limit) throw new NotAnExport(`'${this.line.slice(0, 80)}' refers to a missing line`);
    return number;
  }

  codes(): string {
    return this.matching(/^(?:-|\d+(?:,\d+)*)$/);
  }

  counted<T>(read: () => T): T[] {
    return Array.from({ length: this.below(this.words.length) }, read);
  }

  rest<T>(read: () => T): T[] {
    const all: T[] = [];
    while (this.at < this.words.length) all.push(read());
    return all;
  }

  end(): void {
    if (this.at !== this.words.length) throw new NotAnExport(`'${this.line.slice(0, 80)}' is too long`);
  }
}
