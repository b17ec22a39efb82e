/** Builds retrieval queries from statements, goals and errors. */
import { SYMBOLS } from '../../index/words/symbols.ts';
import { tokenise } from '../../lean/lexer.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { Captured } from '../../lean/message/message-captures.ts';
import type { MessageClass } from '../../lean/message/message-class.ts';
import { IDENTIFIER, SYMBOL } from '../../lean/tokens.ts';
import { targetOf } from '../../verify/hole/goal.ts';
import type { RetrievalQuery, RetrievalReason } from '../premise.ts';

export type Query = Omit<RetrievalQuery, 'limit'>;

/** In characters; longer goals are truncated. */
const MAX_GOAL_CHARS = 4000;
const MAX_WORDS = 40;

/** Queries before the first attempt: the goal, and the words of the statement. */
export function startQueries(goal: string, statement: string): Query[] {
  return [...goalQueries(goal, 'start'), ...textQuery(wordsOf(statement), 'start')];
}

/**
 * Identifiers, types and operators of a statement in order, without duplicates and variable names. Operators become the
 * words used in names: `+` as `add`, `∣` as `dvd`. Symbols of a library's own notation are unchanged.
 */
export function wordsOf(statement: string): string[] {
  const tokens = tokenise(statement, []);
  const words = new Set<string>();
  for (let at = 0; at < tokens.count && words.size < MAX_WORDS; at++) {
    const word = tokens.word(at);
    if (tokens.kind(at) === IDENTIFIER) {
      if (!isVariable(word)) words.add(wordOfLetter(word));
    } else if (tokens.kind(at) === SYMBOL && tokens.bracket(at) === 0 && !PUNCTUATION.has(word)) {
      for (const each of (SYMBOLS.get(word) ?? word).split(' ')) if (each !== '') words.add(each);
    }
  }
  return [...words];
}

const PUNCTUATION = new Set([',', ';', '.', '|', '@', '$', '?', '`']);

/** Names such as `n`, `h₁`, `hx`, `x'`: short, lower case and without a dot. */
function isVariable(word: string): boolean {
  return /^(?:[\p{Ll}α-ω]{1,2}|_\p{L}*)[\d₀-₉'✝]*$/u.test(word) || /^[A-Z][\d₀-₉']*$/.test(word);
}

/** Converts `ℕ` to `nat`, also if it was read as a letter. */
function wordOfLetter(word: string): string {
  return SYMBOLS.get(word) ?? word;
}

/** The words of the target, then of the hypotheses, without names of hypotheses. */
export function goalWords(goal: string): string[] {
  const [before = '', ...targets] = goal.split('⊢');
  const types = before.split('\n').map((line) => line.replace(/^[^:]*:/, ''));
  return wordsOf([...targets, ...types.toReversed()].join('\n'));
}

/** A goal query; of a very long goal, only the target. */
export function goalQueries(goal: string, reason: RetrievalReason): Query[] {
  const text = goal.length <= MAX_GOAL_CHARS ? goal : targetOf(goal).slice(0, MAX_GOAL_CHARS);
  return text.replace('⊢', '').trim() === '' ? [] : [{ text, as: 'goal', reason }];
}

/** Returns no query if there are no words. */
export function textQuery(words: readonly string[], reason: RetrievalReason): Query[] {
  return words.length === 0 ? [] : [{ text: words.slice(0, MAX_WORDS).join(' '), as: 'text', reason }];
}

function nameQuery(name: string | undefined, reason: RetrievalReason): Query[] {
  const plain = name?.trim() ?? '';
  return plain === '' || /\s/.test(plain) || isVariable(plain) ? [] : [{ text: plain, as: 'name', reason }];
}

/** The parts of a name as words: `Nat.dvd_of_mod` → `Nat dvd of mod`; empty for a variable. */
function partsOf(name: string): string[] {
  return isVariable(name) ? [] : name.split(/[._]+/).filter((part) => part.length > 1);
}

/**
 * Queries for an error: an unknown name by itself and by its parts; types, instances and patterns by
 * Lean's message and by their head names; remaining goals by themselves. Empty if no declaration can help: syntax errors,
 * timeouts, tactics after the end of the proof.
 */
export function errorQueries({ class: of, captured }: Pick<Diagnostic, 'class' | 'captured'>): Query[] {
  const reason = reasonFor(of);
  if (reason === null) return [];
  const [goal] = captured.goals ?? [];
  const goalQuery = goal === undefined ? [] : goalQueries(goal, reason);
  switch (reason) {
    case 'unknown_identifier':
      return [...nameQuery(captured.name, reason), ...textQuery(partsOf(captured.name ?? ''), reason)];
    case 'type_mismatch':
      return [...expected(captured, reason), ...nameQuery(headOf(captured.term), reason), ...goalQuery];
    case 'no_instance':
      return [
        ...textQuery(wordsOf(captured.instance ?? ''), reason),
        ...nameQuery(headOf(captured.instance), reason),
        ...goalQuery,
      ];
    case 'rewrite':
      return [...goalQuery, ...textQuery(wordsOf(captured.pattern ?? captured.found ?? ''), reason)];
    case 'goal_left':
      return goal === undefined ? [] : [...goalQuery, ...textQuery(goalWords(goal), reason)];
  }
}

/** Queries for the expected type, and for the words of both types. */
function expected({ expected: expectedType, found }: Captured, reason: RetrievalReason): Query[] {
  const isStatement = expectedType !== undefined && /[=≤<∣∈↔≠∧∨∃∀→¬]/u.test(expectedType);
  return [
    ...(isStatement ? goalQueries(`⊢ ${expectedType}`, reason) : []),
    ...textQuery(wordsOf(`${expectedType ?? ''} ${found ?? ''}`), reason),
  ];
}

/** The head of a term if it is an identifier. */
function headOf(term: string | undefined): string | undefined {
  return /^[@(]*([\p{L}_][^\s(){}[\],:]*)/u.exec(term ?? '')?.[1];
}

/** Returns null if retrieval cannot help. */
function reasonFor(of: MessageClass): Exclude<RetrievalReason, 'start' | 'called'> | null {
  switch (of.split(':', 1)[0]) {
    case 'unknown_identifier':
    case 'unknown_namespace':
    case 'invalid_field':
      return 'unknown_identifier';
    case 'type_mismatch':
    case 'function_expected':
    case 'anonymous_constructor':
      return 'type_mismatch';
    case 'failed_to_synthesize':
      return 'no_instance';
    case 'unsolved_goals':
    case 'sorry_placeholder':
    case 'tactic_stuck':
      return 'goal_left';
    case 'tactic_failed':
      return of === 'tactic_failed:rewrite' ? 'rewrite' : of === 'tactic_failed:apply' ? 'type_mismatch' : 'goal_left';
    default:
      return null;
  }
}
