/**
 * Commands by which a file runs code while Lean compiles it, and which the original does not have. What such code does to
 * the declarations the audit sees; that it also writes a file, or answers for another command, only the text tells.
 */
import { readCommands } from '../../lean/commands.ts';
import { IDENTIFIER, NUMBER, STRING, type Tokens } from '../../lean/tokens.ts';
import { findHoles } from '../hole/holes.ts';
import { fillingsIn } from './aligned-fillings.ts';
import { withoutGuillemets } from '../../lean/full-name.ts';
import { endOfInterpolatedString, tokenise } from '../../lean/lexer.ts';
import { gate } from '../hole/gate.ts';
import { CODE_WORDS, SYNTAX_WORDS } from '../hole/gate-lists.ts';
import { hiddenCode } from './hidden-code.ts';

/** The first word of such a command, or of one that runs what stands above it. */
export interface AddedCode {
  /** 1-based. */
  line: number;
  word: string;
  /**
   * `above`: the original has the command too, but not what is above it. `hidden`: it is in a comment, a string or a number
   * for us, and Lean may read it as code. Otherwise the original does not have the command.
   */
  why?: 'above' | 'hidden';
}

/** A stretch of a file between two places where a command begins. */
interface Stretch {
  words: string[];
  /** Of its words that run code, in order. */
  code: AddedCode[];
  /** It is a command that Lean runs as it reads on, and does not only keep for later. */
  runs: boolean;
}

/** What Lean runs as it reads on. */
const RUNS_AT_ONCE = new Set([...CODE_WORDS, 'eval%', 'simproc', 'simproc_decl']);

/** The right-hand side of new syntax can be a program that runs where the syntax is used. */
const CODE = new Set([...RUNS_AT_ONCE, ...SYNTAX_WORDS]);

/** Names of functions by which a term runs a program, told by their last part. */
const RUNNING_NAMES = new Set(
  'unsafeIO unsafeEIO unsafeBaseIO autoParam reduceBool reduceNat ofReduceBool ofReduceNat nativeDecide native_decide'.split(
    ' ',
  ),
);

/** Attributes that no program stands behind. Any other may make a definition a part of Lean; with `local`, nothing stores it. */
const HARMLESS_ATTRIBUTES = new Set(
  (
    'simp instance defaultInstance default_instance inline noinline inlineIfReduce macroInline specialize nospecialize ' +
    'reducible irreducible semireducible class matchPattern match_pattern congr ext refl symm trans elab_as_elim ' +
    'elabWithoutExpectedType inferTCGoalsRL neverExtract unificationHint unbox local scoped low mid high default'
  ).split(' '),
);

/** Versions of Lean close this comment in different places, so that one reads code where another reads none. */
const AMBIGUOUS_COMMENT = '/--/';

/** In the order of the file. Empty where every command that runs code stands in the original too, up to its holes. */
export function addedCode(text: string, original: string): AddedCode[] {
  const trusted = codeTokens(original);
  const ownCommands = ownCommandWords(trusted);
  const isHoleFilled = fillingsIn(text, original, findHoles(original)) !== null;
  const [before, after] = [trusted, codeTokens(text)].map((tokens) => stretches(tokens, ownCommands, isHoleFilled));
  const known = before!.filter(({ code }) => code.length > 0);
  const added: AddedCode[] = [...ambiguities(text, original)];
  for (const stretch of after!) {
    const [first] = stretch.code;
    if (first === undefined) continue;
    const at = known.findIndex((other) => isSameButHoles(stretch, other));
    if (at < 0) added.push(first);
    else known.splice(at, 1);
  }
  return added.length > 0 ? added : changedAbove(after!, before!);
}

/** Without docstrings and module docs: versions differ in whether one may follow any token, as a comment may. */
function codeTokens(text: string): Tokens {
  const tokens = tokenise(text, []);
  if (tokens.docs.length === 0) return tokens;
  let blanked = '';
  let end = 0;
  for (const at of tokens.docs) {
    blanked += text.slice(end, tokens.start(at)) + tokens.word(at).replaceAll(/[^\n]/gu, ' ');
    end = tokens.end(at);
  }
  return tokenise(blanked + text.slice(end), []);
}

/**
 * A command of the original runs what stands above it: other code, if a name, an instance or a notation there is another.
 * So down to the last such command, the file has the commands of the original, with nothing but proofs and terms in the
 * places of their holes.
 */
