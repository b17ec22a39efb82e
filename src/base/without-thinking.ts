/** Removes a model's thinking from its answer, in linear time. */

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
