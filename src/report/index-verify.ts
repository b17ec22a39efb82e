/** Text report of `index verify`. */
import type { Verification } from '../index/verify.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_SHOWN = 20;

export function renderIndexVerify({ path, checks, faults }: Verification, style: TextStyle): string {
  const color = paint(style);
  const shown = faults.slice(0, MAX_SHOWN).map((fault) => `  ${color.red('✗')} ${fault}`);
  const rest = faults.length - shown.length;
  const lines = [
    path,
    ...checks.map((check) => `  ${color.green('✓')} ${check}`),
    ...shown,
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ...(faults.length === 0 ? [] : ['', 'next: lemmahead index build --rehash']),
  ];
  return `${lines.join('\n')}\n`;
}
