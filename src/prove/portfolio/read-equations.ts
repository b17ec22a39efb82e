/** Reads the equations of functions by their patterns: those of a file, and some of Lean's core library. */
import { words } from '../../base/words.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { tokenise } from '../../lean/lexer.ts';
import { Locals } from '../../lean/term/context.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { parseTerm } from '../../lean/term/parser.ts';
import { bare, lastPart, term, type Term } from '../../lean/term/term.ts';
import { canonical, isReadable } from './canonical-term.ts';
import { NOTATION } from './goal-view.ts';
import { isExplicit, readSignature } from './read-signature.ts';

/** Alternatives of a function, in order: the first whose patterns match is its value. */
export interface Equation {
  /** One for each explicit argument, with `META` for variables. */
  patterns: readonly Term[];
  result: Term;
}

/** A definition with a larger value is not read. */
const MAX_ALTERNATIVES = 24;

const CORE: Readonly<Record<string, string>> = {
  hAppend: '| [], ys => ys | x :: xs, ys => x :: (xs ++ ys)',
  append: '| [], ys => ys | x :: xs, ys => x :: (xs ++ ys)',
  length: '| [] => 0 | x :: xs => List.length xs + 1',
  map: '| f, [] => [] | f, x :: xs => f x :: List.map f xs',
  foldr: '| f, b, [] => b | f, b, x :: xs => f x (List.foldr f b xs)',
  foldl: '| f, b, [] => b | f, b, x :: xs => List.foldl f (f b x) xs',
  hAdd: '| a, 0 => a',
  hMul: '| a, 0 => 0 | a, n + 1 => a * n + a',
  not: '| true => false | false => true',
  and: '| true, b => b | false, b => false',
  or: '| true, b => true | false, b => b',
  pred: '| 0 => 0 | n + 1 => n',
};

/** Constructors of the core library by the last part of their names. Other names in a pattern are variables. */
export const CORE_CONSTRUCTORS = new Map(
  words(
    'Bool.true Bool.false Option.none Option.some List.nil List.cons Nat.zero Nat.succ Sum.inl Sum.inr PUnit.unit Prod.mk',
  ).map((name) => [lastPart(name), name]),
);

/** The equations of a definition; null if it is no function whose value is readable. */
export function equationsOf(declaration: Declaration, constructors: ReadonlySet<string>): readonly Equation[] | null {
  const { signature, typeAt, body } = declaration;
  const { own } = readSignature(signature.slice(typeAt));
  const explicit = own.filter(isExplicit).map(({ name }) => name);
  const value = body.replace(/^:=\s*/u, '').trim();
  if (value.startsWith('|')) return alternativesIn(value, explicit, constructors);
  const matched = /^match ((?:\w+)(?:, \w+)*) with (\|.*)$/u.exec(value);
  if (matched !== null) return matchesIn(matched[1]!.split(', '), matched[2]!, explicit, constructors);
  const result = read(value, explicit);
  return value === '' || result === null ? null : [{ patterns: explicit.map((each) => term(Kind.META, each)), result }];
}

function alternativesIn(
  text: string,
  before: readonly string[],
  constructors: ReadonlySet<string>,
): readonly Equation[] | null {
  const found: Equation[] = [];
  for (const { patterns, result } of splitAlternatives(text)) {
    const one = equation(patterns, result, before, constructors);
    if (one === null) return found.length === 0 ? null : found;
    found.push({ ...one, patterns: [...before.map((each) => term(Kind.META, each)), ...one.patterns] });
  }
  return found.length === 0 || found.length > MAX_ALTERNATIVES ? null : found;
}

/** A function whose value is one `match` on some of its arguments. */
function matchesIn(
  matched: readonly string[],
  text: string,
  explicit: readonly string[],
  constructors: ReadonlySet<string>,
): readonly Equation[] | null {
  if (matched.some((each) => !explicit.includes(each))) return null;
  const others = explicit.filter((each) => !matched.includes(each));
  const found = alternativesIn(text, others, constructors);
  return (
    found?.map(({ patterns, result }) => ({
      patterns: explicit.map((each) =>
        matched.includes(each) ? patterns[others.length + matched.indexOf(each)]! : term(Kind.META, each),
      ),
      result,
    })) ?? null
  );
}

/** Alternatives `| p, q => r`, without those in brackets. */
function splitAlternatives(text: string): { patterns: string[]; result: string }[] {
  const tokens = tokenise(text, []);
  const found: { patterns: string[]; result: string }[] = [];
  let depth = 0;
  let from = 0;
  let patterns: string[] | null = null;
  const end = (to: number): void => {
    if (patterns !== null) found.push({ patterns, result: text.slice(from, to).trim() });
    patterns = null;
  };
  let current: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const word = tokens.word(at);
    if ('([{⟨'.includes(word)) depth++;
    else if (')]}⟩'.includes(word)) depth--;
    else if (depth === 0 && word === '|') {
      end(tokens.start(at));
      current = [];
      from = tokens.end(at);
    } else if (depth === 0 && patterns === null && (word === ',' || word === '=>')) {
      current.push(text.slice(from, tokens.start(at)).trim());
      from = tokens.end(at);
      if (word === '=>') patterns = current;
    }
  }
  end(text.length);
  return found;
}

/** Null if a pattern or the result is not readable. */
function equation(
  patterns: readonly string[],
  result: string,
  before: readonly string[],
  constructors: ReadonlySet<string>,
): Equation | null {
  const variables = new Set(before);
  let wildcards = 0;
  const terms = patterns.map((text) => {
    const tree = read(
      text.replaceAll(/(?<![\w.])_(?!\w)/gu, () => `wild${wildcards++}`),
      [],
    );
    return tree === null ? null : patternIn(tree, constructors, variables);
  });
  const value = read(result, [...variables]);
  if (value === null || terms.some((each) => each === null)) return null;
  return { patterns: terms as Term[], result: value };
}

function patternIn(tree: Term, constructors: ReadonlySet<string>, variables: Set<string>): Term {
  const isName = (tree.kind === Kind.CONSTANT || tree.kind === Kind.LOCAL) && tree.args.length === 0;
  const last = lastPart(tree.head);
  if (isName && !tree.head.includes('.') && !constructors.has(last) && !CORE_CONSTRUCTORS.has(last)) {
    variables.add(tree.head);
    return term(Kind.META, tree.head);
  }
  return term(
    tree.kind,
    tree.head,
    tree.args.map((each) => patternIn(each, constructors, variables)),
  );
}

/** In canonical form, with `META` for variables; null if it has unknown syntax. */
function read(text: string, variables: readonly string[]): Term | null {
  const locals = new Locals(new Map(variables.map((name) => [name, ''])));
  const tree = canonical(bare(parseTerm(text, { table: NOTATION, locals, isOpen: () => true, module: null })));
  const general = generalised(tree, new Set(variables));
  return isReadable(general) ? general : null;
}

function generalised({ kind, head, args }: Term, variables: ReadonlySet<string>): Term {
  const isVariable = (kind === Kind.LOCAL || kind === Kind.CONSTANT) && variables.has(head);
  return term(
    isVariable ? Kind.META : kind,
    head,
    args.map((each) => generalised(each, variables)),
  );
}

/** By the last part of the function's name. */
export const CORE_EQUATIONS: ReadonlyMap<string, readonly Equation[]> = new Map(
  Object.entries(CORE).map(([name, body]) => [name, alternativesIn(body, [], new Set())!]),
);
