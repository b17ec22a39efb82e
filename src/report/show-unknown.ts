/** What `show` says where a name is unknown or could mean several declarations. Pure. */
import { paint, type TextStyle } from './style.ts';
import { ellipsis } from './wrap.ts';

export function renderUnknown(
  name: string,
  { candidates, isAmbiguous }: { candidates: string[]; isAmbiguous: boolean },
  style: TextStyle,
): string {
  const color = paint(style);
  const asked = color.bold(ellipsis(name.replace(/[\p{Cc}\p{Cf}]/gu, ' '), Math.max(style.width - 40, 20)));
  const first = isAmbiguous ? `${asked} could be several declarations; which?` : `No declaration is called ${asked}.`;
  if (candidates.length === 0) return `${first}\n`;
  const lines = candidates.map((candidate) => `  lemmahead show ${color.bold(candidate)}`);
  return `${[first, ...(isAmbiguous ? [] : ['Nearest names:']), ...lines].join('\n')}\n`;
}
