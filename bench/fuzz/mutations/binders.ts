/** Arguments and hypotheses: how they are bound, their order and their number. */
import { IDENTIFIER } from '../../../src/lean/tokens.ts';
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Declaration, insertAt, range, read, type Reading, replaceTokens, textOf } from '../reading.ts';
import { type Binders, bindersOf } from './words.ts';

/** A group of binders of some declaration of the file. */
interface Place {
  reading: Reading;
  declaration: Declaration;
  binders: Binders;
  /** The group behind it, if one follows. */
  next: Binders | undefined;
}

function placesOf(marked: string): Place[] {
  const reading = read(marked);
  return reading.declarations.flatMap((declaration) => {
    const groups = bindersOf(reading, declaration.signature);
    return groups.map((binders, at) => ({ reading, declaration, binders, next: groups[at + 1] }));
  });
}

/** At one of the groups that `isMeant`, what `change` makes of it. */
function atGroup(isMeant: (place: Place) => boolean, change: (place: Place) => string) {
  return (marked: string, draw: Draw): string | null => {
    const place = draw.one(placesOf(marked).filter(isMeant));
    return place && replaceTokens(place.reading, place.binders.span, change(place));
  };
}

const inside = ({ reading, binders: { span } }: Place): string =>
  textOf(reading, { from: span.from + 1, to: span.to - 1 });

const isBracket =
  (bracket: string) =>
  ({ binders }: Place): boolean =>
    binders.bracket === bracket && !binders.type.includes(':=');

/** Whether one group says a name of the other, so that they cannot change places. */
const mentions = ({ reading }: Place, { span }: Binders, { names }: Binders): boolean =>
  range(span.from, span.to).some((at) => names.includes(reading.tokens.word(at).split('.')[0] ?? ''));

const canTurn = (place: Place): boolean => {
  const { binders, next } = place;
  if (next === undefined || binders.type === next.type || binders.names.length === 0) return false;
  return !mentions(place, next, binders) && !mentions(place, binders, next);
};

function turned(marked: string, draw: Draw): string | null {
  const place = draw.one(placesOf(marked).filter(canTurn));
  if (place === null || place.next === undefined) return null;
  const { reading, binders, next } = place;
  const both = { from: binders.span.from, to: next.span.to };
  return replaceTokens(reading, both, `${textOf(reading, next.span)} ${textOf(reading, binders.span)}`);
}

/** Puts `group` behind the last group of a declaration with a statement. */
function added(group: string, isMeant: (declaration: Declaration) => boolean = () => true) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const all = reading.declarations.filter((each) => !TYPES.has(each.keyword) && each.name !== '' && isMeant(each));
    const declaration = draw.one(all);
    if (declaration === null) return null;
    const last = bindersOf(reading, declaration.signature).at(-1);
    const behind = reading.tokens.end((last?.span.to ?? declaration.signature.from) - 1);
    return insertAt(marked, behind, ` ${group}`);
  };
}

const TYPES = new Set(['structure', 'class', 'inductive', 'class inductive']);

/** `variable (f : α → α)`, of a file in which it is used. */
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

/** A binder of a constructor: `(left : Tree α)`. */
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

const HOW = 'how arguments are bound';
const HYPOTHESES = 'order and number of hypotheses';

export const BINDERS: readonly Mutation[] = [
  changes(
    HOW,
    'explicit to implicit',
    atGroup(isBracket('('), (place) => `{${inside(place)}}`),
  ),
  changes(
    HOW,
    'implicit to explicit',
    atGroup(isBracket('{'), (place) => `(${inside(place)})`),
  ),
  changes(
    HOW,
    'instance to explicit',
    atGroup(isBracket('['), (place) => `(inst : ${inside(place)})`),
  ),
  changes(
    HOW,
    'instance to implicit',
    atGroup(isBracket('['), (place) => `{inst : ${inside(place)}}`),
  ),
  changes(HOW, 'explicit variable of a section to implicit', otherVariable),
  changes(HOW, 'argument of a constructor to implicit', ofConstructor('{', '}')),
  changes(HYPOTHESES, 'two groups turned', turned),
  // What is implicit Lean may add by itself again.
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
