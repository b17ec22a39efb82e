/** Text of several lines, where there is room for one. */

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Line breaks and other white space become one blank each, at the ends too. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
