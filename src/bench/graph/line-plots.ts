/** Line plots of shares, as SVG. */
import { colorChip } from '../experiment/page/page.ts';
import { markup, NOTHING, type Markup } from '../experiment/page/markup.ts';
import { PLOT, plotFigure, plotX, plotY } from '../experiment/page/plot-frame.ts';
import { COLORS } from '../experiment/page/style.ts';
import type { Plot } from './bench-graph-schema.ts';

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
  const x = (value: number): number => plotX((value - first) / (last - first || 1));
  const points = (values: readonly number[]): string =>
    values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(xs[at]!)} ${plotY(value)}`).join('');
  return plotFigure(
    { caption, levels: LEVELS, highest: 1 },
    xs.map(
      (value) =>
        markup`<text class="soft" x="${x(value)}" y="${PLOT.height - 6}" text-anchor="middle">${value === last ? axis : value}</text>`,
    ),
    series.map(
      ({ name, values }, at) =>
        markup`<path class="step s${at % COLORS}" d="${points(values)}"><title>${name}</title></path>`,
    ),
  );
}
