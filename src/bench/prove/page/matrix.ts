/** Matrix with a square for each problem and system. Shape and colour show the outcome. */
import type { BenchReport, ProblemReport } from '../report.ts';
import { STATES, type ResultState, type RunResult } from '../result.ts';
import { outcomeText, STATE_LABELS } from '../report-text.ts';
import { labelOf } from '../label.ts';
import { truncateMiddle } from './bars.ts';
import { markup, NOTHING, type Markup } from '../../experiment/page/markup.ts';

const SIDE = 12;
const STEP = 16;
const LABEL = 232;
/** Squares per row; the rest wrap to blocks below. */
const COLUMNS = 46;

/** Problems that more systems solved come first, so those that differ between systems are in the middle. */
export function problemMatrix({ systems, problems }: BenchReport): Markup {
  const solvedBy = (problem: ProblemReport): number => problem.results.filter(({ state }) => state === 'solved').length;
  const order = problems
    .map((problem, at) => ({ problem, at }))
    .sort((a, b) => solvedBy(b.problem) - solvedBy(a.problem));
  const blocks: Markup[] = [];
  for (let from = 0; from < order.length; from += COLUMNS) {
    const block = order.slice(from, from + COLUMNS);
    const [width, height] = [LABEL + block.length * STEP, systems.length * STEP + 4];
    const rows = systems.map((one, row) => {
      const { id } = one;
      const top = row * STEP + 2;
      const cells = block.map(({ problem, at }, column) => {
        const own = problem.results.filter(({ system }) => system === id);
        return cell({ name: problem.name, at, system: labelOf(one), own, x: LABEL + column * STEP, y: top });
      });
      return markup`<text x="0" y="${top + SIDE - 2}"><title>${labelOf(one)}</title>${truncateMiddle(labelOf(one), 36)}</text>${cells}`;
    });
    blocks.push(
      markup`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Problems ${from + 1} to ${from + block.length}">${rows}</svg>`,
    );
  }
  return markup`${legend()}<div class="scroll matrix">${blocks}</div>`;
}

interface Cell {
  name: string;
  at: number;
  system: string;
  own: readonly RunResult[];
  x: number;
  y: number;
}

function cell({ name, at, system, own, x, y }: Cell): Markup {
  return markup`<a href="#p${at}"><title>${name}, ${system}: ${outcomeText(own)}</title>${symbol(own, x, y)}</a>`;
}

function symbol(own: readonly RunResult[], x: number, y: number): Markup {
  const frame = markup`<rect class="frame" x="${x + 0.5}" y="${y + 0.5}" width="${SIDE - 1}" height="${SIDE - 1}" rx="2"/>`;
  const solved = own.filter(({ state }) => state === 'solved').length;
  if (solved > 0) {
    const filled = Math.max(2, Math.round((solved / own.length) * SIDE));
    return markup`${frame}<rect class="solved" x="${x}" y="${y + SIDE - filled}" width="${SIDE}" height="${filled}" rx="2"/>`;
  }
  const [first] = own;
  return markup`${frame}${first === undefined ? NOTHING : noAnswerSign(first.state, x, y)}`;
}

function noAnswerSign(state: ResultState, x: number, y: number): Markup {
  const middle = `${x + SIDE / 2} ${y + SIDE / 2}`;
  switch (state) {
    case 'stopped':
      return markup`<path class="stopped" d="M${x} ${y + SIDE}H${x + SIDE}L${x} ${y}Z"/>`;
    case 'model_failed':
      return markup`<path class="model_failed" d="M${x + 3} ${y + 3}L${x + 9} ${y + 9}M${x + 9} ${y + 3}L${x + 3} ${y + 9}"/>`;
    case 'unchecked':
      return markup`<path class="unchecked" d="M${middle}m-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0"/>`;
    case 'solved':
    case 'unsolved':
      return NOTHING;
  }
}

function legend(): Markup {
  const items = STATES.map((state) => {
    const drawn =
      state === 'solved'
        ? markup`<rect class="solved" x="0" y="0" width="${SIDE}" height="${SIDE}" rx="2"/>`
        : markup`<rect class="frame" x="0.5" y="0.5" width="${SIDE - 1}" height="${SIDE - 1}" rx="2"/>${noAnswerSign(state, 0, 0)}`;
    return markup`<li class="matrix"><svg width="${SIDE}" height="${SIDE}" aria-hidden="true">${drawn}</svg> ${STATE_LABELS[state]}</li>`;
  });
  return markup`<ul class="legend">${items}</ul>`;
}
