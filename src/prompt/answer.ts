/** Extracts the candidate from a model's answer, or the reason why it contains none. */
import { mayStartCommand } from '../lean/commands.ts';
import { tokenise } from '../lean/lexer.ts';
import { IDENTIFIER, LINE_FIRST, type Tokens } from '../lean/tokens.ts';
import type { ChatAnswer } from '../llm/chat.ts';
import { candidateLines, type Candidate } from '../verify/hole/candidate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { fencedBlocks, mayBeLean, type Block } from './answer-blocks.ts';
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

export type ParsedAnswer = { kind: 'candidate'; candidate: Candidate } | { kind: 'none'; why: NoCandidate };

/** Far more than any proof of one hole; longer candidates are not passed to Lean. */
const MAX_CHARS = 40_000;

/**
 * Reads a model's answer for `hole` of `text`. A proof block begins with `by`, or is the proof of a restated theorem with
 * the same statement. The last such block counts; without one, the longest block that can be tactics or a term. Takes
 * time linear in the answer. The gate checks the candidate's content.
 */
export function candidateIn(answer: Pick<ChatAnswer, 'text' | 'finish'>, text: string, hole: Hole): ParsedAnswer {
  const cleaned = withoutThinking(answer.text).replaceAll('\t', '  ');
  const fenced = fencedBlocks(cleaned);
  const blocks = fenced.length > 0 ? fenced.filter(mayBeLean) : unfenced(cleaned);
  const original = declarationAt(text, hole);
  const read = blocks.map((block) => ({ block, ...readBlock(block.text, original, hole) }));
  const chosen =
    read.findLast(({ candidate, isSure }) => candidate !== null && isSure) ??
    (read.some(({ why }) => why === 'changed statement') ? undefined : longest(read));
  const candidate = chosen?.candidate ?? null;
  if (chosen === undefined || candidate === null) return { kind: 'none', why: reasonFor(answer, cleaned, read) };
  if (answer.finish === 'length' && !chosen.block.isClosed) return { kind: 'none', why: 'cut off' };
  if (candidate.text.length > MAX_CHARS) return { kind: 'none', why: 'too long' };
  return { kind: 'candidate', candidate: tidy(candidate) };
}

/** Removes the indentation of the answer; lines within a string are unchanged. */
function tidy(candidate: Candidate): Candidate {
  const lines = candidateLines(candidate).map(({ indent, text }) => ' '.repeat(indent ?? 0) + text);
  return { kind: candidate.kind, text: lines.join('\n') };
}

interface ReadBlock {
  candidate: Candidate | null;
  /** Its form shows that it is a proof of this hole. */
  isSure: boolean;
  why?: NoCandidate;
}

function reasonFor({ finish }: Pick<ChatAnswer, 'finish'>, cleaned: string, read: readonly ReadBlock[]): NoCandidate {
  if (finish === 'refused') return 'refused';
  const reason = read.findLast(({ why }) => why !== undefined)?.why;
  if (reason !== undefined) return reason;
  if (finish === 'length') return 'cut off';
  return cleaned.trim() === '' ? 'nothing' : 'prose';
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

/** The tactics after a `by`, up to a command in column 0. The first token keeps its column. */
function tacticsFrom(tokens: Tokens, first: number, code: string): Candidate | null {
  const to = commandAt(tokens, first);
  if (to <= first) return null;
  const text = ' '.repeat(tokens.column(first)) + code.slice(tokens.start(first), tokens.end(to - 1));
  return { kind: 'tactic', text };
}

const TACTIC_COMMANDS = new Set(['open', 'set_option', 'count_heartbeats', 'unseal', 'seal']);

/** First token from `first` on that begins a new command; the number of tokens if not found. */
function commandAt(tokens: Tokens, first: number): number {
  for (let at = first; at < tokens.count; at++) {
    if (!tokens.flag(at, LINE_FIRST) || tokens.column(at) > 0) continue;
    const word = tokens.word(at);
    if (word === '#' || word === '@[') return at;
    if (tokens.kind(at) === IDENTIFIER && mayStartCommand(word) && !TACTIC_COMMANDS.has(word)) return at;
  }
  return tokens.count;
}

/** Code without a `by`: tactics or a term, depending on its beginning; null if it can be neither. */
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

/** The code in an answer without fences: from a `by` or declaration at the beginning of a line on, or all of it. */
function unfenced(cleaned: string): Block[] {
  const inline = [...cleaned.matchAll(/`(by\b[^`\n]*)`/g)].at(-1)?.[1];
  const lines = cleaned.split('\n');
  const proofLine = lines.findIndex((line) => /^\s*(?::=\s*)?by(?:\s|$)/.test(line) && !isProse(line));
  const declarationLine = lines.findIndex((line) =>
    /^(?:theorem|lemma|example|@\[|import|open|namespace)\b/.test(line),
  );
  const block = (text: string): Block[] => [{ language: '', text, isClosed: false }];
  if (declarationLine >= 0 && (proofLine < 0 || declarationLine < proofLine))
    return block(lines.slice(declarationLine).join('\n'));
  if (proofLine >= 0) return block(withoutProse(lines.slice(proofLine)).join('\n'));
  if (inline !== undefined) return block(inline);
  const code = cleaned.trim().replace(/^`([^`]*)`$/, '$1');
  return code === '' || code.split('\n').some(isProse) ? [] : block(code);
}

/** The lines of a proof block that begins in the first line, up to prose that is not indented more. */
function withoutProse(lines: readonly string[]): string[] {
  const indent = indentOf(lines[0] ?? '');
  const end = lines.findIndex((line, at) => at > 0 && line.trim() !== '' && indentOf(line) <= indent && isProse(line));
  return end < 0 ? [...lines] : lines.slice(0, end);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** English words that do not occur in proofs. Two of them, or a sentence end, mark a line as prose. */
const ENGLISH = /\b(?:the|is|are|we|you|I|of|to|it|and|which|because|cannot|can't|can|sorry,|here|this works|that)\b/g;

function isProse(line: string): boolean {
  if (/\p{L}[.:]\s*$/u.test(line) || /^\s*(?:[-*#>]|\d+\.)\s+\p{L}/u.test(line)) return true;
  return (line.match(ENGLISH) ?? []).length >= 2;
}
