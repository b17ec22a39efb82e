/** Words of strangers (an answer, a name, a server's error) on a terminal: nothing in them commands it. */

/** Bold, dim, italic, underlined and the colours, as `styleText` writes them: what hides or moves text is not among them. */
const STYLE = String.raw`\u001b\[(?:0|1|2|3|4|22|23|24|39|3[0-7]|9[0-7])m`;
/** Control characters but line breaks and tabs, and what turns the direction of text. */
const COMMANDS = String.raw`(?!\r\n)[\p{Cc}--[\n\t]]|[\u202a-\u202e\u2066-\u2069]`;

const ALL = new RegExp(COMMANDS, 'gv');
const ALL_BUT_STYLES = new RegExp(`(${STYLE})|${COMMANDS}`, 'gv');

/** `text` with a mark in the place of each such character. `hasColor`: it is styled already, and stays so. */
export function printable(text: string, hasColor: boolean): string {
  if (!hasColor) return text.replace(ALL, '\ufffd');
  return text.replace(ALL_BUT_STYLES, (_found, style: string | undefined) => style ?? '\ufffd');
}
