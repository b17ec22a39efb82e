/** Extracts fenced code blocks from a model's answer, without its thinking, in linear time. */

export interface Block {
  /** First word after the opening fence, in lower case; may be empty. */
  language: string;
  text: string;
  /** False if the answer ends within the block. */
  isClosed: boolean;
}

/** The answer with Unix line ends and without thinking blocks. */
export function withoutThinking(answer: string): string {
  const text = answer.replaceAll(/\r\n?/g, '\n').replace(/^\u{feff}/u, '');
  let out = '';
  let at = 0;
  for (const tag of text.matchAll(THINKING)) {
    if (tag.index < at) continue;
    if (tag[1] !== '') {
      // A closing tag without an opening one: the opening tag was part of the prompt.
      out = '';
      at = tag.index + tag[0].length;
      continue;
    }
    out += `${text.slice(at, tag.index)}\n`;
    const end = endOfThinking(text, tag);
    if (end < 0) return out;
    at = end;
  }
  return out + text.slice(at);
}

const NAMES = 'think|thinking|thought|reasoning|analysis|scratchpad';
const THINKING = new RegExp(`<(/?)(${NAMES})>`, 'gi');

/** Offset after the tag that closes `open`; -1 if not found. */
function endOfThinking(text: string, open: RegExpMatchArray): number {
  const close = new RegExp(`</${open[2]}>`, 'gi');
  close.lastIndex = open.index ?? 0;
  return close.exec(text) === null ? -1 : close.lastIndex;
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
