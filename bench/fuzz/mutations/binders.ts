/** Mutations of arguments and hypotheses: binder kind, order and number. */
import { IDENTIFIER } from '../../../src/lean/tokens.ts';
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Declaration, insertAt, range, read, type Reading, replaceTokens, textOf } from '../reading.ts';
import { type Binders, bindersOf } from './words.ts';

/** A binder group of a declaration. */
interface Place {
  reading: Reading;
  declaration: Declaration;
  binders: Binders;
  /** The next group, if any. */
  next: Binders | undefined;
}

function placesOf(marked: string): Place[] {
  const reading = read(marked);
  return reading.declarations.flatMap((declaration) => {
    const groups = bindersOf(reading, declaration.signature);
    return groups.map((binders, at) => ({ reading, declaration, binders, next: groups[at + 1] }));
  });
}

/** Replaces one of the groups that meet the condition by the result of `change`. */
function atGroup(condition: (place: Place) => boolean, change: (place: Place) => string) {
  return (marked: string, draw: Draw): string | null => {
    const place = draw.one(placesOf(marked).filter(condition));
    return place && replaceTokens(place.reading, place.binders.span, change(place));
  };
}

const inside = ({ reading, binders: { span } }: Place): string =>
  textOf(reading, { from: span.from + 1, to: span.to - 1 });

const isBracket =
  (bracket: string) =>
  ({ binders }: Place): boolean =>
    binders.bracket === bracket && !binders.type.includes(':=');

/** Whether one group mentions a name of the other; then they cannot be swapped. */
const mentions = ({ reading }: Place, { span }: Binders, { names }: Binders): boolean =>
  range(span.from, span.to).some((at) => names.includes(reading.tokens.word(at).split('.')[0] ?? ''));

const canSwap = (place: Place): boolean => {
  const { binders, next } = place;
  if (next === undefined || binders.type === next.type || binders.names.length === 0) return false;
  return !mentions(place, next, binders) && !mentions(place, binders, next);
};

function swapped(marked: string, draw: Draw): string | null {
  const place = draw.one(placesOf(marked).filter(canSwap));
  if (place === null || place.next === undefined) return null;
  const { reading, binders, next } = place;
  const both = { from: binders.span.from, to: next.span.to };
  return replaceTokens(reading, both, `${textOf(reading, next.span)} ${textOf(reading, binders.span)}`);
}

/** Adds `group` after the last group of a declaration that has a statement. */
function added(group: string, condition: (declaration: Declaration) => boolean = () => true) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const all = reading.declarations.filter((each) => !TYPES.has(each.keyword) && each.name !== '' && condition(each));
    const declaration = draw.one(all);
    if (declaration === null) return null;
    const last = bindersOf(reading, declaration.signature).at(-1);
    const offset = reading.tokens.end((last?.span.to ?? declaration.signature.from) - 1);
    return insertAt(marked, offset, ` ${group}`);
  };
}

const TYPES = new Set(['structure', 'class', 'inductive', 'class inductive']);

/** Makes a group of a `variable (f : α → α)` command implicit, if the file uses it. */
function otherVariable(marked: string, draw: Draw): string | null {
  const reading = read(marked);
  const commands = reading.commands.filter(({ keyword }) => keyword === 'variable');
  const groups = commands.flatMap(({ body, to }) => bindersOf(reading, { from: body, to }));
  const group = draw.one(groups.filter(({ bracket }) => bracket === '('));
  if (group === null || !isUsed(reading, group)) return null;
  const { from, to } = group.span;
  return replaceTokens(reading, group.span, `{${textOf(reading, { from: from + 1, to: to - 1 })}}`);
}

function isUsed(reading: Reading, { names }: Binders): boolean {
  const { tokens, declarations } = reading;
  return declarations.some(({ signature, body, isProof }) =>
    range(signature.from, isProof ? body.from : body.to).some(
      (at) => tokens.kind(at) === IDENTIFIER && names.includes(tokens.word(at)) && !reading.inHole(at),
    ),
  );
}

/** Changes the brackets of a constructor's binder, such as `(left : Tree α)`. */
function ofConstructor(open: string, close: string) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const { tokens } = reading;
    const groups = reading.declarations
      .filter(({ keyword }) => keyword === 'inductive')
      .flatMap(({ body }) => range(body.from, body.to))
      .filter((at) => tokens.is(at, '(') && tokens.kind(at + 1) === IDENTIFIER && tokens.is(at + 2, ':'));
    const at = draw.one(groups);
    if (at === null) return null;
    const span = { from: at, to: tokens.afterBracket(at, tokens.count) };
    return replaceTokens(reading, span, `${open}${textOf(reading, { from: at + 1, to: span.to - 1 })}${close}`);
  };
}

const BINDER_KINDS = 'binder kinds';
const HYPOTHESES = 'order and number of hypotheses';

export const BINDERS: readonly Mutation[] = [
  changes(
    BINDER_KINDS,
    'explicit to implicit',
    atGroup(isBracket('('), (place) => `{${inside(place)}}`),
  ),
  changes(
    BINDER_KINDS,
    'implicit to explicit',
    atGroup(isBracket('{'), (place) => `(${inside(place)})`),
  ),
  changes(
    BINDER_KINDS,
    'instance to explicit',
    atGroup(isBracket('['), (place) => `(inst : ${inside(place)})`),
  ),
  changes(
    BINDER_KINDS,
    'instance to implicit',
    atGroup(isBracket('['), (place) => `{inst : ${inside(place)}}`),
  ),
  changes(BINDER_KINDS, 'explicit variable of a section to implicit', otherVariable),
  changes(BINDER_KINDS, 'argument of a constructor to implicit', ofConstructor('{', '}')),
  changes(HYPOTHESES, 'two groups swapped', swapped),
  // Not for implicit groups, because Lean may add them again automatically.
  changes(
    HYPOTHESES,
    'a group dropped',
    atGroup(
      ({ binders }) => binders.bracket !== '{',
      () => '',
    ),
  ),
  changes(
    HYPOTHESES,
    'False assumed',
    added('(assumed : False)', ({ isProof }) => isProof),
  ),
  changes(HYPOTHESES, 'an argument added', added('(more : Nat)')),
  changes(HYPOTHESES, 'an implicit argument added', added('{more : Nat}')),
  changes(HYPOTHESES, 'an instance assumed', added('[Inhabited Nat]')),
  changes(HYPOTHESES, 'a default for an argument', added('(more : Nat := 0)')),
];
