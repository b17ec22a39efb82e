/**
 * The gate: refuses a candidate because of its tokens, before Lean runs. It exists for safety
 * and for clear answers; no verdict `accepted` depends on it alone.
 */
import { STARTERS } from '../../lean/commands.ts';
import { withoutGuillemets } from '../../lean/full-name.ts';
import { interpolatedTerms } from '../../lean/interpolation.ts';
import { tokenise } from '../../lean/lexer.ts';
import type { Problem } from '../../lean/declaration.ts';
import {
  DOC,
  IDENTIFIER,
  LINE_FIRST,
  MODULE_DOC,
  OPENED_BY,
  SPACED,
  STRING,
  SYMBOL,
  type Tokens,
} from '../../lean/tokens.ts';
import type { Candidate } from './candidate.ts';
import { CODE_WORDS, refusedOpen, refusedOption, SYNTAX_WORDS } from './gate-lists.ts';

/** Keywords, by what they do. Inside a dotted name, or between « and », these words are not keywords. */
const KEYWORDS = byWord({
  'leaves a hole': 'sorry admit stop',
  'declares something':
    'theorem lemma def abbrev example instance structure class inductive coinductive axiom opaque constant constants ' +
    'deriving mutual unsafe partial',
  'is a command':
    'namespace section end export import universe universes variable variables attribute include omit local scoped',
  'changes the syntax': SYNTAX_WORDS.join(' '),
  'runs code': CODE_WORDS.join(' '),
  'goes round the kernel': 'native_decide nativeDecide native implemented_by implementedBy extern csimp',
});

/** Names, recognized by their last component, with or without guillemets: `sorryAx`, `Lean.«ofReduceBool»`. */
const NAMES = byWord({
  'leaves a hole': 'sorryAx',
  'runs code': 'unsafeCast unsafeIO unsafeEIO unsafeBaseIO autoParam',
  'goes round the kernel': 'lcProof lcUnreachable ofReduceBool ofReduceNat reduceBool reduceNat trustCompiler',
});

function byWord(words: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(words).flatMap(([why, list]) => list.split(' ').map((word) => [word, why] as const)));
}

/** Words that can begin a command, a tactic or a term; their forbidden uses are refused by other rules. */
const ALSO_TACTICS = new Set(['open', 'set_option', 'count_heartbeats', 'unseal', 'seal']);

/** Lean looks for the longest command that it knows: `#evalx` is `#eval x`. */
const COMMANDS_AFTER_HASH = /^(?:eval|exit|print|check|reduce|synth|guard_msgs)/;

/** A sketch leaves holes. It is never accepted. */
const ALLOWED_IN_SKETCH: ReadonlySet<string> = new Set(['sorry', 'admit']);

/**
 * Null if the candidate may be tried; otherwise the reason why not, as a sentence without a full stop. `isSketch`: it is
 * only tried, never judged.
 */
export function gate(candidate: Candidate, isSketch = false): string | null {
  const problems: Problem[] = [];
  const tokens = tokenise(candidate.text, problems);
  const problem = problems[0];
  if (problem !== undefined) return `a ${problem.message}`;
  if (tokens.count === 0) return 'it is empty';
  return refusedToken(tokens, isSketch) ?? unbalanced(tokens);
}

function refusedToken(tokens: Tokens, isSketch: boolean): string | null {
  for (let at = 0; at < tokens.count; at++) {
    if (isSketch && ALLOWED_IN_SKETCH.has(tokens.word(at))) continue;
    const reason = refused(tokens, at);
    if (reason !== null) return reason;
  }
  return null;
}

function refused(tokens: Tokens, at: number): string | null {
  switch (tokens.kind(at)) {
    case IDENTIFIER:
      return refusedWord(tokens, at);
    case STRING:
      return refusedInterpolation(tokens, at);
    case DOC:
      return isLocalDoc(tokens, at) ? null : 'a documentation comment begins a command';
    case MODULE_DOC:
      return 'a documentation comment begins a command';
    case SYMBOL:
      // Lean continues a quoted name on the next line, so it would read code as a name, or a name as code.
      if (tokens.is(at, '«')) return `'«' is not closed on its line`;
      if (tokens.is(at, '#')) {
        const isCommand = tokens.flag(at, LINE_FIRST) || COMMANDS_AFTER_HASH.test(tokens.word(at + 1));
        if (isCommand && tokens.kind(at + 1) === IDENTIFIER) return `'#${tokens.word(at + 1)}' is a command`;
      }
      return tokens.is(at, '@[') ? `'@[' is an attribute` : null;
    default:
      return null;
  }
}

/** `where /-- … -/ go : …`, `let rec /-- … -/ go …`. */
const isLocalDoc = (tokens: Tokens, at: number): boolean => tokens.is(at - 1, 'where') || tokens.is(at - 1, 'rec');

function refusedWord(tokens: Tokens, at: number): string | null {
  const word = tokens.word(at);
  const last = withoutGuillemets(word.slice(word.lastIndexOf('.') + 1));
  if (word === 'scoped' && tokens.is(at - 1, 'open')) return null;
  const why = KEYWORDS.get(word) ?? NAMES.get(last);
  if (why !== undefined) return `'${word}' ${why}`;
  if (word === 'eval' && tokens.is(at + 1, '%') && !tokens.flag(at + 1, SPACED)) return `'eval%' runs code`;
  if (word === 'set_option') return refusedOption(tokens, at);
  if (word === 'open') return refusedOpen(tokens, at);
  const isOutermost = tokens.flag(at, LINE_FIRST) && at > 0 && tokens.column(at) <= tokens.column(0);
  return isOutermost && STARTERS.has(word) && !ALSO_TACTICS.has(word) ? `'${word}' begins a command` : null;
}

function refusedInterpolation(tokens: Tokens, at: number): string | null {
  for (const { text } of interpolatedTerms(tokens, at)) {
    const reason = refusedToken(tokenise(text, []), false);
    if (reason !== null) return reason;
  }
  return null;
}

/** A closing bracket of the candidate must match an opening one in the candidate, not one in the file. */
function unbalanced(tokens: Tokens): string | null {
  const open: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const depthChange = tokens.bracket(at);
    if (depthChange === 0) continue;
    const bracket = tokens.word(at).slice(-1);
    if (depthChange > 0) open.push(bracket);
    else if (open.pop() !== OPENED_BY.get(bracket)) return `'${bracket}' closes nothing`;
  }
  return open.length > 0 ? `'${open.pop() ?? ''}' is not closed` : null;
}
