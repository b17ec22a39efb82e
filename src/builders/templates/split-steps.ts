/** Splits a proof in words into steps (specs/templates.md, section 3.7). */
import { words } from '../../base/words.ts';
import { sentences } from '../../sources/sentences.ts';
import { MAX_STEPS } from './graph-records.ts';

export interface ProofStep {
  text: string;
  /** Offsets in the proof, from its first character to behind its last. */
  start: number;
  end: number;
}

/** Shorter steps are joined to the one before. */
const LEAST_STEP = 40;

/** A sentence with such a beginning draws a conclusion from the text before it. */
const CONNECTIVES = new Set(words('so hence therefore thus by since now finally consequently then next similarly it'));
const FOLLOWS = /^it follows\b/iu;
const BEFORE_ITEM = /(?<=\n)(?=[ \t]*(?:\\item\b|\(?\d{1,2}[.)]\s))/u;
/** A line that begins an item of a list. */
const ITEM = /^\s*(?:\\item\b|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s|[-*•]\s)/iu;

/**
 * Paragraphs, items of lists, and sentences that begin with a connective. Short parts are joined, and if more than
 * `MAX_STEPS` are left, the shortest neighbours too. The steps cover the proof apart from white space.
 */
export function splitSteps(proof: string): ProofStep[] {
  const parts: ProofStep[] = [];
  let at = 0;
  for (const sentence of sentences(proof)) {
    for (const piece of sentence.split(BEFORE_ITEM)) {
      const end = at + piece.length;
      const start = at + (piece.length - piece.trimStart().length);
      const last = parts.at(-1);
      if (piece.trim() !== '') {
        if (last === undefined || begins(proof.slice(last.end, start), piece)) {
          parts.push({ text: '', start, end: start + piece.trim().length });
        } else last.end = start + piece.trim().length;
      }
      at = end;
    }
  }
  const joined = joinShort(parts);
  while (joined.length > MAX_STEPS) joinAt(joined, shortestPair(joined));
  return joined.map(({ start, end }) => ({ start, end, text: proof.slice(start, end) }));
}

function begins(gap: string, piece: string): boolean {
  if (/\n\s*\n/u.test(gap) || ITEM.test(piece)) return true;
  const [word] = /^\s*\p{L}+/u.exec(piece) ?? [];
  const first = word?.trim().toLowerCase() ?? '';
  return first === 'it' ? FOLLOWS.test(piece.trimStart()) : CONNECTIVES.has(first);
}

function joinShort(parts: readonly ProofStep[]): ProofStep[] {
  const joined: ProofStep[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isShort = part.end - part.start < LEAST_STEP || (last !== undefined && last.end - last.start < LEAST_STEP);
    if (last !== undefined && isShort) last.end = part.end;
    else joined.push({ ...part });
  }
  return joined;
}

function joinAt(steps: ProofStep[], at: number): void {
  steps[at]!.end = steps[at + 1]!.end;
  steps.splice(at + 1, 1);
}

function shortestPair(steps: readonly ProofStep[]): number {
  let best = 0;
  let least = Infinity;
  for (let at = 0; at + 1 < steps.length; at++) {
    const length = steps[at + 1]!.end - steps[at]!.start;
    if (length < least) [best, least] = [at, length];
  }
  return best;
}
