/** Recognizes words that run a program while Lean reads a file, including syntax that the file defines itself. */
import { readCommands } from '../../lean/commands.ts';
import { withoutGuillemets } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER, NUMBER, STRING, type Tokens } from '../../lean/tokens.ts';
import { CODE_WORDS, SYNTAX_WORDS } from '../hole/gate-lists.ts';
import { hiddenCode } from './hidden-code.ts';

/** Words whose code Lean runs immediately. */
const RUNS_IMMEDIATELY = new Set([...CODE_WORDS, 'eval%', 'simproc', 'simproc_decl']);

/** The right-hand side of new syntax can be a program that runs where the syntax is used. */
const CODE = new Set([...RUNS_IMMEDIATELY, ...SYNTAX_WORDS]);

/** Functions with which a term runs a program, by the last component of their name. */
const RUNNING_NAMES = new Set(
  (
    'unsafeIO unsafeEIO unsafeBaseIO autoParam reduceBool reduceNat ofReduceBool ofReduceNat nativeDecide ' +
    'native_decide evalExpr evalConst evalConstCheck evalDecl evalTerm'
  ).split(' '),
);

/** Attributes that run no program. Any other may extend Lean itself with a definition; a `local` one is not stored. */
const HARMLESS_ATTRIBUTES = new Set(
  (
    'simp instance defaultInstance default_instance inline noinline inlineIfReduce macroInline specialize nospecialize ' +
    'reducible irreducible semireducible class matchPattern match_pattern congr ext refl symm trans elab_as_elim ' +
    'elabWithoutExpectedType inferTCGoalsRL neverExtract unificationHint unbox local scoped low mid high default'
  ).split(' '),
);

/** Data about the file for recognizing its code words. */
export interface CodeContext {
  /** Words of syntax defined in the original that run their arguments. */
  ownWords: readonly string[];
  /** Indices of tokens within attributes. */
  attributes: ReadonlySet<number>;
  /** `true` and `5` have Lean's usual meaning, so an option may have these values. */
  hasPlainValues: boolean;
}

export interface CodeWord {
  word: string;
  /** Lean runs its code immediately, so the text above can change what it runs. */
  runs: boolean;
}

/** The code word at the token `at`; null if the token is not a code word. */
export function codeWordAt(tokens: Tokens, at: number, context: CodeContext): CodeWord | null {
  const { ownWords, attributes, hasPlainValues } = context;
  const word = tokens.word(at);
  const own = ownWords.find((each) => (isWord(each) ? each === word : tokens.text.startsWith(each, tokens.start(at))));
  if (own !== undefined) return { word: own, runs: true };
  if (tokens.kind(at) !== IDENTIFIER) return null;
  const last = withoutGuillemets(word.slice(word.lastIndexOf('.') + 1));
  if (attributes.has(at) && !HARMLESS_ATTRIBUTES.has(last)) return { word, runs: false };
  if (RUNNING_NAMES.has(last)) return { word, runs: true };
  if (tokens.is(at + 1, ':=')) {
    const isPlain = word === 'config' ? isPlainRecord : isPlainValue;
    const isOption = word === 'config' || isOptionOfTactic(tokens, at);
    if (isOption && !(hasPlainValues && isPlain(tokens, at + 2))) return { word, runs: true };
  }
  // After `#`, Lean matches the longest known command: `#evalx` is `#eval x`.
  if (tokens.is(at - 1, '#')) return word.startsWith('eval') ? { word: `#${word}`, runs: true } : null;
  const spelled = word === 'eval' && tokens.is(at + 1, '%') ? 'eval%' : word;
  return CODE.has(spelled) ? { word: spelled, runs: RUNS_IMMEDIATELY.has(spelled) } : null;
}

const NO_CONTEXT: CodeContext = { ownWords: [], attributes: new Set(), hasPlainValues: true };

/**
 * The first word with which the file runs code of its own, or that ends the file; null without such a word. Code in
 * comments and strings that Lean may read as code counts too.
 */
export function firstCodeWord(tokens: Tokens): string | null {
  const context: CodeContext = { ...NO_CONTEXT, attributes: attributeWords(tokens) };
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.is(at, 'exit') && tokens.is(at - 1, '#')) return '#exit';
    const found = codeWordAt(tokens, at, context);
    if (found !== null) return found.word;
  }
  return hiddenCode(tokens, tokenise('', []), [])?.word ?? null;
}

