/** Finds statements and proofs without markup, by how their first paragraph starts: `Theorem 3 (Name).`, `Proof.` */
import type { Block, ProofBlock, TextContent, StatementBlock, TextBlock } from './block.ts';
import { BlockRewriter } from './block-rewriter.ts';
import { KNOWN_NAMES, roleOf, type Role } from './statement-names.ts';

/** The start of a paragraph that is a statement or a proof. */
export interface Start {
  role: Role;
  called: string;
  number: string | null;
  title: string;
  /** The text after the head. */
  rest: string;
}

const FONT = String.raw`(?:\\noindent\s*)?(?:[*_]{1,3}|\\(?:textbf|textit|textsc|emph|underline)\{|\{\\(?:bfseries|bf|itshape|it|sc|em)\b\s*)*`;
const END = String.raw`[*_}]{0,4}`;
const SPACE = String.raw`[ ~\n\u00a0]`;
const NUMBER = String.raw`\(?(?:[A-Z]|\d+|[IVX]+)(?:[.\-–]\d+)*(?:[a-z]\b)?\)?'?`;
const WHICH = '(?:First|Second|Third|Fourth|Fifth|Alternative|Alternate|Another|Other|Short|Official)';
const CAPITALS = KNOWN_NAMES.flatMap((name) => [name[0]!.toUpperCase() + name.slice(1), name.toUpperCase()]);
const HEAD = new RegExp(
  `^${FONT}(?<name>(?:\\p{Lu}\\p{Ll}+ )?(?:${CAPITALS.join('|')})|(?:${WHICH} )(?:${KNOWN_NAMES.join('|')}))(?!\\p{L})` +
    `(?:${SPACE}+#?(?<number>${NUMBER}))?${END}` +
    `(?:${SPACE}*[([](?<title>[^)\\]\\n]{1,120})[)\\]])?${END}${SPACE}*(?<mark>[.:—]|$)${END}\\s*`,
  'u',
);

/** Returns null for an ordinary paragraph. */
export function parseStart(text: string): Start | null {
  const found = HEAD.exec(text);
  const { name, number, title } = found?.groups ?? {};
  if (found === null || name === undefined) return null;
  const role = roleOf(name);
  if (role === null) return null;
  const bare = number?.replace(/^\((.*)\)$/, '$1') ?? null;
  return { role, called: name, number: bare, title: title ?? '', rest: text.slice(found[0].length) };
}

const PROOF_ENDS = /(?:[∎□■◻▢]|\bq\.?\s?e\.?\s?d\b\.?|\\qed|\\square|\\blacksquare|\\Box)[\s$*_.})]*$/i;

/** A statement extends to its proof, and a proof to its end mark; without these, both extend to the next start. */
export function markedBlocks(blocks: readonly Block[]): Block[] {
  const starts = blocks.map((block) => (block.type === 'text' ? parseStart(block.body) : null));
  const rewriter = new BlockRewriter();
  let at = 0;
  while (at < blocks.length) {
    const start = starts[at];
    const end = start ? endOf(blocks, starts, at, start.role) : at + 1;
    const texts = blocks.slice(at, end).filter((block) => block.type === 'text');
    if (start) rewriter.replace(blockOf(start, texts, rewriter.count), end - at);
    else rewriter.copy(blocks[at]!);
    at = end;
  }
  return rewriter.blocks();
}

function blockOf(start: Start, texts: readonly TextBlock[], count: number): StatementBlock | ProofBlock {
  const [first, ...more] = texts;
  const content = joinTexts([{ ...first!, body: start.rest }, ...more]);
  const { role, called, number, title } = start;
  if (role === 'proof' || role === 'solution') {
    return { ...content, type: 'proof', role, title, within: null, of: [], after: count };
  }
  return { ...content, type: 'statement', kind: role, called, number, title };
}

/** Joins texts into one, at the position of the first. */
export function joinTexts(texts: readonly TextContent[]): TextContent {
  return {
    body: texts
      .map(({ body }) => body)
      .filter((body) => body !== '')
      .join('\n\n'),
    labels: texts.flatMap(({ labels }) => labels),
    references: texts.flatMap(({ references }) => references),
    place: texts[0]!.place,
  };
}

type Starts = readonly (Start | null)[];

/** Index after the last paragraph that belongs to the one at `at`. */
function endOf(blocks: readonly Block[], starts: Starts, at: number, role: Role): number {
  let end = at + 1;
  while (blocks[end]?.type === 'text' && starts[end] === null) end += 1;
  if (role === 'proof') {
    for (let last = at; last < end; last++) if (PROOF_ENDS.test(bodyOf(blocks[last]))) return last + 1;
    return end;
  }
  if (role === 'problem' || role === 'solution') return end;
  return isProof(blocks[end], starts[end]) ? end : at + 1;
}

const isProof = (block: Block | undefined, start: Start | null | undefined): boolean =>
  start?.role === 'proof' || (block?.type === 'proof' && block.role === 'proof');

const bodyOf = (block: Block | undefined): string => (block?.type === 'text' ? block.body : '');
