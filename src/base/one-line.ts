/** Reduces text of several lines to one line. */

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Replaces each run of white space by one space, also at both ends. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The first line that is not blank, trimmed; '' if all lines are blank. */
export function firstNonEmptyLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '') ?? '';
}
