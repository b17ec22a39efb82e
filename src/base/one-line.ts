/** Text of several lines, where there is room for one. */

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Line breaks and other white space become one blank each, at the ends too. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The first line that says something, without white space around it; '' where none does. */
export function firstWords(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '') ?? '';
}
