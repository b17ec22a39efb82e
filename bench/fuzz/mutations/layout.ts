/** Neutral mutations of layout and spelling: the declarations stay the same. */
import { IDENTIFIER, LINE_FIRST, SPACED, SYMBOL } from '../../../src/lean/tokens.ts';
import type { Draw } from '../draw.ts';
import { type Mutation, respells } from '../mutation.ts';
import { insertAt, partsOf, range, read, type Reading, replaceTokens, withCommand } from '../reading.ts';
import { bindersOf } from './words.ts';

/** Offsets of tokens that follow white space on their line. */
function gapsInLines({ tokens }: Reading): number[] {
  return range(0, tokens.count)
    .filter((at) => tokens.flag(at, SPACED) && !tokens.flag(at, LINE_FIRST))
    .map((at) => tokens.start(at));
}

/** Offsets where columns have no meaning: before brackets in statements. */
function gapsInStatements(reading: Reading): number[] {
  const { tokens } = reading;
  return reading.declarations
    .flatMap(({ signature, command }) => (command.keyword === 'example' ? [] : range(signature.from, signature.to)))
    .filter((at) => tokens.flag(at, SPACED) && !tokens.flag(at, LINE_FIRST) && '({['.includes(tokens.word(at)))
    .map((at) => tokens.start(at));
}

const inGap =
  (find: (reading: Reading) => number[], added: string) =>
  (marked: string, draw: Draw): string | null => {
    const offset = draw.one(find(read(marked)));
    return offset === null ? null : insertAt(marked, offset, added);
  };

const betweenCommands = (added: string) => inGap(({ gaps }) => gaps, added);

/** Adds text at the end of a line that ends outside strings and comments. No string in the seeds has several lines. */
const atLineEnd =
  (added: string) =>
  (marked: string, draw: Draw): string | null => {
    const ends = [...marked.matchAll(/(?<=\S)(?=\r?\n)/g)]
      .map(({ index }) => index)
      .filter((end) => !isInComment(marked, end));
    const end = draw.one(ends);
    return end === null ? null : insertAt(marked, end, added);
  };

/** Whether a block comment or a string is open at `offset`. */
function isInComment(marked: string, offset: number): boolean {
  const before = marked.slice(0, offset);
  return before.split('/-').length !== before.split('-/').length || before.split('"').length % 2 === 0;
}

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['→', '->'],
  ['∀', 'forall'],
  ['∃', 'exists'],
  ['∧', '/\\'],
  ['∨', '\\/'],
  ['≤', '<='],
];

/** Replaces a sign by its other spelling. Not in the file's own syntax rules, in which Lean keeps signs as written. */
const spelled =
  (sign: string, other: string) =>
  (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const { tokens } = reading;
    const sites = partsOf(reading)
      .filter(({ part }) => part !== 'syntax rule')
      .flatMap(({ span }) => range(span.from, span.to))
      .filter((at) => tokens.is(at, sign) && !reading.inHole(at));
    const at = draw.one(sites);
    return at === null ? null : replaceTokens(reading, { from: at, to: at + 1 }, other);
  };

/** Puts the type of a theorem in parentheses. */
function inParentheses(marked: string, draw: Draw): string | null {
  const reading = read(marked);
  const { tokens } = reading;
  const declaration = draw.one(reading.declarations.filter(({ keyword }) => keyword === 'theorem'));
  if (declaration === null) return null;
  const { signature } = declaration;
  const colon = bindersOf(reading, signature).at(-1)?.span.to ?? signature.from;
  if (!tokens.is(colon, ':') || colon + 1 >= signature.to) return null;
  const [start, end] = [tokens.start(colon + 1), tokens.end(signature.to - 1)];
  return `${marked.slice(0, start)}(${marked.slice(start, end)})${marked.slice(end)}`;
}

