/** Plots solved, time, tokens and cost over σ: a point for each `ipa` system. Lines connect systems that differ only in σ. */
import { percent } from '../../experiment/table.ts';
import type { BenchReport, SystemReport } from '../report.ts';
import { perProblem, sigmaSeries, type SigmaSeries } from '../sigma.ts';
import { markup, NOTHING, type Markup } from '../../experiment/page/markup.ts';
import { COLORS } from '../../experiment/page/style.ts';

const WIDTH = 360;
const HEIGHT = 230;
const LEFT = 52;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 26;

interface Measure {
  caption: string;
  value: (system: SystemReport) => number | null;
  /** 95 % interval; null if there is no estimate. */
  interval?: (system: SystemReport) => readonly [number, number] | null;
  format: (value: number) => string;
  /** Minimum of the upper end of the scale. */
  minScale: number;
}

const MEASURES: readonly Measure[] = [
  {
    caption: 'Pass@1 over σ, with 95 % intervals',
    value: ({ pass_at: [first] }) => (first === undefined || first.problems === 0 ? null : first.estimate),
    interval: ({ pass_at: [first] }) => (first === undefined || first.problems === 0 ? null : first.interval),
    format: (share) => percent(share).replace('.0', ''),
    minScale: 0.05,
  },
  {
    caption: 'Seconds per problem over σ',
    value: (system) => perProblem(system).seconds,
    format: short,
    minScale: 0.1,
  },
  { caption: 'Tokens per problem over σ', value: (system) => perProblem(system).tokens, format: short, minScale: 10 },
  {
    caption: 'US$ per problem over σ',
    value: (system) => perProblem(system).cost,
    format: (dollars) => `$${short(dollars)}`,
    minScale: 1e-6,
  },
];

/** Empty if no σ values are compared. */
export function sigmaPlots(report: BenchReport): Markup {
  const series = sigmaSeries(report);
  if (series.length === 0) return NOTHING;
  const legend = series.map(({ name }, at) => markup`<li><span class="chip s${at % COLORS}"></span>${name}</li>`);
  return markup`<ul class="legend">${legend}</ul><div class="plots">${MEASURES.map((measure) => plot(measure, series))}</div>`;
}

function plot({ caption, value, interval, format, minScale }: Measure, series: readonly SigmaSeries[]): Markup {
  const values = series.flatMap(({ points }) => points.map(({ system }) => value(system)));
  // An unknown price is not drawn as zero.
  if (values.every((each) => each === null || each === 0) && interval === undefined) return NOTHING;
  const ends = series.flatMap(({ points }) => points.flatMap(({ system }) => interval?.(system)?.[1] ?? []));
  const highest = roundUp(Math.max(minScale, ...ends, ...values.map((each) => each ?? 0)));
  const sigmas = [...new Set(series.flatMap(({ points }) => points.map(({ sigma }) => sigma)))].sort((a, b) => a - b);
  const [lowest, largest] = [sigmas[0]!, sigmas.at(-1)!];
  const x = (sigma: number): number =>
    round(LEFT + 10 + ((sigma - lowest) / (largest - lowest)) * (WIDTH - LEFT - RIGHT - 20));
  const y = (share: number): number => round(TOP + (1 - share / highest) * (HEIGHT - TOP - BOTTOM));
  const levels = [0, highest / 2, highest];
  return markup`<figure><figcaption>${caption}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${caption}">
${levels.map((level) => markup`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(level)}" y2="${y(level)}"/><text class="soft" x="${LEFT - 6}" y="${y(level) + 4}" text-anchor="end">${format(level)}</text>`)}
${sigmas.map((sigma) => markup`<text class="soft" x="${x(sigma)}" y="${HEIGHT - 8}" text-anchor="middle">${sigma}</text>`)}
<path class="axis" fill="none" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>
${series.map((each, at) => curve(each, at, { value, interval, format, x, y }))}
</svg></figure>`;
}

type Scales = Pick<Measure, 'value' | 'format'> & {
  interval: Measure['interval'];
  x: (sigma: number) => number;
  y: (value: number) => number;
};

function curve({ name, points }: SigmaSeries, at: number, { value, interval, format, x, y }: Scales): Markup {
  const known = points.flatMap(({ sigma, system }) => {
    const height = value(system);
    return height === null ? [] : [{ sigma, height, system }];
  });
  const path = known.map(({ sigma, height }, k) => `${k === 0 ? 'M' : 'L'}${x(sigma)} ${y(height)}`).join('');
  const marks = known.map(({ sigma, height, system }) => {
    const range = interval?.(system) ?? null;
    const whisker =
      range === null ? NOTHING : markup`<path class="whisker" d="M${x(sigma)} ${y(range[0])}V${y(range[1])}"/>`;
    return markup`<g><title>${name}, σ = ${sigma}: ${format(height)}</title>${whisker}<circle class="point" cx="${x(sigma)}" cy="${y(height)}" r="4"/></g>`;
  });
  return markup`<g class="s${at % COLORS}">${known.length < 2 ? NOTHING : markup`<path class="step" d="${path}"/>`}${marks}</g>`;
}

/** Rounds up to 1, 2, 4, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 10].find((factor) => factor * unit >= value * (1 - 1e-9)) ?? 10) * unit;
}

/** Formats with at most three significant digits. */
function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(2))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return String(Number(value.toPrecision(2)));
}

const round = (value: number): number => Math.round(value * 10) / 10;
