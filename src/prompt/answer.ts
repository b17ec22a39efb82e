/** The candidate in a model's answer, whatever stands around it: or why there is none. */
import { mayStartCommand } from '../lean/commands.ts';
import { tokenise } from '../lean/lexer.ts';
import { IDENTIFIER, LINE_FIRST, type Tokens } from '../lean/tokens.ts';
import type { ChatAnswer } from '../llm/chat.ts';
import { candidateLines, type Candidate } from '../verify/hole/candidate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import { fencedBlocks, mayBeLean, withoutThinking, type Block } from './answer-blocks.ts';
import { declarationAt, restatedProof, type ReadDeclaration } from './restated.ts';
import { isTacticWord } from './tactic-words.ts';

export type NoCandidate =
  | 'nothing'
  | 'prose'
  | 'changed statement'
  | 'changed proof'
  | 'cut off'
  | 'too long'
  | 'refused';

export type FromAnswer = { kind: 'candidate'; candidate: Candidate } | { kind: 'none'; why: NoCandidate };

/** Far more than any proof of one hole; what is longer is not handed to Lean. */
const MOST_CHARS = 40_000;

/**
 * Reads an answer to the question for a proof of `hole` of `text`. A proof block begins with `by`, or is the proof of a
 * restated theorem whose statement is the same; of several blocks the last such one counts, and without one the longest
 * that can be tactics or a term. Takes time linear in the answer. What is in the candidate is the gate's business.
 */
export function candidateIn(answer: Pick<ChatAnswer, 'text' | 'finish'>, text: string, hole: Hole): FromAnswer {
  const words = withoutThinking(answer.text).replaceAll('\t', '  ');
  const fenced = fencedBlocks(words);
  const blocks = fenced.length > 0 ? fenced.filter(mayBeLean) : unfenced(words);
  const original = declarationAt(text, hole);
  const read = blocks.map((block) => ({ block, ...readBlock(block.text, original, hole) }));
  const chosen =
    read.findLast(({ candidate, isSure }) => candidate !== null && isSure) ??
    (read.some(({ why }) => why === 'changed statement') ? undefined : longest(read));
  const candidate = chosen?.candidate ?? null;
  if (chosen === undefined || candidate === null) return { kind: 'none', why: whyNone(answer, words, read) };
  if (answer.finish === 'length' && !chosen.block.isClosed) return { kind: 'none', why: 'cut off' };
  if (candidate.text.length > MOST_CHARS) return { kind: 'none', why: 'too long' };
  return { kind: 'candidate', candidate: tidy(candidate) };
}

/** At the margin, without the indentation that it had in the answer; the lines of a string as they are. */
function tidy(candidate: Candidate): Candidate {
  const lines = candidateLines(candidate).map(({ indent, text }) => ' '.repeat(indent ?? 0) + text);
  return { kind: candidate.kind, text: lines.join('\n') };
}

interface ReadBlock {
  candidate: Candidate | null;
  /** It says itself that it is a proof of this hole. */
  isSure: boolean;
  why?: NoCandidate;
}

function whyNone({ finish }: Pick<ChatAnswer, 'finish'>, words: string, read: readonly ReadBlock[]): NoCandidate {
  if (finish === 'refused') return 'refused';
  const said = read.findLast(({ why }) => why !== undefined)?.why;
  if (said !== undefined) return said;
  if (finish === 'length') return 'cut off';
  return words.trim() === '' ? 'nothing' : 'prose';
}

function longest<T extends ReadBlock>(read: readonly T[]): T | undefined {
  return read
    .filter(({ candidate }) => candidate !== null)
    .reduce<T | undefined>((best, one) => {
      return best === undefined || lengthOf(one) >= lengthOf(best) ? one : best;
    }, undefined);
}

function lengthOf({ candidate }: ReadBlock): number {
  return candidate?.text.trim().length ?? 0;
}

function readBlock(code: string, original: ReadDeclaration | null, hole: Hole): ReadBlock {
  const tokens = tokenise(code, []);
  if (tokens.count === 0) return { candidate: null, isSure: false };
  const first = tokens.is(0, ':=') ? 1 : 0;
  if (tokens.is(first, 'by')) {
    const candidate = tacticsFrom(tokens, first + 1, code);
    return { candidate, isSure: true, ...(candidate === null ? { why: 'nothing' } : {}) };
  }
  if (first === 0) {
    const restated = restatedProof(code, original, hole);
    if ('candidate' in restated) return { ...restated, isSure: true };
    if (restated.differs === 'statement') return { candidate: null, isSure: false, why: 'changed statement' };
    if (restated.differs === 'proof') return { candidate: null, isSure: false, why: 'changed proof' };
  }
  return { candidate: first >= tokens.count ? null : bare(tokens, first, code), isSure: first === 1 };
}