/** Splits `(a b : T)` into `(a : T) (b : T)`. */
function groupSplit(marked: string, draw: Draw): string | null {
  const reading = read(marked);
  const groups = reading.declarations
    .filter(({ isProof }) => isProof)
    .flatMap(({ signature }) => bindersOf(reading, signature))
    .filter(({ names, bracket }) => names.length > 1 && bracket !== '[');
  const group = draw.one(groups);
  if (group === null) return null;
  const close = group.bracket === '(' ? ')' : '}';
  const split = group.names.map((name) => `${group.bracket}${name} : ${group.type}${close}`);
  return replaceTokens(reading, group.span, split.join(' '));
}

/** Replaces `fun x => …` by `λ x => …`, also in holes. */
function lambda(marked: string, draw: Draw): string | null {
  const reading = read(marked);
  const { tokens } = reading;
  const at = draw.one(
    range(0, tokens.count).filter((index) => tokens.kind(index) === IDENTIFIER && tokens.is(index, 'fun')),
  );
  if (at === null || isInSyntax(reading, at)) return null;
  return replaceTokens(reading, { from: at, to: at + 1 }, 'λ');
}

const isInSyntax = (reading: Reading, at: number): boolean =>
  partsOf(reading).some(({ part, span }) => part === 'syntax rule' && span.from <= at && at < span.to);

/** Adds a space after an opening bracket. */
function spacesInBrackets(marked: string, draw: Draw): string | null {
  const { tokens } = read(marked);
  const opening = range(0, tokens.count - 1).filter((at) => {
    return tokens.kind(at) === SYMBOL && (tokens.is(at, '(') || tokens.is(at, '⟨')) && !tokens.flag(at + 1, SPACED);
  });
  const at = draw.one(opening.filter((index) => !tokens.is(index + 1, 'tactic') && !tokens.is(index + 1, 'priority')));
  return at === null ? null : insertAt(marked, tokens.end(at), ' ');
}

const WHITE_SPACE = 'white space';
const COMMENTS = 'comments';
const SPELLING = 'other spelling';
const NOTHING = 'commands that declare nothing';

/** Puts the file in a section. Not if a command runs code: the judge requires the text above it to be unchanged. */
function inSection(marked: string): string | null {
  const [gap] = read(marked).gaps;
  if (gap === undefined || /^initialize\b/m.test(marked)) return null;
  return withCommand(withCommand(marked, gap, 'section'), Infinity, 'end');
}

export const LAYOUT: readonly Mutation[] = [
  respells(WHITE_SPACE, 'spaces added', inGap(gapsInLines, '   ')),
  respells(WHITE_SPACE, 'a space after an opening bracket', spacesInBrackets),
  respells(WHITE_SPACE, 'a line break in a statement', inGap(gapsInStatements, '\n      ')),
  respells(WHITE_SPACE, 'blank lines added', betweenCommands('\n\n\n')),
  respells(WHITE_SPACE, 'spaces at the end of a line', atLineEnd('   ')),
  respells(WHITE_SPACE, 'no line break at the end of the file', (marked) =>
    marked.endsWith('\n') ? marked.trimEnd() : null,
  ),
  respells(WHITE_SPACE, 'CRLF line breaks', (marked) =>
    marked.includes('\r') ? null : marked.replaceAll('\n', '\r\n'),
  ),
  respells(COMMENTS, 'a comment in a line', inGap(gapsInLines, '/- a comment -/ ')),
  respells(COMMENTS, 'a comment with a sorry in a line', inGap(gapsInLines, '/- sorry /- axiom -/ -/ ')),
  respells(COMMENTS, 'a comment at the end of a line', atLineEnd(' -- a comment')),
  respells(COMMENTS, 'a comment with a quote at the end of a line', atLineEnd(' -- sorry: it is "so')),
  respells(COMMENTS, 'a comment before a command', betweenCommands('-- a comment\n')),
  respells(
    COMMENTS,
    'a comment with several lines before a command',
    betweenCommands('/- theorem gone : False :=\n  sorry -/\n'),
  ),
  respells(SPELLING, 'parentheses around a statement', inParentheses),
  respells(SPELLING, 'a binder group split', groupSplit),
  respells(SPELLING, 'λ for fun', lambda),
  ...SPELLINGS.map(([sign, other]) => respells(SPELLING, `${other} for ${sign}`, spelled(sign, other))),
  respells(NOTHING, 'a section around the file', inSection),
];
