/**
 * What a compiled module declares, read from the plain text that the exporter prints (lean/export-*.lean). One line an
 * item, words between single spaces, numbers in decimal, strings as code points joined by commas (`-` for none). Names
 * count from 1 (0 is the empty one), levels from 1 (0 is zero), expressions from 0; a line refers only to lines above it.
 *
 *     N s PARENT STRING | N i PARENT NUMBER                       name
 *     L s A | L m A B | L i A B | L p NAME                        successor, max, imax, parameter
 *     E b INDEX | E s LEVEL | E c NAME LEVEL… | E a FN ARG        bound variable, sort, constant, application
 *     E l|p BINDER NAME TYPE BODY | E z NAME TYPE VALUE BODY      λ and ∀ (binder d, i, s, c), let
 *     E n NUMBER | E t STRING | E j NAME INDEX E                  literals, projection
 *     I NAME                                                      import
 *     D axiom SAFETY HEAD | D theorem SAFETY VALUE HEAD | D opaque SAFETY VALUE HEAD
 *     D def SAFETY HINTS VALUE HEAD | D constructor INDUCTIVE HEAD | D recursor HEAD | D quot HEAD
 *     D inductive SAFETY PARAMETERS n NAME… n NAME… HEAD          with it defined, constructors
 *     R NAME LINE ENDLINE                                         where it stands in the source
 *     end
 *
 * HEAD is `NAME TYPE n PARAMETER…`; SAFETY s, u or p.
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

/** `value` and `type` are numbers of expressions. */
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
  /** The lines of names, levels and expressions as they came: the replay is given these. */
  tables: string[];
  imports: LeanName[];
  declarations: Declared[];
  byKey: Map<string, Declared>;
  /** Keys that were declared more than once. */
  twice: LeanName[];
  /** 1-based lines by key. */
  ranges: Map<string, { line: number; endLine: number }>;
}

/** The text is no export: what was compiled was not written by Lean, or the exporter was made to lie. */
export class NotAnExport extends Error {
  override readonly name = 'NotAnExport';
}

/** @throws {NotAnExport} at the first line that does not fit. */
export function readCompiledModule(text: string): CompiledModule {
  const module: CompiledModule = {
    names: [nameOf([])],
    levels: [{ kind: 'zero' }],
    exprs: [],
    tables: [],
    imports: [],
    declarations: [],
    byKey: new Map(),
    twice: [],
    ranges: new Map(),
  };
  let isComplete = false;
  for (const line of text.split('\n')) {
    if (isComplete && line === '') break;
    if (isComplete) throw new NotAnExport('text behind the end');
    if (line === 'end') isComplete = true;
    else readLine(module, new Words(line));
  }
  if (!isComplete) throw new NotAnExport('it ends too early');
  return module;
}

function readLine(module: CompiledModule, words: Words): void {
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
  if (module.byKey.has(declared.name.key)) module.twice.push(declared.name);
  else module.byKey.set(declared.name.key, declared);
}

const nameAt = ({ names }: CompiledModule, words: Words): LeanName => names[words.below(names.length)]!;

/** Lean's own stay below twenty; what is built part by part must not grow without end. */
export const LONGEST_NAME = 200;

function readName(module: CompiledModule, words: Words): LeanName {
  const kind = words.oneOf('s', 'i');
  const parent = nameAt(module, words);
  if (parent.parts.length >= LONGEST_NAME) throw new NotAnExport('a name of too many parts');
  return nameOf([...parent.parts, kind === 's' ? textOf(words.codes()) : words.number()]);
}

function readLevel({ levels, names }: CompiledModule, words: Words): LevelNode {
  const kind = words.oneOf('s', 'm', 'i', 'p');
  if (kind === 's') return { kind: 'succ', of: words.below(levels.length) };
  if (kind === 'p') return { kind: 'param', name: words.below(names.length) };
  const [left, right] = [words.below(levels.length), words.below(levels.length)];
  return { kind: kind === 'm' ? 'max' : 'imax', left, right };
}

function readExpr({ exprs, levels, names }: CompiledModule, words: Words): ExprNode {
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

function readDeclaration(module: CompiledModule, words: Words): Declared {
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

/** The expressions that one is made of. */
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

/** `id` and all that it is made of, children first; without recursion, as terms are deep. `isKnown` cuts short. */
export function reachable({ exprs }: CompiledModule, id: number, isKnown?: (id: number) => boolean): number[] {
  const found = new Set<number>();
  const todo = [id];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (found.has(next) || isKnown?.(next) === true) continue;
    found.add(next);
    const node = exprs[next];
    if (node !== undefined) todo.push(...childrenOf(node));
  }
  // A child always has a lower number than what is made of it.
  return [...found].sort((a, b) => a - b);
}

/** Numbers of a declaration's own expressions: its type, and its value if it has one. */
export const rootsOf = (declared: Declared): number[] =>
  'value' in declared ? [declared.type, declared.value] : [declared.type];

/** Code points as the export writes them, as a string; those that are none, a surrogate for one, are refused. */
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

/** The words of one line, taken from left to right; each way to take one says what it must be. */
class Words {
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

  /** The number of a line above. */
  below(limit: number): number {
    const number = this.number();
    if (number >= limit) throw new NotAnExport(`'${this.line.slice(0, 80)}' refers to what is not there`);
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
