/** What retrieval is asked for: the words of a statement or a goal, and the queries that an error calls for. */
import { SYMBOLS } from '../../index/words/symbols.ts';
import { tokenise } from '../../lean/lexer.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { Captured } from '../../lean/message/message-captures.ts';
import type { MessageClass } from '../../lean/message/message-class.ts';
import { IDENTIFIER, SYMBOL } from '../../lean/tokens.ts';
import type { RetrievalQuery, RetrievalReason } from '../premise.ts';

export type Query = Omit<RetrievalQuery, 'limit'>;

/** More than any goal that is worth to be searched for as it is. */
const LONGEST_GOAL = 4000;
const MOST_WORDS = 40;

/** Before the first attempt: what the goal unifies with, and the words of the statement. */
export function startQueries(goal: string, statement: string): Query[] {
  return [...goalQueries(goal, 'start'), ...textQuery(wordsOf(statement), 'start')];
}

/**
 * Identifiers, types and operators of a statement, each once and in its order, operators as the words that names have
 * for them: `+` as `add`, `∣` as `dvd`. Names of variables say nothing. A symbol that only a library's own notation
 * knows stays as it is.
 */
export function wordsOf(statement: string): string[] {
  const tokens = tokenise(statement, []);
  const words = new Set<string>();
  for (let at = 0; at < tokens.count && words.size < MOST_WORDS; at++) {
    const word = tokens.word(at);
    if (tokens.kind(at) === IDENTIFIER) {
      if (!isVariable(word)) words.add(wordOfLetter(word));
    } else if (tokens.kind(at) === SYMBOL && tokens.bracket(at) === 0 && !PUNCTUATION.has(word)) {
      for (const each of (SYMBOLS[word] ?? word).split(' ')) if (each !== '') words.add(each);
    }
  }
  return [...words];
}

const PUNCTUATION = new Set([',', ';', '.', '|', '@', '$', '?', '`']);

/** `n`, `h₁`, `hx`, `x'`: short, small and without a dot. */
function isVariable(word: string): boolean {
  return /^(?:[\p{Ll}α-ω]{1,2}|_\p{L}*)[\d₀-₉'✝]*$/u.test(word) || /^[A-Z][\d₀-₉']*$/.test(word);
}

/** `ℕ` as `nat`, also where it is read as a letter. */
function wordOfLetter(word: string): string {
  return SYMBOLS[word] ?? word;
}

/** The target's words before those of the hypotheses, names of hypotheses left out. */
export function goalWords(goal: string): string[] {
  const [before = '', ...targets] = goal.split('⊢');
  const types = before.split('\n').map((line) => line.replace(/^[^:]*:/, ''));
  return wordsOf([...targets, ...types.toReversed()].join('\n'));
}

/** A goal as a goal; a very long one by its end, for the target stands there. */
export function goalQueries(goal: string, reason: RetrievalReason): Query[] {
  const text = goal.length <= LONGEST_GOAL ? goal : goal.slice(goal.lastIndexOf('⊢')).slice(0, LONGEST_GOAL);
  return text.replace('⊢', '').trim() === '' ? [] : [{ text, as: 'goal', reason }];
}

/** No words, no query. */
export function textQuery(words: readonly string[], reason: RetrievalReason): Query[] {
  return words.length === 0 ? [] : [{ text: words.slice(0, MOST_WORDS).join(' '), as: 'text', reason }];
}

function nameQuery(name: string | undefined, reason: RetrievalReason): Query[] {
  const plain = name?.trim() ?? '';
  return plain === '' || /\s/.test(plain) || isVariable(plain) ? [] : [{ text: plain, as: 'name', reason }];
}

/** The parts of a name as words: `Nat.dvd_of_mod` → `Nat dvd of mod`; none of a variable's. */
function partsOf(name: string): string[] {
  return isVariable(name) ? [] : name.split(/[._]+/).filter((part) => part.length > 1);
}

/**
 * What an error asks for (specs/lean.md 3.3): a name that is not there by that name and by its parts; types, instances
 * and patterns by what Lean says of them, with the nearest real names; whatever leaves goals, by those. Empty where no
 * declaration would help: syntax, time, a proof that goes on when it is done.
 */
export function errorQueries({ class: of, captured }: Pick<Diagnostic, 'class' | 'captured'>): Query[] {
  const reason = reasonFor(of);
  if (reason === null) return [];
  const [goal] = captured.goals ?? [];
  const left = goal === undefined ? [] : goalQueries(goal, reason);
  switch (reason) {
    case 'unknown_identifier':
      return [...nameQuery(captured.name, reason), ...textQuery(partsOf(captured.name ?? ''), reason)];
    case 'type_mismatch':
      return [...expected(captured, reason), ...nameQuery(headOf(captured.term), reason), ...left];
    case 'no_instance':
      return [
        ...textQuery(wordsOf(captured.instance ?? ''), reason),
        ...nameQuery(headOf(captured.instance), reason),
        ...left,
      ];
    case 'rewrite':
      return [...left, ...textQuery(wordsOf(captured.pattern ?? captured.found ?? ''), reason)];
    case 'start':
    case 'goal_left':
      return goal === undefined ? [] : [...left, ...textQuery(goalWords(goal), reason)];
  }
}

/** What would have the type that is wanted, and words of both types. */
function expected({ expected: wanted, found }: Captured, reason: RetrievalReason): Query[] {
  const isStatement = wanted !== undefined && /[=≤<∣∈↔≠∧∨∃∀→¬]/u.test(wanted);
  return [
    ...(isStatement ? goalQueries(`⊢ ${wanted}`, reason) : []),
    ...textQuery(wordsOf(`${wanted ?? ''} ${found ?? ''}`), reason),
  ];
}

/** What a term begins with, if that is an identifier. */
function headOf(term: string | undefined): string | undefined {
  return /^[@(]*([\p{L}_][^\s(){}[\],:]*)/u.exec(term ?? '')?.[1];
}

/** Null: retrieval would not help. */
function reasonFor(of: MessageClass): RetrievalReason | null {
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