function changedAbove(after: readonly Stretch[], before: readonly Stretch[]): AddedCode[] {
  const [ran, trusted] = [after, before].map((list) => list.findLastIndex(isEvaluated));
  const command = after[ran!]?.code[0];
  if (command === undefined) return [];
  const isSame =
    ran === trusted &&
    after.slice(0, ran! + 1).every(({ words }, at) => {
      const fillings = fillingsOf(words, piecesOf(before[at]!.words));
      return fillings !== null && fillings.every(isPlainFilling);
    });
  return isSame ? [] : [{ ...command, why: 'above' }];
}

const isEvaluated = ({ runs }: Stretch): boolean => runs;

/** A hole that is left, or what the gate lets into one. */
function isPlainFilling(words: readonly string[]): boolean {
  const text = words.join(' ');
  return /^(?:by )?(?:sorry|admit)$/.test(text) || gate({ kind: 'tactic', text }) === null;
}

function* ambiguities(text: string, original: string): Generator<AddedCode> {
  const count = (of: string): number => of.split(AMBIGUOUS_COMMENT).length;
  if (count(text) > count(original)) {
    const before = text.slice(0, text.indexOf(AMBIGUOUS_COMMENT));
    yield { line: before.split('\n').length, word: AMBIGUOUS_COMMENT };
  }
  const tokens = tokenise(text, []);
  for (let at = 0; at < tokens.count; at++) {
    // Lean reads a quoted name on over the end of its line, and the lexer does not.
    if (tokens.is(at, '«')) yield { line: tokens.line(at), word: '«' };
    if (tokens.kind(at) !== STRING || !isAmbiguousString(text, tokens.start(at), tokens.end(at))) continue;
    const word = text.slice(tokens.start(at), tokens.end(at));
    if (!original.includes(word)) yield { line: tokens.line(at), word };
  }
  const hidden = hiddenCode(text, tokens, tokenise(original, []));
  if (hidden !== null) yield { line: tokens.lineAt(hidden.start), word: hidden.word, why: 'hidden' };
}

/** Whether it ends elsewhere if a parser reads terms between its braces, as `throwError "… {x}"` does. */
function isAmbiguousString(text: string, start: number, end: number): boolean {
  return text[start] === '"' && text.slice(start, end).includes('{') && endOfInterpolatedString(text, start) !== end;
}

/** Words with which commands begin that a file makes for itself: `macro "claim" : command => …`. */
function ownCommandWords(tokens: Tokens): string[] {
  return readCommands(tokens, true).flatMap(({ from, to }) => {
    const words = Array.from({ length: to - from }, (_, at) => tokens.word(from + at));
    const isOfCommands = words.some((word, at) => word === 'command' && words[at - 1] === ':');
    const first = words.findIndex((_, at) => tokens.kind(from + at) === STRING);
    if (!isOfCommands || first < 0 || !words.slice(0, first).some((word) => SYNTAX_WORDS.includes(word))) return [];
    const [word = ''] = words[first]!.slice(1, -1).trim().split(/\s/u);
    return word === '' ? [] : [word];
  });
}

function stretches(tokens: Tokens, ownCommands: readonly string[], isHoleFilled: boolean): Stretch[] {
  const attributes = attributeWords(tokens);
  return readCommands(tokens, true).map(({ from, to }) => {
    const stretch: Stretch = { words: [], code: [], runs: false };
    for (let at = from; at < to; at++) {
      stretch.words.push(tokens.word(at));
      const word = codeWord(tokens, at, ownCommands, { isAttribute: attributes.has(at), isHoleFilled });
      if (word === null) continue;
      stretch.code.push({ line: tokens.line(at), word });
      if (ownCommands.includes(word) || word.startsWith('#') || RUNS_AT_ONCE.has(word)) stretch.runs = true;
    }
    return stretch;
  });
}

/** Tokens between `@[` and `]`, and between `attribute [` and `]`. */
function attributeWords(tokens: Tokens): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < tokens.count; at++) {
    const opens = tokens.is(at, '@[') || (tokens.is(at, '[') && tokens.is(at - 1, 'attribute'));
    const behind = opens ? tokens.behindBracket(at, tokens.count) : at;
    for (let within = at + 1; within < behind; within++) found.add(within);
  }
  return found;
}

