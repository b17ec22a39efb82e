/**
 * What a candidate may not contain, told by its tokens (specs/lean.md 4.3, step 4). It is there for safety and for clear
 * answers; no verdict of 'accepted' rests on it alone.
 */
import { tokenise } from '../lean/lexer.ts';
import type { Problem } from '../lean/declaration.ts';
import { IDENTIFIER, LINE_FIRST, SYMBOL, type Tokens } from '../lean/tokens.ts';
import type { Candidate } from './candidate.ts';

/** Keywords, by what they do. Inside a dotted name, or between « and », they are none. */
const KEYWORDS = byWord({
  'leaves a hole': 'sorry admit stop',
  'declares something':
    'theorem lemma def abbrev example instance structure class inductive coinductive axiom opaque constant constants ' +
    'deriving mutual initialize builtin_initialize unsafe partial',
  'is a command':
    'namespace section end open export import universe universes variable variables attribute set_option include omit ' +
    'local scoped',
  'changes the syntax':
    'macro macro_rules elab elab_rules syntax declare_syntax_cat notation notation3 infix infixl infixr prefix postfix',
  'runs code': 'run_cmd run_meta run_elab run_tac by_elab include_str dbg_trace',
  'goes round the kernel': 'native_decide native implemented_by extern csimp',
});

/** Names, told by their last part however it is spelled: `sorryAx`, `Lean.«ofReduceBool»`. */
const NAMES = byWord({
  'leaves a hole': 'sorryAx',
  'runs code': 'unsafeCast unsafeIO unsafeBaseIO',
  'goes round the kernel': 'lcProof ofReduceBool ofReduceNat reduceBool reduceNat trustCompiler',
});

function byWord(words: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(words).flatMap(([why, list]) => list.split(' ').map((word) => [word, why] as const)));
}

const COMMANDS_BEHIND_HASH = new Set([
  'eval',
  'exit',
  'print',
  'check',
  'check_failure',
  'reduce',
  'synth',
  'guard_msgs',
]);

/** Null if the candidate may be tried; else why not, as a sentence without a full stop. */
export function gate(candidate: Candidate): string | null {
  const problems: Problem[] = [];
  const tokens = tokenise(candidate.text, problems);
  const problem = problems[0];
  if (problem !== undefined) return `a ${problem.message}`;
  if (tokens.count === 0) return 'it is empty';
  return refusedToken(tokens) ?? unbalanced(tokens);
}

function refusedToken(tokens: Tokens): string | null {
  for (let at = 0; at < tokens.count; at++) {
    const kind = tokens.kind(at);
    if (kind === IDENTIFIER) {
      const word = tokens.word(at);
      const last = word.slice(word.lastIndexOf('.') + 1).replaceAll(/[«»]/g, '');
      const why = KEYWORDS.get(word) ?? NAMES.get(last);
      if (why !== undefined) return `'${word}' ${why}`;
    } else if (kind === SYMBOL && tokens.is(at, '#')) {
      const isCommand = tokens.flag(at, LINE_FIRST) || COMMANDS_BEHIND_HASH.has(tokens.word(at + 1));
      if (isCommand && tokens.kind(at + 1) === IDENTIFIER) return `'#${tokens.word(at + 1)}' is a command`;
    } else if (tokens.is(at, '@[')) return `'@[' is an attribute`;
  }
  return null;
}

const CLOSES = new Map([...['()', '[]', '{}', '⟨⟩', '⦃⦄', '⟦⟧']].map((pair) => [[...pair][1], [...pair][0]]));

/** A closing bracket of the candidate must close one of its own, never one of the file. */
function unbalanced(tokens: Tokens): string | null {
  const open: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const turn = tokens.bracket(at);
    if (turn === 0) continue;
    const bracket = tokens.word(at).slice(-1);
    if (turn > 0) open.push(bracket);
    else if (open.pop() !== CLOSES.get(bracket)) return `'${bracket}' closes nothing`;
  }
  return open.length > 0 ? `'${open.pop() ?? ''}' is not closed` : null;
}
