/** The card of one hole of a run: its goal, attempts and result. */
import { element, pluralize } from './elements.js';
import { leanBlock, leanCode } from './lean-code.js';
import { nameLinks } from './results.js';
import { verdictWords } from './run-state.js';

/** @typedef {import('./run-state.js').HoleState} HoleState */

const STATES = { started: 'in progress', filled: 'filled', open: 'open' };

/**
 * @param {HoleState} hole
 * @returns {{ element: HTMLElement, update: () => void }} `update` redraws the card after a change
 */
export function holeCard(hole) {
  const title = `hole-${hole.hole}`;
  const state = element('span', { class: 'state' });
  const activity = element('p', { class: 'activity' });
  const filling = element('div', { class: 'filling' });
  const steps = element('ul', { class: 'sketch-steps', 'aria-label': 'Steps of the sketches' });
  const remarks = element('ul', { class: 'remarks' });
  const attempts = collapsible(() => attemptItems(hole));
  const retrievals = collapsible(() => hole.retrievals.map(retrievalItem));
  const card = element(
    'li',
    { class: 'hole', 'aria-labelledby': title },
    element(
      'h3',
      { id: title },
      `Hole ${hole.hole}`,
      hole.declaration !== null && ', ',
      hole.declaration !== null && element('span', { class: 'name', translate: 'no' }, hole.declaration),
      element('span', { class: 'dim' }, ` line ${hole.line}`),
      ' ',
      state,
    ),
    leanBlock(hole.goal, `Goal of hole ${hole.hole}`),
    filling,
    activity,
    steps,
    remarks,
    attempts.element,
    retrievals.element,
  );
  return {
    element: card,
    update() {
      card.dataset['state'] = hole.state;
      state.textContent = STATES[hole.state];
      activity.textContent = hole.state === 'started' ? hole.activity : '';
      filling.replaceChildren(...fillingParts(hole));
      steps.replaceChildren(...hole.steps.map(stepItem));
      remarks.replaceChildren(...hole.remarks.map((words) => element('li', {}, words)));
      attempts.update(hole.count === 0 ? '' : pluralize(hole.count, 'attempt'));
      retrievals.update(hole.retrievals.length === 0 ? '' : pluralize(hole.retrievals.length, 'retrieval'));
    },
  };
}

/**
 * A step, indented by the number of sketches that it is within.
 *
 * @param {HoleState['steps'][number]} step
 */
function stepItem({ node, goal, state, strategy }) {
  const target = goal.slice(Math.max(0, goal.lastIndexOf('⊢')));
  const item = element(
    'li',
    { 'data-state': state },
    element('span', { class: 'dim' }, `${node} `),
    leanCode(target),
    element('span', { class: 'step-state' }, ` ${state}${strategy === null ? '' : ` by ${strategy}`}`),
  );
  item.style.setProperty('--depth', String(node.split('/').length - 1));
  return item;
}

/** @param {HoleState} hole */
function fillingParts({ filledBy, strategy }) {
  if (filledBy === null) return [];
  const by = strategy === null ? '' : ` (${strategy})`;
  return [element('p', {}, `Filled${by} by`), element('pre', {}, leanCode(filledBy))];
}

/**
 * A collapsible list whose items are created only while it is open.
 *
 * @param {() => HTMLElement[]} items
 */
function collapsible(items) {
  const summary = element('summary');
  const list = element('ol');
  const details = element('details', { hidden: true }, summary, list);
  const fill = () => list.replaceChildren(...(details.open ? items() : []));
  details.addEventListener('toggle', fill);
  return {
    element: details,
    /** @param {string} words the summary; '' hides the list */
    update(words) {
      details.hidden = words === '';
      if (summary.textContent === words) return;
      summary.textContent = words;
      fill();
    },
  };
}

/** @param {HoleState} hole */
function attemptItems({ attempts, count }) {
  const items = attempts
    .toReversed()
    .map(({ candidate, strategy, verdict }) =>
      element(
        'li',
        { 'data-verdict': verdict.kind },
        leanCode(candidate.text, 'candidate'),
        element('span', { class: 'verdict' }, `${strategy}: ${verdictWords(verdict)}`),
      ),
    );
  const omitted = count - attempts.length;
  return omitted > 0
    ? [...items, element('li', { class: 'dim' }, `${omitted.toLocaleString('en')} earlier attempts not shown`)]
    : items;
}

/** @param {{ query: string, names: string[] }} retrieval */
function retrievalItem({ query, names }) {
  return element('li', {}, leanCode(query), element('p', {}, ...(names.length === 0 ? ['nothing'] : nameLinks(names))));
}
