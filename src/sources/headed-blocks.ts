/** Statements that are sections: `## Problem 3`, and in it or behind it `### Solution`. */
import type { Block, HeadingBlock, Said, StatementBlock, TextBlock } from './block.ts';
import { joined, startOf, type Start } from './marked-blocks.ts';
import { Rewriting } from './rewriting.ts';

/**
 * A heading begins a statement where it has a number or title (`Problem 3`), or where a solution's heading follows;
 * then the text below it is the statement, and the text below the other its solution.
 */
export function headedBlocks(blocks: readonly Block[]): Block[] {
  const rewriting = new Rewriting();
  let statement: { block: StatementBlock; level: number } | null = null;
  let at = 0;
  while (at < blocks.length) {
    const block = blocks[at]!;
    const start = block.type === 'heading' ? headStart(block) : null;
    if (block.type !== 'heading' || start === null) {
      if (block.type === 'heading' && statement !== null && block.level <= statement.level) statement = null;
      rewriting.keep(block);
      at += 1;
      continue;
    }
    const end = behindText(blocks, at + 1);
    const texts = textsIn(blocks, at + 1, end);
    const isProof = start.role === 'proof' || start.role === 'solution';
    if (isProof && texts.length > 0 && (statement !== null || hasStatement(blocks, at))) {
      const { role } = start as { role: 'proof' | 'solution' };
      const title = /^(?:proof|solution|answer)$/i.test(block.title) ? '' : block.title;
      const within = statement?.block ?? null;
      rewriting.make(
        { ...joined(texts), type: 'proof', role, title, within, of: [], after: rewriting.count },
        end - at,
      );
      at = end;
    } else if (!isProof && texts.length > 0 && isStatement(start, blocks[end])) {
      // Its own heading is its title; those outside of it stay.
      rewriting.keep({ ...block, title: '' });
      statement = { block: statementOf(start, block, joined(texts)), level: block.level };
      rewriting.make(statement.block, end - at - 1);
      at = end;
    } else {
      rewriting.keep(block);
      at += 1;
    }
  }
  return rewriting.blocks();
}

function headStart({ title }: HeadingBlock): Start | null {
  return startOf(title) ?? startOf(title.replace(/^(\S+ \S+?)[:.]?\s.*/s, '$1'));
}

function isStatement({ number, title }: Start, next: Block | undefined): boolean {
  if (number !== null || title !== '') return true;
  const role = next?.type === 'heading' ? headStart(next)?.role : null;
  return role === 'proof' || role === 'solution';
}

function statementOf({ role, called, number, title }: Start, heading: HeadingBlock, said: Said): StatementBlock {
  const kind = role === 'proof' || role === 'solution' ? 'theorem' : role;
  const behind = heading.title.slice(heading.title.indexOf(number ?? called) + (number ?? called).length);
  const own = title === '' ? behind.replace(/^[\s:.)–—-]+/, '').trim() : title;
  return { ...said, type: 'statement', kind, called, number, title: own };
}

function behindText(blocks: readonly Block[], from: number): number {
  let end = from;
  while (blocks[end]?.type === 'text') end += 1;
  return end;
}

const textsIn = (blocks: readonly Block[], from: number, end: number): TextBlock[] =>
  blocks.slice(from, end).filter((block) => block.type === 'text');

/** A solution's heading may also follow a statement that has markup of its own. */
function hasStatement(blocks: readonly Block[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const block = blocks[before]!;
    if (block.type === 'statement') return true;
    if (block.type === 'heading') return false;
  }
  return false;
}