/**
 * Words of syntax that the file defines and that may run their arguments: the first words of its own commands
 * (`macro "claim" : command => …`), and all words if any of its syntax contains a program or an option.
 */
export function ownCodeWords(tokens: Tokens): string[] {
  const commands = readCommands(tokens, true)
    .map(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))
    .filter((indices) => indices.some((at) => SYNTAX_WORDS.includes(tokens.word(at))));
  const runs = (at: number): boolean => codeWordAt(tokens, at, NO_CONTEXT)?.runs === true;
  const isAnyRunning = commands.some((indices) => indices.some(runs));
  const words = commands.flatMap((indices) => {
    const atoms = atomsOf(tokens, indices);
    const isOfCommands = indices.some((at) => tokens.is(at, 'command') && tokens.is(at - 1, ':'));
    if (isAnyRunning) return atoms.map((at) => atomWord(tokens, at));
    const required = atoms.findIndex((at) => !tokens.is(at + 1, '?'));
    return isOfCommands ? atoms.slice(0, required + 1).map((at) => atomWord(tokens, at)) : [];
  });
  return [...new Set(words.filter((word) => word !== '' && !PUNCTUATION.test(word) && !KEYWORDS_OF_TERMS.has(word)))];
}

/** Strings before the `=>` of a syntax command. */
function atomsOf(tokens: Tokens, indices: readonly number[]): number[] {
  const arrow = indices.findIndex((at) => tokens.is(at, '=>'));
  return indices.slice(0, arrow < 0 ? indices.length : arrow).filter((at) => tokens.kind(at) === STRING);
}

const atomWord = (tokens: Tokens, at: number): string => tokens.word(at).slice(1, -1).trim().split(/\s/u)[0] ?? '';

/** Parts of any syntax that run nothing by themselves. */
const PUNCTUATION = /^[\s()[\]{}⟨⟩,;:.|=<>+*/^-]+$/u;
const KEYWORDS_OF_TERMS = new Set(
  'with in by do at from fun then else if let have show using of match where'.split(' '),
);

/** Tokens between `@[` and `]`, and between `attribute [` and `]`. */
export function attributeWords(tokens: Tokens): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < tokens.count; at++) {
    const opens = tokens.is(at, '@[') || (tokens.is(at, '[') && tokens.is(at - 1, 'attribute'));
    const end = opens ? tokens.afterBracket(at, tokens.count) : at;
    for (let within = at + 1; within < end; within++) found.add(within);
  }
  return found;
}

/** `{ name := true, other := 5 }`. Lean evaluates the options of a tactic, so any other value could be a program. */
function isPlainRecord(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at, '{')) return false;
  const end = tokens.afterBracket(at, tokens.count) - 1;
  for (let next = at + 1; next < end; next += 4) {
    const isField = tokens.kind(next) === IDENTIFIER && tokens.is(next + 1, ':=');
    if (!isField || !isPlainValue(tokens, next + 2) || (next + 3 < end && !tokens.is(next + 3, ','))) return false;
  }
  return true;
}

const isPlainValue = (tokens: Tokens, at: number): boolean =>
  tokens.kind(at) === NUMBER || tokens.is(at, 'true') || tokens.is(at, 'false');

/** Tactics of a current Lean with individual options: `simp +arith (maxSteps := 5)`. */
const WITH_OPTIONS = new Set(
  (
    'simp simp_all dsimp simpa simp_rw rw rewrite erw nth_rw omega decide grind bv_decide norm_num norm_cast push_cast ' +
    'ring_nf field_simp linarith nlinarith positivity aesop apply_rules gcongr split injection ext congr solve_by_elim'
  ).split(' '),
);

/** Whether the word in `(word :=` is an option of a tactic, which Lean evaluates, and not a named argument. */
function isOptionOfTactic(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at - 1, '(')) return false;
  let before = at - 2;
  while (tokens.is(before - 1, '+') || tokens.is(before - 1, '-')) before -= 2;
  return WITH_OPTIONS.has(tokens.word(before));
}

const isWord = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_'!?]*$/u.test(text);
