/** Bar chart of solved problems by system, with the 95 % interval of the rate. */
import type { SystemReport } from '../report.ts';
import { labelOf } from '../label.ts';
import { percent } from '../../experiment/table.ts';
import { markup, NOTHING, type Markup } from '../../experiment/page/markup.ts';
import { COLORS } from '../../experiment/page/style.ts';

const WIDTH = 520;
const ROW = 46;
const LEFT = 4;
const RIGHT = 20;
const TOP = 4;

export function solvedBars(systems: readonly SystemReport[]): Markup {
  const height = TOP + systems.length * ROW + 24;
  const x = (share: number): number => LEFT + share * (WIDTH - LEFT - RIGHT);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) => markup`<line class="grid" x1="${x(share)}" x2="${x(share)}" y1="${TOP}" y2="${height - 20}"/>
<text class="soft" x="${x(share)}" y="${height - 5}" text-anchor="${share === 0 ? 'start' : 'middle'}">${share * 100} %</text>`,
  );
  return markup`<figure class="bars"><figcaption>Solved in one run, with the 95 % interval</figcaption>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Share of problems solved by each system">
${grid}${systems.map((system, at) => bar(system, at, x))}
</svg></figure>`;
}

function bar(system: SystemReport, at: number, x: (share: number) => number): Markup {
  const [first] = system.pass_at;
  if (first === undefined) return NOTHING;
  const [low, high] = first.interval;
  const top = TOP + at * ROW;
  const middle = top + 31;
  const label =
    first.problems === 0
      ? 'no problem counts'
      : `${system.solved} of ${system.counted}, ${percent(first.estimate)} [${percent(low)}, ${percent(high)}]`;
  const drawn =
    first.problems === 0
      ? NOTHING
      : markup`<rect class="bar" x="${x(0)}" y="${middle - 8}" width="${x(first.estimate) - x(0)}" height="16" rx="2"/>
<path class="whisker" d="M${x(low)} ${middle}H${x(high)}M${x(low)} ${middle - 5}V${middle + 5}M${x(high)} ${middle - 5}V${middle + 5}"/>
<circle class="point" cx="${x(first.estimate)}" cy="${middle}" r="4"/>`;
  return markup`<g class="s${at % COLORS}"><title>${labelOf(system)}: ${label}</title>
<text x="${LEFT}" y="${top + 14}" font-weight="600">${truncateMiddle(labelOf(system), 38)}</text>
<text class="soft" x="${WIDTH - RIGHT}" y="${top + 14}" text-anchor="end">${label}</text>
${drawn}</g>`;
}

/** Shortens a label, because SVG text does not wrap. Keeps both ends: they identify a model. */
export function truncateMiddle(text: string, maxLength: number): string {
  const chars = [...text];
  if (chars.length <= maxLength) return text;
  const half = Math.floor((maxLength - 1) / 2);
  return `${chars.slice(0, half).join('')}…${chars.slice(-half).join('')}`;
}