/** What follows a `by`, up to a command at the margin. The first token keeps its column. */
function tacticsFrom(tokens: Tokens, first: number, code: string): Candidate | null {
  const to = commandAt(tokens, first);
  if (to <= first) return null;
  const text = ' '.repeat(tokens.column(first)) + code.slice(tokens.start(first), tokens.end(to - 1));
  return { kind: 'tactic', text };
}

const ALSO_TACTICS = new Set(['open', 'set_option', 'count_heartbeats', 'unseal', 'seal']);

/** First token from `first` on that begins a command of its own; the number of tokens without one. */
function commandAt(tokens: Tokens, first: number): number {
  for (let at = first; at < tokens.count; at++) {
    if (!tokens.flag(at, LINE_FIRST) || tokens.column(at) > 0) continue;
    const word = tokens.word(at);
    if (word === '#' || word === '@[') return at;
    if (tokens.kind(at) === IDENTIFIER && mayStartCommand(word) && !ALSO_TACTICS.has(word)) return at;
  }
  return tokens.count;
}

/** Code without a `by`: tactics or a term, by how it begins; null where it can be neither. */
function bare(tokens: Tokens, first: number, code: string): Candidate | null {
  const to = commandAt(tokens, first);
  if (to <= first) return null;
  const text = ' '.repeat(tokens.column(first)) + code.slice(tokens.start(first), tokens.end(to - 1));
  return { kind: beginsTactic(tokens, first) ? 'tactic' : 'term', text };
}

function beginsTactic(tokens: Tokens, first: number): boolean {
  const at = tokens.is(first, '(') ? first + 1 : first;
  if (isTacticWord(tokens.word(at))) return true;
  if (at !== first || tokens.kind(first) !== IDENTIFIER) return false;
  for (let next = first + 1; next < tokens.count; next++) {
    if (tokens.flag(next, LINE_FIRST) && tokens.column(next) === tokens.column(first)) return true;
  }
  return false;
}

/** The code in an answer without fences: from a `by` or a declaration at the begin of a line on, or all of it. */
function unfenced(words: string): Block[] {
  const inline = [...words.matchAll(/`(by\b[^`\n]*)`/g)].at(-1)?.[1];
  const lines = words.split('\n');
  const begin = lines.findIndex((line) => /^\s*(?::=\s*)?by(?:\s|$)/.test(line) && !isProse(line));
  const declared = lines.findIndex((line) => /^(?:theorem|lemma|example|@\[|import|open|namespace)\b/.test(line));
  const block = (text: string): Block[] => [{ language: '', text, isClosed: false }];
  if (declared >= 0 && (begin < 0 || declared < begin)) return block(lines.slice(declared).join('\n'));
  if (begin >= 0) return block(upToProse(lines.slice(begin)).join('\n'));
  if (inline !== undefined) return block(inline);
  const code = words.trim().replace(/^`([^`]*)`$/, '$1');
  return code === '' || code.split('\n').some(isProse) ? [] : block(code);
}

/** The lines of a proof block that begins in the first: up to one that stands no deeper and reads like prose. */
function upToProse(lines: readonly string[]): string[] {
  const indent = indentOf(lines[0] ?? '');
  const end = lines.findIndex((line, at) => at > 0 && line.trim() !== '' && indentOf(line) <= indent && isProse(line));
  return end < 0 ? [...lines] : lines.slice(0, end);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Words of English that no proof has, capitals included: two of them, or a line that ends as sentences do. */
const ENGLISH = /\b(?:the|is|are|we|you|I|of|to|it|and|which|because|cannot|can't|can|sorry,|here|this works|that)\b/g;

function isProse(line: string): boolean {
  if (/\p{L}[.:]\s*$/u.test(line) || /^\s*(?:[-*#>]|\d+\.)\s+\p{L}/u.test(line)) return true;
  return (line.match(ENGLISH) ?? []).length >= 2;
}
