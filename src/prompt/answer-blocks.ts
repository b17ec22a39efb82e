/** Extracts fenced code blocks from a model's answer, in linear time. */

export interface Block {
  /** First word after the opening fence, in lower case; may be empty. */
  language: string;
  text: string;
  /** False if the answer ends within the block. */
  isClosed: boolean;
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\n]*)$/;

/** The fenced blocks in order. */
export function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: string; language: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const [, indent = '', fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (open !== null) {
      if (fence !== '' && info.trim() === '' && fence.startsWith(open.fence)) {
        blocks.push({ language: open.language, text: open.lines.join('\n'), isClosed: true });
        open = null;
      } else {
        open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
      }
    } else if (fence !== '' && info.endsWith(fence)) {
      blocks.push({ language: '', text: info.slice(0, -fence.length), isClosed: true });
    } else if (fence !== '' && !info.includes('`')) {
      open = { fence, indent, language: /^[\w+.-]*/.exec(info)![0].toLowerCase(), lines: [] };
    }
  }
  if (open !== null) blocks.push({ language: open.language, text: open.lines.join('\n'), isClosed: false });
  return blocks;
}

/** Whether the language mark of a block allows a Lean proof. */
export function mayBeLean({ language }: Block): boolean {
  return language === '' || language.startsWith('lean') || language === 'tactic' || language === 'text';
}
