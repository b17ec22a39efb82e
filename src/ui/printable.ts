/** Replaces terminal control characters in untrusted text (a model's answer, a name, a server's error). */

/** Bold, dim, italic, underlined and colours as `styleText` writes them; no sequence that hides or moves text. */
const STYLE = String.raw`\u001b\[(?:0|1|2|3|4|22|23|24|39|3[0-7]|9[0-7])m`;
/** Control characters except line breaks and tabs, and characters that change the direction of text. */
const CONTROLS = String.raw`(?!\r\n)[\p{Cc}--[\n\t]]|[\u202a-\u202e\u2066-\u2069]`;

/** The start of a hyperlink with this id, and the end of any. */
const link = (id: string): string => String.raw`\u001b\]8;id=${id};(?:https?|file):[!-~]*\u001b\\|\u001b\]8;;\u001b\\`;

/**
 * Replaces each such character by U+FFFD. `hasColor`: `text` is already styled, and its styles are kept. `hyperlinks`:
 * so are hyperlinks with this id, which untrusted text cannot know.
 */
export function printable(text: string, hasColor: boolean, hyperlinks?: string): string {
  const kept = [...(hasColor ? [STYLE] : []), ...(hyperlinks === undefined ? [] : [link(hyperlinks)])];
  const pattern = new RegExp(`(${kept.join('|') || '(?!)'})|${CONTROLS}`, 'gv');
  return text.replace(pattern, (_found, own: string | undefined) => own ?? '\ufffd');
}

/** Control characters that JSON text may contain, and all characters that change the direction of text. */
const CONTROLS_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** `value` as JSON, with a line break at its end. Every control character in a string of it is written as `\uXXXX`. */
export function printableJson(value: unknown, indent = 0): string {
  const escape = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, null, indent).replace(CONTROLS_IN_JSON, escape)}\n`;
}
