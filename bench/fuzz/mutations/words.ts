/** Mutations of tokens in statements and bodies: numerals, constants, operators, strings, variables, universes. */
import { IDENTIFIER, NUMBER, SPACED, STRING, type Span, SYMBOL } from '../../../src/lean/tokens.ts';
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Part, partsOf, range, read, type Reading, replaceTokens } from '../reading.ts';

const PARTS: readonly Part[] = [
  'statement',
  'signature',
  'body',
  'instance body',
  'partial body',
  'unsafe body',
  'opaque default',
  'implementedBy target',
  'type body',
  'syntax rule',
];

/** A token range with its possible replacements. */
interface Site {
  span: Span;
  replacements: string[];
}

type Sites = (reading: Reading, at: number) => Site | null;

const OPERATORS: Record<string, string[]> = {
  '+': ['*', '-'],
  '*': ['+'],
  '-': ['+'],
  '/': ['*'],
  '%': ['/'],
  '=': ['≠'],
  '==': ['!='],
  '∧': ['∨'],
  '∨': ['∧'],
  '<': ['≤', '>'],
  '||': ['&&'],
  '++': ['+'],
  '→': ['↔', '×'],
  '∃': ['∀'],
  '∀': ['∃'],
  '⊙': ['+'],
};

const CONSTANTS: Record<string, string[]> = {
  Nat: ['Int', 'Bool', 'String'],
  Bool: ['Nat'],
  String: ['Nat'],
  true: ['false'],
  false: ['true'],
  Prop: ['Type'],
  a: ['0'],
  'Nat.succ': ['Nat.pred'],
  'Color.red': ['Color.blue'],
  'Color.green': ['Color.red'],
  'Tree.leaf': ['mirrored Tree.leaf'],
  step: ['step._neg', 'step._at'],
  'List.length': ['List.length ∘ List.reverse'],
  'List.append': ['fun as bs => List.append bs as'],
};

/** Joins adjacent signs, which are separate tokens. */
function signsAt({ tokens }: Reading, at: number): { word: string; span: Span } | null {
  const isSign = (index: number): boolean =>
    tokens.kind(index) === SYMBOL && /^[-+*/%=<>|&!∧∨→∃∀⊙]+$/u.test(tokens.word(index));
  if (!isSign(at) || (isSign(at - 1) && !tokens.flag(at, SPACED))) return null;
  let to = at + 1;
  while (isSign(to) && !tokens.flag(to, SPACED)) to++;
  return {
    word: range(at, to)
      .map((index) => tokens.word(index))
      .join(''),
    span: { from: at, to },
  };
}

const operator: Sites = (reading, at) => {
  const signs = signsAt(reading, at);
  const replacements = signs && OPERATORS[signs.word];
  return signs && replacements ? { span: signs.span, replacements } : null;
};

const constant: Sites = ({ tokens }, at) => {
  const replacements = tokens.kind(at) === IDENTIFIER ? CONSTANTS[tokens.word(at)] : undefined;
  // The name of an argument (before a colon) is not a constant.
  return replacements === undefined || tokens.is(at + 1, ':') ? null : { span: { from: at, to: at + 1 }, replacements };
};

const numeral: Sites = ({ tokens }, at) => {
  if (tokens.kind(at) !== NUMBER) return null;
  return { span: { from: at, to: at + 1 }, replacements: [String(Number(tokens.word(at)) + 1)] };
};

const string: Sites = ({ tokens }, at) =>
  tokens.kind(at) === STRING
    ? { span: { from: at, to: at + 1 }, replacements: [`${tokens.word(at).slice(0, -1)}!"`] }
    : null;

/** Swaps the operands of `a + b` if they are two different words. */
const operands: Sites = (reading, at) => {
  const { tokens } = reading;
  const isWord = (index: number): boolean => [IDENTIFIER, NUMBER].includes(tokens.kind(index));
  const signs = signsAt(reading, at);
  if (signs === null || !['+', '*', '-', '=', '==', '<', '∧', '∨'].includes(signs.word)) return null;
  const [left, right] = [at - 1, signs.span.to];
  const isComplete = !isWord(left - 1) && !isWord(right + 1) && !tokens.is(left - 1, '.') && !tokens.is(right + 1, '.');
  if (!isWord(left) || !isWord(right) || !isComplete || tokens.word(left) === tokens.word(right)) return null;
  if (reading.inHole(left) || reading.inHole(right)) return null;
  const swapped = `${tokens.word(right)} ${signs.word} ${tokens.word(left)}`;
  return { span: { from: left, to: right + 1 }, replacements: [swapped] };
};

