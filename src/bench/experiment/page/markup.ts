/** Builds HTML and SVG in which every value is escaped: names, messages and proofs are untrusted text. */
import { printable } from '../../../ui/printable.ts';

/** Safe markup text. Created only by `markup` and from constants. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Template tag: escapes values, but inserts `Markup` and lists of it unchanged. Attributes must be in double quotes. */
export function markup(template: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = template[0] ?? '';
  for (const [at, value] of values.entries()) text += asText(value) + (template[at + 1] ?? '');
  return new Markup(text);
}

export const NOTHING = markup``;

function asText(value: Value): string {
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escape(String(value));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Replaces characters that HTML does not allow, such as lone surrogates, and those that turn text round, by U+FFFD. */
function escape(text: string): string {
  return printable(text.toWellFormed(), false).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}
