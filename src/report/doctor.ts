/** Text report of `doctor`. */
import type { Check } from '../base/health.ts';
import { paint, type TextStyle } from './style.ts';

const SIGNS = { ok: '✓', absent: '–', fault: '✗' } as const;

export function renderDoctor(checks: readonly Check[], style: TextStyle): string {
  const color = paint(style);
  const colors = { ok: color.green, absent: color.yellow, fault: color.red };
  const width = Math.max(...checks.map(({ what }) => what.length));
  const indentation = ' '.repeat(width + 4);
  const lines = checks.flatMap(({ what, state, found, fix }) => [
    `${colors[state](SIGNS[state])} ${color.bold(what.padEnd(width))}  ${found}`,
    ...(fix === null ? [] : [`${indentation}${color.dim('fix:')} ${fix}`]),
  ]);
  return `${[...lines, '', summary(checks)].join('\n')}\n`;
}

function summary(checks: readonly Check[]): string {
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length;
  const faults = count('fault');
  if (faults > 0) return `${faults} broken, ${count('absent')} not available, ${count('ok')} ok.`;
  if (count('absent') > 0)
    return `Nothing is broken. ${count('absent')} not available: only features that need them do not work.`;
  return 'Everything is ok.';
}
