/** List of the problems with their results, collapsed to keep the page short. */
import { pluralize } from '../../../base/pluralize.ts';
import { labelOf, labelsOf } from '../label.ts';
import { formatCost } from '../../experiment/table.ts';
import type { BenchReport, ProblemReport, SystemReport } from '../report.ts';
import { depthOf } from '../../../prove/run/sketch-steps.ts';
import { targetOf } from '../../../verify/hole/goal.ts';
import type { RunResult } from '../result.ts';
import { STATE_LABELS, outcomeText } from '../report-text.ts';
import { markup, NOTHING, type Markup } from '../../experiment/page/markup.ts';

export function problemList({ systems, problems }: BenchReport): Markup {
  const label = labelsOf({ systems });
  return markup`${problems.map((problem, at) => {
    const outcomes = systems.map((system) => outcome(system, problem));
    return markup`<details class="problem" id="p${at}"><summary><b>${problem.name}</b>${outcomes}</summary>
<div class="inside">${facts(problem)}${problem.results.map((result) => resultPart(result, label))}</div></details>
`;
  })}`;
}

function outcome(system: SystemReport, { results }: ProblemReport): Markup {
  const own = results.filter((result) => result.system === system.id);
  const isSolved = own.some(({ state }) => state === 'solved');
  return markup`<span class="outcome${isSolved ? ' is-solved' : ''}">${labelOf(system)}: ${outcomeText(own)}</span>`;
}

function facts({ place, split, tags, informal, hidden }: ProblemReport): Markup {
  const line = [place, ...(split === null ? [] : [`split ${split}`]), ...tags].join(' · ');
  const excluded = [...hidden.own, ...hidden.twins];
  return markup`<p class="soft">${line}</p>
${informal === null ? NOTHING : markup`<p>${informal}</p>`}
${excluded.length === 0 ? NOTHING : markup`<p class="soft">Hidden from retrieval: ${excluded.join(', ')}</p>`}`;
}

function resultPart(result: RunResult, label: (id: string) => string): Markup {
  const { system, run, state, why, candidates, lemmas, steps } = result;
  return markup`<p><b>${label(system)}</b>, run ${run + 1}: ${STATE_LABELS[state]} <span class="soft">· ${formatEffort(result)}</span>${why === null ? NOTHING : markup`<br>${why}`}</p>
${steps.length === 0 ? NOTHING : markup`<ul class="steps">${steps.map(stepItem)}</ul>`}
${candidates.map((text) => markup`<pre>${text}</pre>`)}
${lemmas.length === 0 ? NOTHING : markup`<p class="soft">Uses ${lemmas.join(', ')}</p>`}`;
}

/** The tree of sketches, one item per step. */
function stepItem({ node, goal, state, strategy }: RunResult['steps'][number]): Markup {
  const how = state === 'filled' ? `proved by ${strategy ?? '?'}` : (state ?? 'stopped');
  return markup`<li style="margin-left: ${2 * (depthOf(node) - 1)}em">${node} <code>${targetOf(goal)}</code> <span class="soft">${how}</span></li>`;
}

function formatEffort({
  attempts,
  seconds,
  input_tokens: input,
  output_tokens: output,
  cost,
  ...rest
}: RunResult): string {
  const refused = rest.refused_attempts === 0 ? '' : `, ${rest.refused_attempts} rejected by the audit`;
  const unchecked = rest.unchecked_attempts === 0 ? '' : `, ${rest.unchecked_attempts} unchecked`;
  const usage = input + output === 0 ? '' : `, ${input} + ${output} tokens, $ ${formatCost(cost)}`;
  return `${pluralize(attempts, 'attempt')}${refused}${unchecked}, ${seconds.toFixed(1)} s${usage}`;
}
