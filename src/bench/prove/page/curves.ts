/** Plots of solved problems over effort: attempts, time or cost per run. */
import type { BenchReport, ProblemReport } from '../report.ts';
import { isCounted, type RunResult } from '../result.ts';
import { markup, NOTHING, type Markup } from '../../experiment/page/markup.ts';
import { PLOT, plotFigure, plotX, plotY } from '../../experiment/page/plot-frame.ts';
import { COLORS } from '../../experiment/page/style.ts';

/** A step of a curve: problems solved up to this effort. With several runs per problem, each run counts as a fraction. */
export interface Step {
  at: number;
  solved: number;
}

type Effort = (result: RunResult) => number | null;

const EFFORTS: readonly { caption: string; effort: Effort; format: (value: number) => string }[] = [
  { caption: 'Solved over attempts', effort: ({ attempts }) => attempts, format: String },
  { caption: 'Solved over time', effort: ({ seconds }) => seconds, format: formatTime },
  { caption: 'Solved over cost', effort: ({ cost }) => cost, format: (dollars) => `$${dollars}` },
];

export function effortPlots({ systems, problems }: BenchReport): Markup {
  const plots = EFFORTS.map(({ caption, effort, format }) => {
    const curves = systems.map(({ id }) => stepsOf(problems, id, effort));
    const ends = curves.flatMap((steps) => steps.map(({ at }) => at)).filter((at) => at > 0);
    // If no run has any effort of this kind, there is no curve to draw.
    return ends.length === 0 ? NOTHING : plot(caption, curves, ends, format);
  });
  return markup`<div class="plots">${plots}</div>`;
}

/** Steps in ascending order of effort; `solved` is cumulative. */
export function stepsOf(problems: readonly Pick<ProblemReport, 'results'>[], system: string, effort: Effort): Step[] {
  const gains = problems.flatMap(({ results }) => {
    const counted = results.filter((result) => result.system === system && isCounted(result));
    return counted.flatMap((result) => {
      const at = effort(result);
      return result.state === 'solved' && at !== null ? [{ at, gain: 1 / counted.length }] : [];
    });
  });
  let solved = 0;
  return gains.sort((a, b) => a.at - b.at).map(({ at, gain }) => ({ at, solved: (solved += gain) }));
}

function plot(
  caption: string,
  curves: readonly Step[][],
  ends: readonly number[],
  format: (value: number) => string,
): Markup {
  const ticks = ticksOver(Math.min(...ends), Math.max(...ends));
  const [first, last] = [Math.log(ticks[0]!), Math.log(ticks.at(-1)!)];
  // Zero effort is at the left end of the logarithmic scale.
  const x = (value: number): number => plotX(value <= 0 ? 0 : Math.max(0, (Math.log(value) - first) / (last - first)));
  const highest = roundUp(Math.max(1, ...curves.map((steps) => steps.at(-1)?.solved ?? 0)));
  const y = (solved: number): number => plotY(solved / highest);
  return plotFigure(
    { caption, levels: [0, highest / 2, highest], highest },
    ticks.map((tick, at) => verticalTick(x(tick), at % Math.ceil(ticks.length / 6) === 0 ? format(tick) : '')),
    curves.map((steps, at) =>
      steps.length === 0 ? NOTHING : markup`<path class="step s${at % COLORS}" d="${stepPath(steps, x, y)}"/>`,
    ),
  );
}

function verticalTick(x: number, label: string): Markup {
  const { width, height, right, top, bottom } = PLOT;
  // A centred label at the right end would be cut off.
  const anchor = x > width - right - 12 ? 'end' : 'middle';
  return markup`<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${height - bottom}"/>
<text class="soft" x="${anchor === 'end' ? width - 2 : x}" y="${height - 6}" text-anchor="${anchor}">${label}</text>`;
}

function stepPath(steps: readonly Step[], x: (value: number) => number, y: (solved: number) => number): string {
  const parts = steps.map(({ at, solved }) => `H${x(at)}V${y(solved)}`);
  return `M${PLOT.left} ${y(0)}${parts.join('')}H${PLOT.width - PLOT.right}`;
}

/** Ticks at 1, 2 and 5 times each power of ten from `from` to `to`; at the powers only, if there are more than two. */
export function ticksOver(from: number, to: number): number[] {
  const [low, high] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const factors = high - low > 2 ? [1] : [1, 2, 5];
  const all: number[] = [];
  for (let power = low; power <= Math.max(high, low + 1); power++) {
    for (const factor of factors) all.push(Number(`${factor}e${power}`));
  }
  const start = all.findLastIndex((tick) => tick <= from * (1 + 1e-9));
  const end = all.findIndex((tick) => tick >= to * (1 - 1e-9));
  return all.slice(Math.max(0, start), Math.max(end, start + 1) + 1);
}

/** Rounds up to an even number with at most two significant digits, so its half has at most two as well. */
function roundUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / (2 * unit)) * 2 * unit;
}

function formatTime(seconds: number): string {
  if (seconds < 1) return `${seconds * 1000} ms`;
  if (seconds < 10_000) return `${seconds} s`;
  return `${Math.round(seconds / 360) / 10} h`;
}
