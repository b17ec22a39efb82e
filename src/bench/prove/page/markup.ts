/** HTML and SVG in which every value is escaped: names, messages and proofs are other people's text. */

/** Text that is markup. Only `markup` makes it, and what is constant. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** The template as it is, its values escaped; markup and lists of it go in whole. Attributes must be in double quotes. */
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

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that HTML has no room for, lone surrogates among them, are shown as replaced. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => SIGNS[sign]!)
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
}