function codeWord(
  tokens: Tokens,
  at: number,
  ownCommands: readonly string[],
  { isAttribute, isHoleFilled }: { isAttribute: boolean; isHoleFilled: boolean },
): string | null {
  const word = tokens.word(at);
  const own = ownCommands.find((each) =>
    isWord(each) ? each === word : tokens.text.startsWith(each, tokens.start(at)),
  );
  if (own !== undefined) return own;
  if (tokens.kind(at) !== IDENTIFIER) return null;
  const last = withoutGuillemets(word.slice(word.lastIndexOf('.') + 1));
  if (RUNNING_NAMES.has(last) || (isAttribute && !HARMLESS_ATTRIBUTES.has(last))) return word;
  if (tokens.is(at + 1, ':=')) {
    // With a declaration more in the file, `true` and `5` may be programs of its own.
    const isPlain = word === 'config' ? isPlainRecord : isPlainValue;
    const isOption = word === 'config' || isOptionOfTactic(tokens, at);
    if (isOption && !(isHoleFilled && isPlain(tokens, at + 2))) return word;
  }
  // After `#` Lean looks for the longest command that it knows: `#evalx` is `#eval x`.
  if (tokens.is(at - 1, '#')) return word.startsWith('eval') ? `#${word}` : null;
  const spelled = word === 'eval' && tokens.is(at + 1, '%') ? 'eval%' : word;
  return CODE.has(spelled) ? spelled : null;
}

/** `{ name := true, other := 5 }`: Lean evaluates the options of a tactic, so a program could stand there. */
function isPlainRecord(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at, '{')) return false;
  const end = tokens.behindBracket(at, tokens.count) - 1;
  for (let next = at + 1; next < end; next += 4) {
    const isField = tokens.kind(next) === IDENTIFIER && tokens.is(next + 1, ':=');
    if (!isField || !isPlainValue(tokens, next + 2) || (next + 3 < end && !tokens.is(next + 3, ','))) return false;
  }
  return true;
}

const isPlainValue = (tokens: Tokens, at: number): boolean =>
  tokens.kind(at) === NUMBER || tokens.is(at, 'true') || tokens.is(at, 'false');

/** Tactics of a current Lean that take options one by one: `simp +arith (maxSteps := 5)`. */
const WITH_OPTIONS = new Set(
  (
    'simp simp_all dsimp simpa simp_rw rw rewrite erw nth_rw omega decide grind bv_decide norm_num norm_cast push_cast ' +
    'ring_nf field_simp linarith nlinarith positivity aesop apply_rules gcongr split injection ext congr solve_by_elim'
  ).split(' '),
);

/** Whether the word in `(word :=` is an option of a tactic, which Lean evaluates, and no argument of a term. */
function isOptionOfTactic(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at - 1, '(')) return false;
  let before = at - 2;
  while (tokens.is(before - 1, '+') || tokens.is(before - 1, '-')) before -= 2;
  return WITH_OPTIONS.has(tokens.word(before));
}

const isWord = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_'!?]*$/u.test(text);

/** Whether the words of `stretch` are those of `original`, with anything that runs no code in the place of each hole. */
function isSameButHoles(stretch: Stretch, original: Stretch): boolean {
  const words = (code: readonly AddedCode[]): string => code.map(({ word }) => word).join(' ');
  return words(stretch.code) === words(original.code) && fillingsOf(stretch.words, piecesOf(original.words)) !== null;
}

/** What stands between the holes. */
function piecesOf(words: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  for (const word of words) {
    if (word === 'sorry' || word === 'admit') pieces.push([]);
    else pieces.at(-1)!.push(word);
  }
  return pieces;
}

/** What stands between the pieces, if `words` begin with the first, end with the last, and hold the others in order. */
function fillingsOf(words: readonly string[], pieces: readonly (readonly string[])[]): string[][] | null {
  const [first = [], ...rest] = pieces;
  const standsAt = (piece: readonly string[], at: number): boolean =>
    at >= 0 && at + piece.length <= words.length && piece.every((word, index) => words[at + index] === word);
  if (!standsAt(first, 0)) return null;
  if (rest.length === 0) return words.length === first.length ? [] : null;
  const fillings: string[][] = [];
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    let next = number === rest.length - 1 ? words.length - piece.length : at;
    while (number < rest.length - 1 && next + piece.length <= words.length && !standsAt(piece, next)) next++;
    if (next < at || !standsAt(piece, next)) return null;
    fillings.push(words.slice(at, next));
    at = next + piece.length;
  }
  return fillings;
}
