/** Text of `show` for an unknown or ambiguous name. Pure. */
import { ellipsis } from '../base/columns.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { paint, type TextStyle } from './style.ts';

export function renderUnknown(
  name: string,
  { candidates, isAmbiguous }: { candidates: string[]; isAmbiguous: boolean },
  style: TextStyle,
): string {
  const color = paint(style);
  const shown = color.bold(ellipsis(name.replace(/[\p{Cc}\p{Cf}]/gu, ' '), Math.max(style.width - 40, 20)));
  const first = isAmbiguous
    ? `${shown} is ambiguous. Select one of these declarations:`
    : `No declaration is named ${shown}.`;
  if (candidates.length === 0) return `${first} To search for it: lemmahead search ${shellQuote(name)}\n`;
  const lines = candidates.map((candidate) => `  lemmahead show ${color.bold(candidate)}`);
  return `${[first, ...(isAmbiguous ? [] : ['Similar names:']), ...lines].join('\n')}\n`;
}
