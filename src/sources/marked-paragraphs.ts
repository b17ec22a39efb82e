/** Text without markup of statements: they are known by how a paragraph begins, `Theorem 3 (Name).`, `Solution.` */
import type { Block, Said } from './block.ts';
import type { Role } from './statement-names.ts';
import { KNOWN_NAMES, roleOf } from './statement-names.ts';

/** How a paragraph that is a statement or a proof begins. */
export interface Start {
  role: Role;
  called: string;
  number: string | null;
  title: string;
  /** The text behind. */
  rest: string;
}

export type Part =
  | { type: 'heading'; level: number; title: string }
  | { type: 'paragraph'; said: Said; start: Start | null };

const NUMBER = String.raw`\(?(?:[A-Z]|\d+|[IVX]+)(?:[.\-–]\d+)*(?:[a-z]\b)?\)?'?`;
const HEAD = new RegExp(
  String.raw`^[*_]{0,3}(?<name>(?:\p{Lu}\p{Ll}+ )?(?:${KNOWN_NAMES.join('|')}))\b` +
    String.raw`(?:[ \u00a0]+#?(?<number>${NUMBER}))?[*_]{0,3}` +
    String.raw`(?:[ \u00a0]*[([](?<title>[^)\]\n]{1,120})[)\]])?[*_]{0,3}[ \u00a0]*(?<mark>[.:—]|$|\n)[*_]{0,3}\s*`,
  'iu',
);

/** Null where it begins as any paragraph does. A name alone, without number or title, wants a mark behind it. */
export function startOf(text: string): Start | null {
  const found = HEAD.exec(text);
  const { name, number, title } = found?.groups ?? {};
  if (found === null || name === undefined || !/^[*_]*\p{Lu}/u.test(text)) return null;
  const role = roleOf(name);
  if (role === null) return null;
  const bare = number?.replace(/^\((.*)\)$/, '$1') ?? null;
  return { role, called: name, number: bare, title: title ?? '', rest: text.slice(found[0].length) };
}

const PROOF_ENDS = /(?:[∎□■◻▢]|\bq\.?\s?e\.?\s?d\b\.?|\\qed|\\square|\\blacksquare)\s*\$?\s*$/i;

/** A statement goes up to its proof, and a proof to its end mark, else both to the next beginning. */
export function* blocksOf(parts: readonly Part[]): Generator<Block, void> {
  let count = 0;
  let at = 0;
  while (at < parts.length) {
    const part = parts[at]!;
    if (part.type === 'heading') yield part;
    else if (part.start === null) yield { type: 'text', ...part.said };
    else {
      const end = endOf(parts, at, part.start.role);
      yield blockOf(part.start, joined(parts, at, end), count);
      at = end - 1;
    }
    count += 1;
    at += 1;
  }
}

function blockOf({ role, called, number, title }: Start, said: Said, count: number): Block {
  if (role === 'proof' || role === 'solution')
    return { type: 'proof', role, title, within: null, of: [], after: count, ...said };
  return { type: 'statement', kind: role, called, number, title, ...said };
}

/** Behind the last paragraph that belongs to the one at `at`. */
function endOf(parts: readonly Part[], at: number, role: Role): number {
  let end = at + 1;
  while (end < parts.length && isPlain(parts[end])) end += 1;
  if (role === 'proof') {
    for (let last = at; last < end; last++) if (PROOF_ENDS.test(bodyOf(parts[last]))) return last + 1;
    return end;
  }
  if (role === 'problem' || role === 'solution') return end;
  const next = parts[end];
  const isProved = next?.type === 'paragraph' && next.start?.role === 'proof';
  return isProved ? end : at + 1;
}

const isPlain = (part: Part | undefined): boolean => part?.type === 'paragraph' && part.start === null;

const bodyOf = (part: Part | undefined): string => (part?.type === 'paragraph' ? part.said.body : '');

function joined(parts: readonly Part[], begin: number, end: number): Said {
  const said = parts.slice(begin, end).flatMap((part) => (part.type === 'paragraph' ? [part] : []));
  const bodies = said.map(({ said: { body }, start }) => (start === null ? body : start.rest));
  return {
    body: bodies.filter((body) => body !== '').join('\n\n'),
    labels: said.flatMap(({ said: { labels } }) => labels),
    references: said.flatMap(({ said: { references } }) => references),
    place: said[0]!.said.place,
  };
}
