/** Quotes `text` for a shell if needed. */
export function shellQuote(text: string): string {
  return /^[\w./,:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