const universe: Sites = ({ tokens }, at) => {
  if (!tokens.is(at, 'Type') && !tokens.is(at, 'Sort')) return null;
  const hasLevel = /^[uv]$/.test(tokens.word(at + 1));
  const to = hasLevel ? at + 2 : at + 1;
  const written = range(at, to)
    .map((index) => tokens.word(index))
    .join(' ');
  const levels = hasLevel ? ['Type', 'Type u', 'Type v', 'Sort u', 'Type (u + 1)'] : ['(Type 1)', 'Prop'];
  return { span: { from: at, to }, replacements: levels.filter((each) => each !== written) };
};

/** Replaces a variable by another name of the same binder group. */
const variable: Sites = (reading, at) => {
  const { tokens } = reading;
  if (tokens.kind(at) !== IDENTIFIER || isBinderName(reading, at)) return null;
  const declaration = reading.declarations.find(({ signature, body }) => signature.from <= at && at < body.to);
  if (declaration === undefined) return null;
  const groups = bindersOf(reading, declaration.signature);
  const group = groups.find(({ names }) => names.length > 1 && names.includes(tokens.word(at)));
  return group
    ? { span: { from: at, to: at + 1 }, replacements: group.names.filter((name) => name !== tokens.word(at)) }
    : null;
};

function isBinderName({ tokens }: Reading, at: number): boolean {
  let next = at;
  while (tokens.kind(next) === IDENTIFIER) next++;
  if (tokens.is(next, ':')) return true;
  let before = at;
  while (tokens.kind(before) === IDENTIFIER) before--;
  return tokens.is(before, '∀') || tokens.is(before, '∃');
}

/** A bracketed group of a signature: `(a b : Nat)`, `{α : Type u}`, `[Op α]`. The span is a token range. */
export interface Binders {
  span: Span;
  bracket: string;
  /** Empty for `[Op α]`. */
  names: string[];
  /** As written after the colon. */
  type: string;
}

/** The groups before the colon of a signature. */
export function bindersOf({ tokens, text }: Reading, { from, to }: Span): Binders[] {
  const found: Binders[] = [];
  let at = from;
  while (at < to && '({['.includes(tokens.word(at))) {
    const end = tokens.afterBracket(at, to);
    const colon = range(at, end).find((index) => tokens.is(index, ':'));
    const names = colon === undefined ? [] : range(at + 1, colon).map((index) => tokens.word(index));
    const type = text.slice(tokens.end(colon ?? at), tokens.start(end - 1)).trim();
    found.push({ span: { from: at, to: end }, bracket: tokens.word(at), names, type });
    at = end;
  }
  return found;
}

function replacedIn(part: Part, sites: Sites) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const spans = partsOf(reading).filter((each) => each.part === part);
    const found = spans
      .flatMap(({ span }) => range(span.from, span.to))
      .filter((at) => !reading.inHole(at))
      .flatMap((at) => sites(reading, at) ?? []);
    const site = draw.one(found);
    const replacement = draw.one(site?.replacements ?? []);
    return site === null || replacement === null ? null : replaceTokens(reading, site.span, replacement);
  };
}

const every = (what: string, parts: readonly Part[], sites: Sites): Mutation[] =>
  parts.map((part) => changes(`other tokens: ${part}`, `${what} in a ${part}`, replacedIn(part, sites)));

export const WORDS: readonly Mutation[] = [
  ...every('other numeral', PARTS, numeral),
  ...every('other operator', PARTS, operator),
  ...every(
    'other constant',
    PARTS.filter((part) => !['partial body', 'opaque default', 'unsafe body', 'implementedBy target'].includes(part)),
    constant,
  ),
  ...every(
    'operands swapped',
    PARTS.filter((part) => !['opaque default', 'implementedBy target', 'type body', 'syntax rule'].includes(part)),
    operands,
  ),
  ...every('other string', ['statement', 'body', 'type body'], string),
  ...every('other universe', ['statement', 'signature', 'type body'], universe),
  ...every('other variable', ['statement', 'signature', 'body'], variable),
];
