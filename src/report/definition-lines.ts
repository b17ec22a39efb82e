/** A definition as text for a terminal: its name with its arguments, what it means, and how to import it. Pure. */
import { columns } from '../base/columns.ts';
import type { DefinitionReport, SpellingReport, UseReport } from './concepts-schema.ts';
import { hyperlink, paint, type TextStyle } from './style.ts';
import { wrap } from './wrap.ts';

/** Columns before the text of a labelled line: `      when   `. */
const LABEL_INDENT = 6;
const LABEL_WIDTH = 8;
const MODEL_LINES = 4;
/** The facts at the end of the first line start at this column if there is space. */
const FACTS_COLUMN = 60;

/** `structure Module.Basis ι R M`, and facts such as its probability at the end of the line. `number`: null for none. */
export function headLine(number: number | null, definition: DefinitionReport, facts: string, style: TextStyle): string {
  const color = paint(style);
  const { name, kind, links, deprecated } = definition;
  const shown = definition.arguments.map((each) => ` ${each}`).join('');
  const place = `${String(number ?? '').padStart(3)} `;
  const linked = hyperlink(color.bold(name), links.documentation ?? links.source, style);
  const mark = deprecated === null ? '' : '  deprecated';
  const used = columns(`${place}${kind} ${name}${shown}${mark}`);
  const gap = ' '.repeat(Math.max(Math.min(FACTS_COLUMN, style.width - columns(facts)) - used, 2));
  return `${place}${color.dim(kind)} ${linked}${shown}${color.yellow(mark)}${facts === '' ? '' : gap + color.dim(facts)}`;
}

/** The start of what it means, in the words of the library and in those of a model. */
export function meaningLines({ annotation }: DefinitionReport, style: TextStyle): string[] {
  return [...labelled('is', annotation.text, style), ...modelLines('model', annotation.model, style)];
}

/** The text of a model says whose it is. */
export function modelLines(label: string, text: DefinitionReport['annotation']['model'], style: TextStyle): string[] {
  return text === null ? [] : labelled(label, `${text.text} (${text.snapshot}, ${text.template})`, style, MODEL_LINES);
}

/** `P .63`; nothing for what would be zero. */
export function probabilityText(probability: number | null): string {
  const text = (probability ?? 0).toFixed(2).replace(/^0/, '');
  return text === '.00' ? '' : `P ${text}`;
}

export function importLine({ import: line }: DefinitionReport, style: TextStyle): string {
  return `${' '.repeat(LABEL_INDENT)}${paint(style).dim(line)}`;
}

/** When to use it, how it is written, what is more general or special. `when`: what a model says of the first. */
export function useLines(
  use: UseReport,
  style: TextStyle,
  when: DefinitionReport['annotation']['model'] = null,
): string[] {
  const { of, needs, words, write, notations, general, special, preferred } = use;
  const takes = [
    of,
    needs.length === 0 ? '' : `with ${needs.join(', ')}`,
    words.length === 0 ? '' : `texts about it: ${words.join(', ')}`,
  ];
  const also = [
    general.length === 0 ? '' : `more general: ${general.join(', ')}`,
    special.length === 0 ? '' : `more special: ${special.join(', ')}`,
  ];
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('; ');
  const notation = notations.map(({ text, opens }) => (opens === null ? text : `${text} (open ${opens})`));
  return [
    ...modelLines('when', when, style),
    ...labelled(when === null ? 'when' : '', joined(takes), style),
    ...labelled('write', [write, ...notation].join(' · '), style),
    ...labelled('instead', preferred ?? '', style),
    ...labelled('also', joined(also), style),
  ];
}

/** `      when   text`, wrapped. No lines without text. */
export function labelled(label: string, text: string, style: TextStyle, maxLines = 2): string[] {
  const indent = LABEL_INDENT + LABEL_WIDTH;
  const [first, ...rest] = wrap(text, { width: style.width, indent, maxLines });
  if (first === undefined) return [];
  const head = ' '.repeat(LABEL_INDENT) + paint(style).dim(label.padEnd(LABEL_WIDTH)) + first.slice(indent);
  return [head, ...rest];
}

/** How the library writes a term. */
export function spellingLines({ term, write, note, has_definition: has }: SpellingReport, style: TextStyle): string[] {
  const color = paint(style);
  const usage = has ? 'is often written' : 'has no definition of that name; it is written';
  const text = `${term} ${usage} ${write}${note === '' ? '' : `  (${note})`}`;
  // Coloured after wrapping, which removes control characters.
  return wrap(text, { width: style.width, indent: 0 }).map((line, at) =>
    (at === 0 && line.startsWith(term) ? color.bold(term) + line.slice(term.length) : line).replace(write, () =>
      color.bold(write),
    ),
  );
}
