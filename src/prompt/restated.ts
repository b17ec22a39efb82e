/** Finds the part at the hole in an answer that repeats the theorem or the full file. */
import { DECLARATION_KEYWORDS, readCommands, type Command } from '../lean/commands.ts';
import { tokenise } from '../lean/lexer.ts';
import { readStatement, type Statement } from '../lean/signature.ts';
import type { Tokens } from '../lean/tokens.ts';
import type { Candidate } from '../verify/hole/candidate.ts';
import type { Hole } from '../verify/hole/holes.ts';

/** `none`: nothing is restated. `statement`: the statement differs. `proof`: the proof around the hole differs. */
export type Restated = { candidate: Candidate } | { differs: 'none' | 'statement' | 'proof' };

/** A parsed declaration with its statement. */
export interface ReadDeclaration {
  tokens: Tokens;
  command: Command;
  statement: Statement;
}

/**
 * Compares statements by their tokens after the name, so whitespace, comments and the name do not matter.
 */
export function restatedProof(answer: string, original: ReadDeclaration | null, hole: Hole): Restated {
  const restated = declarationsOf(answer).filter(({ statement }) => statement.span.to > statement.span.from);
  if (original === null || restated.length === 0) return { differs: 'none' };
  const matching = restated.filter((one) => isSameStatement(one, original));
  const selected =
    matching.findLast(({ statement }) => nameOf(statement) === nameOf(original.statement)) ?? matching.at(-1);
  if (selected !== undefined) return partAtHole(selected, original, hole);
  return { differs: restated.some(({ command }) => PROVED.has(command.keyword)) ? 'statement' : 'none' };
}

const PROVED = new Set(['theorem', 'lemma', 'example']);

/** The declaration of `text` that contains `hole`. */
export function declarationAt(text: string, hole: Hole): ReadDeclaration | null {
  return declarationsOf(text).find(({ tokens, command }) => tokens.end(command.to - 1) >= hole.end) ?? null;
}

function declarationsOf(text: string): ReadDeclaration[] {
  const tokens = tokenise(text, []);
  return readCommands(tokens, true)
    .filter(({ keyword }) => DECLARATION_KEYWORDS.has(keyword))
    .map((command) => ({ tokens, command, statement: readStatement(tokens, command, false) }));
}

function nameOf({ declared }: Statement): string {
  return declared.slice(declared.lastIndexOf('.') + 1);
}

function isSameStatement(one: ReadDeclaration, other: ReadDeclaration): boolean {
  const [a, b] = [one.statement.span, other.statement.span];
  if (a.to - a.from !== b.to - b.from) return false;
  for (let k = 0; k < a.to - a.from; k++) {
    if (one.tokens.word(a.from + k) !== other.tokens.word(b.from + k)) return false;
  }
  return true;
}

/** The part of the answer between the original's tokens before the hole and those after it. */
function partAtHole(answer: ReadDeclaration, original: ReadDeclaration, hole: Hole): Restated {
  const { tokens } = answer;
  let from = answer.statement.span.to;
  let before = original.statement.span.to;
  while (original.tokens.end(before) <= hole.start && tokens.word(from) === original.tokens.word(before)) {
    from++;
    before++;
  }
  // The original has `by sorry` and the answer a term.
  const isTermForTactic = original.tokens.is(before, 'by') && original.tokens.start(before + 1) === hole.start;
  if (isTermForTactic) before++;
  let to = answer.command.to;
  let after = original.command.to;
  while (original.tokens.start(after - 1) >= hole.end && tokens.word(to - 1) === original.tokens.word(after - 1)) {
    to--;
    after--;
  }
  const isReached = original.tokens.start(before) === hole.start && original.tokens.end(after - 1) === hole.end;
  if (!isReached || from >= to) return { differs: 'proof' };
  const isTactic = tokens.is(from, 'by') || (hole.position === 'tactic' && !isTermForTactic);
  const first = tokens.is(from, 'by') ? from + 1 : from;
  if (first >= to) return { differs: 'proof' };
  // The first line keeps its column, because the others are indented relative to it.
  const text = ' '.repeat(tokens.column(first)) + tokens.text.slice(tokens.start(first), tokens.end(to - 1));
  return { candidate: { kind: isTactic ? 'tactic' : 'term', text } };
}
