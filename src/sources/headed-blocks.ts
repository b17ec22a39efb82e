/** Finds statements that are sections: `## Problem 3`, with `### Solution` inside or after it. */
import type { Block, HeadingBlock, TextContent, StatementBlock, TextBlock } from './block.ts';
import { joinTexts, parseStart, type Start } from './marked-blocks.ts';
import { BlockRewriter } from './block-rewriter.ts';

/**
 * A heading starts a statement if it has a number or title (`Problem 3`), or if the heading of a solution follows. The
 * text below the first heading is the statement, and the text below the second is its solution.
 */
export function headedBlocks(blocks: readonly Block[]): Block[] {
  const rewriter = new BlockRewriter();
  let statement: { block: StatementBlock; level: number } | null = null;
  let at = 0;
  while (at < blocks.length) {
    const block = blocks[at]!;
    const start = block.type === 'heading' ? headStart(block) : null;
    if (block.type !== 'heading' || start === null) {
      if (block.type === 'heading' && statement !== null && block.level <= statement.level) statement = null;
      rewriter.copy(block);
      at += 1;
      continue;
    }
    const end = endOfText(blocks, at + 1);
    const texts = textsIn(blocks, at + 1, end);
    const isProof = start.role === 'proof' || start.role === 'solution';
    if (isProof && texts.length > 0 && (statement !== null || hasStatement(blocks, at))) {
      const { role } = start as { role: 'proof' | 'solution' };
      const title = /^(?:proof|solution|answer)$/i.test(block.title) ? '' : block.title;
      const within = statement?.block ?? null;
      rewriter.replace(
        { ...joinTexts(texts), type: 'proof', role, title, within, of: [], after: rewriter.count },
        end - at,
      );
      at = end;
    } else if (!isProof && texts.length > 0 && isStatement(start, blocks[end])) {
      // Its own heading becomes its title; the headings around it stay.
      rewriter.copy({ ...block, title: '' });
      statement = { block: statementOf(start, block, joinTexts(texts)), level: block.level };
      rewriter.replace(statement.block, end - at - 1);
      at = end;
    } else {
      rewriter.copy(block);
      at += 1;
    }
  }
  return rewriter.blocks();
}

function headStart({ title }: HeadingBlock): Start | null {
  return parseStart(title) ?? parseStart(title.replace(/^(\S+ \S+?)[:.]?\s.*/s, '$1'));
}

function isStatement({ number, title }: Start, next: Block | undefined): boolean {
  if (number !== null || title !== '') return true;
  const role = next?.type === 'heading' ? headStart(next)?.role : null;
  return role === 'proof' || role === 'solution';
}

function statementOf(
  { role, called, number, title }: Start,
  heading: HeadingBlock,
  content: TextContent,
): StatementBlock {
  const kind = role === 'proof' || role === 'solution' ? 'theorem' : role;
  const rest = heading.title.slice(heading.title.indexOf(number ?? called) + (number ?? called).length);
  const own = title === '' ? rest.replace(/^[\s:.)–—-]+/, '').trim() : title;
  return { ...content, type: 'statement', kind, called, number, title: own };
}

function endOfText(blocks: readonly Block[], from: number): number {
  let end = from;
  while (blocks[end]?.type === 'text') end += 1;
  return end;
}

const textsIn = (blocks: readonly Block[], from: number, end: number): TextBlock[] =>
  blocks.slice(from, end).filter((block) => block.type === 'text');

/** Whether a statement with its own markup precedes the heading at `at` in the section. */
function hasStatement(blocks: readonly Block[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const block = blocks[before]!;
    if (block.type === 'statement') return true;
    if (block.type === 'heading') return false;
  }
  return false;
}
