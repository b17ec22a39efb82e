/** The frame of a plot, as SVG: caption, horizontal grid and axes. Pure. */
import { markup, type Markup } from './markup.ts';

/** Size of a plot and the margins around its area, in units of the picture. */
export const PLOT = { width: 360, height: 230, left: 34, right: 12, top: 8, bottom: 24 } as const;

/** Coordinates have one decimal. */
const roundCoordinate = (value: number): number => Math.round(value * 10) / 10;

/** Horizontal place of a share of the width of the area, vertical place of a share of its height. */
export const plotX = (share: number): number =>
  roundCoordinate(PLOT.left + share * (PLOT.width - PLOT.left - PLOT.right));
export const plotY = (share: number): number =>
  roundCoordinate(PLOT.top + (1 - share) * (PLOT.height - PLOT.top - PLOT.bottom));

/** `levels`: values of the vertical axis that get a grid line; the area ends at `highest`. */
export function plotFigure(
  { caption, levels, highest }: { caption: string; levels: readonly number[]; highest: number },
  ticks: Markup | readonly Markup[],
  lines: Markup | readonly Markup[],
): Markup {
  const { width, height, left, right, top, bottom } = PLOT;
  const y = (level: number): number => plotY(level / highest);
  return markup`<figure><figcaption>${caption}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${caption}">
${levels.map((level) => markup`<line class="grid" x1="${left}" x2="${width - right}" y1="${y(level)}" y2="${y(level)}"/><text class="soft" x="${left - 6}" y="${y(level) + 4}" text-anchor="end">${level}</text>`)}
${ticks}
<path class="axis" fill="none" d="M${left} ${top}V${height - bottom}H${width - right}"/>
${lines}
</svg></figure>`;
}
