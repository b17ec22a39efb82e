/** Text report of `index verify` and `concepts verify`. */
import type { Verification } from '../index/verify.ts';
import { upTo } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_SHOWN = 20;

/** `next`: the command that repairs faults. */
export function renderVerification({ path, checks, faults }: Verification, next: string, style: TextStyle): string {
  const color = paint(style);
  const found = faults.map((fault) => `  ${color.red('✗')} ${fault}`);
  const lines = [
    path,
    ...checks.map((check) => `  ${color.green('✓')} ${check}`),
    ...upTo(MAX_SHOWN, found, (more) => `  … and ${more} more`),
    ...(faults.length === 0 ? [] : ['', `next: ${next}`]),
  ];
  return `${lines.join('\n')}\n`;
}
