/** Lays out a declaration's type as in Lean code: on one line if it fits, otherwise binders, then the conclusion. */
import { columns } from '../base/columns.ts';
import { wrap, type Wrapping } from './wrap.ts';

const CONCLUSION_INDENT = 2;

export function typeLines(type: string, within: Wrapping): string[] {
  const { width, indent, maxLines = Infinity } = within;
  const split = conclusionAt(type);
  if (split <= 0 || columns(type) <= width - indent) return wrap(type, within);
  // If space is short, the conclusion has priority; the binders keep one line.
  const conclusion = wrap(type.slice(split + 1), {
    width,
    indent: indent + CONCLUSION_INDENT,
    maxLines: Math.max(maxLines - 1, 1),
  });
  const left = Math.max(maxLines - conclusion.length, 1);
  const binders = wrap(type.slice(0, split), { ...within, width: width - 2, maxLines: left });
  binders.push(`${binders.pop()} :`);
  return [...binders, ...conclusion];
}

/** Offset of the first colon outside of all brackets; -1 without one. */
export function conclusionAt(type: string): number {
  let depth = 0;
  for (let i = 0; i < type.length; i++) {
    const char = type[i]!;
    if ('([{⟨⦃'.includes(char)) depth++;
    else if (')]}⟩⦄'.includes(char)) depth--;
    else if (char === ':' && depth === 0 && type[i + 1] !== '=') return i;
  }
  return -1;
}
