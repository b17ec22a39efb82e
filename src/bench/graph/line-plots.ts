/** Line plots of shares, as SVG. */
import { colorChip } from '../experiment/page/page.ts';
import { markup, NOTHING, type Markup } from '../experiment/page/markup.ts';
import { COLORS } from '../experiment/page/style.ts';
import type { Plot } from './bench-graph-schema.ts';

const WIDTH = 360;
const HEIGHT = 230;
const LEFT = 34;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 24;
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

/** All plots have the series of the first one. */
export function linePlots(plots: readonly Plot[]): Markup {
  const [first] = plots;
  if (first === undefined) return NOTHING;
  const legend = first.series.map(({ name }, at) => markup`<li>${colorChip(at)}${name}</li>`);
  return markup`<ul class="legend">${legend}</ul><div class="plots">${plots.map(plotMarkup)}</div>`;
}

function plotMarkup({ caption, x: axis, xs, series }: Plot): Markup {
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const round = (value: number): number => Math.round(value * 10) / 10;
  const x = (value: number): number => round(LEFT + ((value - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT));
  const y = (share: number): number => round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM));
  const points = (values: readonly number[]): string =>
    values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(xs[at]!)} ${y(value)}`).join('');
  return markup`<figure><figcaption>${caption}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${caption}">
${LEVELS.map((level) => markup`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(level)}" y2="${y(level)}"/><text class="soft" x="${LEFT - 6}" y="${y(level) + 4}" text-anchor="end">${level}</text>`)}
${xs.map((value) => markup`<text class="soft" x="${x(value)}" y="${HEIGHT - 6}" text-anchor="middle">${value === last ? axis : value}</text>`)}
<path class="axis" fill="none" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>
${series.map(({ name, values }, at) => markup`<path class="step s${at % COLORS}" d="${points(values)}"><title>${name}</title></path>`)}
</svg></figure>`;
}
