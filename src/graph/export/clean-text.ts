/** Text without the characters that XML and other formats forbid. */

/** Removes control characters other than tab and line feed, and U+FFFE and U+FFFF; lone surrogates become U+FFFD, line ends line feeds. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '');
}
