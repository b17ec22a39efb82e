/** Passages of docstrings and module docs that name a declaration in backticks. */
import type { Mention } from './declaration.ts';

const BULLET = /^[ \t]*(?:[*\-+]|\d+\.)[ \t]+/;
const BLOCK_BREAK = /\n(?=[ \t]*(?:[*\-+]|\d+\.)[ \t]+)|\n\s*\n|\n(?=#)/;
const SENTENCE_BREAK = /(?<=[.;])\s+/;
const DOTTED_NAME = /^[@#]?((?:[\p{L}_«][\p{L}\p{N}_'!?₀-₉»]*)(?:\.[\p{L}_«][\p{L}\p{N}_'!?₀-₉»]*)*)$/u;
/** `Foo.bar x y`: a constant applied to a few variables. */
const APPLICATION = /^@?([A-Z][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*)\s+[\p{L}\p{N}_\s']{1,20}$/u;
const MAX_NAME_LENGTH = 90;
const BULLET_LENGTH = 400;
const SENTENCE_LENGTH = 300;
const MAX_NAMES_PER_BULLET = 4;

/** `line`: first line of the comment. */
export interface CommentPlace {
  namespace: string;
  line: number;
}

/** Mentions in a module doc: a bullet introduces the names before its colon; other sentences only mention names. */
export function mentionsInModuleDoc(text: string, place: CommentPlace): Mention[] {
  const mentions: Mention[] = [];
  if (!text.includes('`')) return mentions;
  forEachPiece(text, BLOCK_BREAK, (block, newlines) => {
    if (!block.includes('`')) return;
    const line = place.line + newlines;
    const introduced = new Set<string>();
    if (BULLET.test(block)) {
      const colon = block.indexOf(':');
      const named =
        colon < 0 ? namesIn(block).slice(0, 1) : namesIn(block.slice(0, colon)).slice(0, MAX_NAMES_PER_BULLET);
      const passage = oneLine(colon < 0 ? block : block.slice(colon + 1)).slice(0, BULLET_LENGTH);
      for (const target of named) {
        if (introduced.has(target)) continue;
        introduced.add(target);
        mentions.push({ target, kind: 'bullet', text: passage, namespace: place.namespace, line });
      }
    }
    addSentences(block, introduced, { namespace: place.namespace, line }, mentions);
  });
  return mentions;
}

export function mentionsInDoc(text: string, place: CommentPlace): Mention[] {
  const mentions: Mention[] = [];
  if (text.includes('`')) addSentences(text, new Set(), place, mentions);
  return mentions;
}

function addSentences(text: string, known: ReadonlySet<string>, place: CommentPlace, mentions: Mention[]): void {
  forEachPiece(text, SENTENCE_BREAK, (sentence, newlines) => {
    if (!sentence.includes('`')) return;
    let passage: string | null = null;
    for (const target of new Set(namesIn(sentence))) {
      if (known.has(target)) continue;
      passage ??= oneLine(sentence).slice(0, SENTENCE_LENGTH);
      const line = place.line + newlines;
      mentions.push({ target, kind: 'sentence', text: passage, namespace: place.namespace, line });
    }
  });
}

/** Names in single backticks, as written, without a leading `@` or `#`. */
function namesIn(text: string): string[] {
  const names: string[] = [];
  for (let open = text.indexOf('`'); open >= 0; open = text.indexOf('`', open)) {
    if (text.startsWith('```', open)) {
      const fence = text.indexOf('```', open + 3);
      if (fence < 0) return names;
      open = fence + 3;
      continue;
    }
    const close = text.indexOf('`', open + 1);
    if (close < 0) return names;
    const inside = text.slice(open + 1, close).trim();
    open = close + 1;
    if (inside.length < 3 || inside.length > MAX_NAME_LENGTH || inside.includes('\n')) continue;
    const name = DOTTED_NAME.exec(inside)?.[1] ?? APPLICATION.exec(inside)?.[1];
    if (name !== undefined && name.length > 2) names.push(name);
  }
  return names;
}

/** `newlines`: number of newlines in `text` before the piece. */
function forEachPiece(text: string, separator: RegExp, visit: (piece: string, newlines: number) => void): void {
  let offset = 0;
  let newlines = 0;
  for (const piece of text.split(separator)) {
    // Separators are white space only, so the next occurrence of a piece is the piece itself.
    const at = piece === '' ? offset : text.indexOf(piece, offset);
    newlines += countNewlines(text, offset, at);
    visit(piece, newlines);
    offset = at + piece.length;
    newlines += countNewlines(text, at, offset);
  }
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 0x0a) count++;
  return count;
}

function oneLine(text: string): string {
  if (!text.includes('\n') && !text.includes('  ') && !text.includes('\t')) return text.trim();
  return text.replaceAll(/\s+/g, ' ').trim();
}
