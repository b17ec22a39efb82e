/** Replaces terminal control characters in untrusted text (a model's answer, a name, a server's error). */

/** Bold, dim, italic, underlined and colours as `styleText` writes them; no sequence that hides or moves text. */
const STYLE = String.raw`\u001b\[(?:0|1|2|3|4|22|23|24|39|3[0-7]|9[0-7])m`;
/** Control characters except line breaks and tabs, and characters that change the direction of text. */
const CONTROLS = String.raw`(?!\r\n)[\p{Cc}--[\n\t]]|[\u202a-\u202e\u2066-\u2069]`;

const ALL = new RegExp(CONTROLS, 'gv');
const ALL_EXCEPT_STYLES = new RegExp(`(${STYLE})|${CONTROLS}`, 'gv');

/** Replaces each such character by U+FFFD. `hasColor`: `text` is already styled, and its styles are kept. */
export function printable(text: string, hasColor: boolean): string {
  if (!hasColor) return text.replace(ALL, '\ufffd');
  return text.replace(ALL_EXCEPT_STYLES, (_found, style: string | undefined) => style ?? '\ufffd');
}
