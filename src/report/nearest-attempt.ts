/** The rejected attempt at an open hole that came closest, as text. Pure. */
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import type { NearestAttempt } from '../prove/events.ts';
import { withoutControls } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const SHOWN_COLUMNS = 110;
/** Maximum number of lines of Lean's error. */
const SHOWN_LINES = 6;
/** Maximum length of a line of Lean's error, which may quote a line of the attempt. */
const LONGEST_LINE = 400;

/** Names the attempt, then Lean's error, indented. */
export function nearestLines({ strategy, candidate, error }: NearestAttempt, style: TextStyle): string[] {
  const color = paint(style);
  const tried = ellipsis(collapseWhitespace(candidate.trim().replaceAll(/\n\s*/g, '; ')), SHOWN_COLUMNS);
  const lines = error.split('\n').filter((line) => line.trim() !== '');
  const more = lines.length > SHOWN_LINES ? ['…'] : [];
  return [
    `    closest, by ${strategy}: ${withoutControls(tried)}`,
    ...[...lines.slice(0, SHOWN_LINES), ...more].map((line) =>
      color.dim(`      ${withoutControls(ellipsis(line, LONGEST_LINE))}`),
    ),
  ];
}
