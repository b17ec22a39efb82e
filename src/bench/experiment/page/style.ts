/** Style sheet of the report page: light and dark, wide and narrow screens, and print. */
import { Markup } from './markup.ts';

/** Number of distinct system colours. Further systems reuse them. */
export const COLORS = 8;

/** Palette that is safe for colour-blind readers, after Okabe and Ito; lighter in the dark theme. */
const LIGHT = ['#0068a8', '#c2500a', '#00805d', '#a8437f', '#8a6d00', '#5b4fb5', '#3b7d9a', '#6b6b6b'];
const DARK = ['#5ab4f0', '#f79256', '#4cc9a0', '#e58ac0', '#e3c04f', '#a99cf5', '#8fcbe0', '#b4b4b4'];

const colors = (list: readonly string[]): string => list.map((color, at) => `--s${at}: ${color};`).join(' ');
const classes = LIGHT.map((_, at) => `.s${at} { --system: var(--s${at}); }`).join('\n');

export const STYLE = new Markup(`
:root {
  color-scheme: light dark;
  --back: #ffffff; --card: #f6f7f9; --line: #d9dde3; --grid: #e6e9ee; --text: #1b2129; --soft: #5a6572;
  --good: #1a7f4b; --warn: #b26a00; --bad: #9aa3ae; --fail: #8a3fa0; --warn-back: #fff4dc;
  ${colors(LIGHT)}
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181d; --card: #1c2229; --line: #333c47; --grid: #29313a; --text: #e6eaef; --soft: #9aa6b4;
    --good: #4ac587; --warn: #e8a83f; --bad: #6d7884; --fail: #c98be0; --warn-back: #3a2e12;
    ${colors(DARK)}
  }
}
${classes}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 76rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { max-width: 46rem; }
p.note, figcaption, .soft { color: var(--soft); }
p.note { margin: .25rem 0 .9rem; font-size: .9rem; }
.warning { background: var(--warn-back); border-left: 4px solid var(--warn); padding: .6rem .9rem; border-radius: 4px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .8rem .35rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
td:first-child { font-weight: 600; }
.chip { display: inline-block; width: .7em; height: .7em; border-radius: 2px; background: var(--system); margin-right: .45em; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .5rem 0 .7rem; list-style: none; font-size: .9rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 23rem)); gap: 1rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem .9rem; min-width: 0; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { font-size: .9rem; margin-bottom: .4rem; }
figure.bars { max-width: 46rem; }
svg text { fill: var(--text); font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
svg .soft { fill: var(--soft); }
.grid { stroke: var(--grid); } .axis { stroke: var(--soft); }
.bar { fill: var(--system); fill-opacity: .28; } .whisker { stroke: var(--system); stroke-width: 2; fill: none; }
.point { fill: var(--system); } .step { stroke: var(--system); stroke-width: 2; fill: none; stroke-linejoin: round; }
.matrix svg { width: auto; max-width: none; }
.matrix rect.solved { fill: var(--good); } .matrix rect.frame { fill: none; stroke: var(--bad); }
.matrix .unsolved { fill: none; stroke: var(--bad); } .matrix .stopped { fill: var(--warn); }
.matrix .model_failed { stroke: var(--fail); stroke-width: 2; fill: none; } .matrix .unchecked { fill: var(--bad); }
.matrix a:focus rect.frame, .matrix a:hover rect.frame { stroke: var(--text); stroke-width: 2; }
dl.from { margin-top: 1rem; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.2rem; margin-bottom: 0; font-size: .9rem; }
dl.from dt { color: var(--soft); } dl.from dd { margin: 0; overflow-wrap: anywhere; }
details.problem { border-bottom: 1px solid var(--line); padding: .3rem 0; }
details.problem > summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: baseline; }
details.problem > summary::before { content: "▸"; color: var(--soft); } details.problem[open] > summary::before { content: "▾"; }
details.problem > summary b { overflow-wrap: anywhere; } details.problem:target > summary b { color: var(--s0); }
details.problem .outcome { color: var(--soft); font-size: .9rem; } .outcome.is-solved { color: var(--good) !important; }
.inside { padding: .2rem 0 .8rem 1.4rem; font-size: .9rem; } .inside p { margin: .3rem 0; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .4rem 0;
  overflow-x: auto; font: 13px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (max-width: 34rem) {
  body { padding: 1.2rem .8rem 3rem; } dl.from { grid-template-columns: 1fr; } dl.from dd { margin-bottom: .4rem; }
}
@media print { body { max-width: none; } figure, pre { break-inside: avoid; } }
`);
