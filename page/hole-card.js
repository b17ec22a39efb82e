/** One hole of a run: its goal, what is tried at it, and what became of it. */
import { element, howMany } from './elements.js';
import { leanBlock, leanCode } from './lean-code.js';
import { nameLinks } from './results.js';
import { verdictWords } from './run-state.js';

/** @typedef {import('./run-state.js').HoleState} HoleState */

const STATES = { begun: 'under way', filled: 'filled', open: 'open' };

/**
 * @param {HoleState} hole
 * @returns {{ element: HTMLElement, update: () => void }} `update` shows what has changed since
 */
export function holeCard(hole) {
  const title = `hole-${hole.hole}`;
  const state = element('span', { class: 'state' });
  const doing = element('p', { class: 'doing' });
  const filling = element('div', { class: 'filling' });
  const remarks = element('ul', { class: 'remarks' });
  const attempts = folded(() => attemptItems(hole));
  const retrievals = folded(() => hole.retrievals.map(retrievalItem));
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
    doing,
    remarks,
    attempts.element,
    retrievals.element,
  );
  return {
    element: card,
    update() {
      card.dataset['state'] = hole.state;
      state.textContent = STATES[hole.state];
      doing.textContent = hole.state === 'begun' ? hole.doing : '';
      filling.replaceChildren(...fillingParts(hole));
      remarks.replaceChildren(...hole.remarks.map((words) => element('li', {}, words)));
      attempts.update(hole.count === 0 ? '' : howMany(hole.count, 'attempt'));
      retrievals.update(hole.retrievals.length === 0 ? '' : howMany(hole.retrievals.length, 'retrieval'));
    },
  };
}

/** @param {HoleState} hole */
function fillingParts({ filledBy, strategy }) {
  if (filledBy === null) return [];
  const by = strategy === null ? '' : ` (${strategy})`;
  return [element('p', {}, `Filled${by} by`), element('pre', {}, leanCode(filledBy))];
}

/**
 * A list that is made only while it is open: what nobody looks at costs nothing.
 *
 * @param {() => HTMLElement[]} items
 */
function folded(items) {
  const summary = element('summary');
  const list = element('ol');
  const details = element('details', { hidden: true }, summary, list);
  const fill = () => list.replaceChildren(...(details.open ? items() : []));
  details.addEventListener('toggle', fill);
  return {
    element: details,
    /** @param {string} words '' where there is nothing */
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
  const left = count - attempts.length;
  return left > 0
    ? [...items, element('li', { class: 'dim' }, `and ${left.toLocaleString('en')} before these`)]
    : items;
}

/** @param {{ query: string, names: string[] }} retrieval */
function retrievalItem({ query, names }) {
  return element('li', {}, leanCode(query), element('p', {}, ...(names.length === 0 ? ['nothing'] : nameLinks(names))));
}
