/** Texts of any length, brought into the room that a prompt has for them. */

const LEFT_OUT = '…';

/** The begin of `text`, whole lines where that leaves more than half of the room, and a mark where something is gone. */
export function clip(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  const kept = sliceChars(text, Math.max(0, mostChars - LEFT_OUT.length - 1));
  const lineEnd = kept.lastIndexOf('\n');
  return lineEnd > mostChars / 2 ? `${kept.slice(0, lineEnd)}\n${LEFT_OUT}` : `${kept}${LEFT_OUT}`;
}

/** The first `count` UTF-16 units, one less where that would part a pair. */
export function sliceChars(text: string, count: number): string {
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}

/** The last `count` UTF-16 units, one less where that would part a pair. */
export function sliceCharsFromEnd(text: string, count: number): string {
  const from = Math.max(0, text.length - count);
  const first = text.charCodeAt(from);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? from + 1 : from);
}

/** `text` between fences that nothing in it can close. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(0, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}
