/** Each problem with what came of it: folded, so that the page stays short. */
import { pluralize } from '../../../base/pluralize.ts';
import { labelOf, labelsOf } from '../label.ts';
import { moneyWords } from '../tables.ts';
import type { BenchReport, ProblemReport, SystemReport } from '../report.ts';
import type { RunResult } from '../result.ts';
import { STATE_WORDS, standingWords } from '../report-text.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

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
  return markup`<span class="outcome${isSolved ? ' is-solved' : ''}">${labelOf(system)}: ${standingWords(own)}</span>`;
}

function facts({ place, split, tags, informal, hidden }: ProblemReport): Markup {
  const words = [place, ...(split === null ? [] : [`split ${split}`]), ...tags].join(' · ');
  const out = [...hidden.own, ...hidden.twins];
  return markup`<p class="soft">${words}</p>
${informal === null ? NOTHING : markup`<p>${informal}</p>`}
${out.length === 0 ? NOTHING : markup`<p class="soft">Taken out of retrieval: ${out.join(', ')}</p>`}`;
}

function resultPart(result: RunResult, label: (id: string) => string): Markup {
  const { system, run, state, why, candidates, lemmas } = result;
  return markup`<p><b>${label(system)}</b>, run ${run + 1}: ${STATE_WORDS[state]} <span class="soft">· ${effortWords(result)}</span>${why === null ? NOTHING : markup`<br>${why}`}</p>
${candidates.map((text) => markup`<pre>${text}</pre>`)}
${lemmas.length === 0 ? NOTHING : markup`<p class="soft">With ${lemmas.join(', ')}</p>`}`;
}

function effortWords({
  attempts,
  seconds,
  input_tokens: read,
  output_tokens: written,
  cost,
  ...rest
}: RunResult): string {
  const refused = rest.refused_attempts === 0 ? '' : `, ${rest.refused_attempts} refused by the audit`;
  const silent = rest.unchecked_attempts === 0 ? '' : `, ${rest.unchecked_attempts} without an answer`;
  const asked = read + written === 0 ? '' : `, ${read} + ${written} tokens, $ ${moneyWords(cost)}`;
  return `${pluralize(attempts, 'attempt')}${refused}${silent}, ${seconds.toFixed(1)} s${asked}`;
}
