/** The legend: what shapes and colours mean, how many nodes there are of each kind, and which are shown. */
import { element, options } from '../elements.js';
import { nameOf } from './graph-data.js';
import { NONE } from './graph-state.js';
import { STATES, theme, TYPES } from './palette.js';
import { plainName } from './plain-name.js';
import { shapeIcon } from './shape-icon.js';

/** @typedef {import('./graph-state.js').GraphState} GraphState */
/** @typedef {import('./graph-state.js').Facet} Facet */

const GREY = { light: '#8a857b', dark: '#8d939a' };
const MAX_FIELDS = 40;
const MAX_COMMUNITIES = 12;

/**
 * @param {HTMLElement} place
 * @param {GraphState} state
 * @param {{ showNodes: (nodes: Iterable<number>) => void }} view
 */
export function makeLegend(place, state, { showNodes }) {
  const { view } = state.data;
  const hasStates = view.nodes.state.some((each) => each >= 0);
  /** @type {(() => void)[]} */
  const updates = [];

  /**
   * @param {Facet} facet
   * @param {string} title
   * @param {{ value: number, words: string, count: number, icon: () => Element }[]} rows
   */
  function facetGroup(facet, title, rows) {
    const hidden = state.hidden[facet];
    const boxes = rows.map(({ value }) =>
      element('input', {
        type: 'checkbox',
        onchange: (/** @type {Event} */ { target }) => {
          if (target instanceof HTMLInputElement && target.checked) hidden.delete(value);
          else hidden.add(value);
          state.changed();
        },
      }),
    );
    const items = rows.map(({ value, words, count, icon }, at) => {
      const swatch = element('span', { class: 'swatch' }, icon());
      updates.push(() => swatch.replaceChildren(icon()));
      const only = element(
        'button',
        {
          type: 'button',
          class: 'only',
          'aria-label': `Show only ${words}`,
          onclick: () => {
            const isOnly = !hidden.has(value) && hidden.size === rows.length - 1;
            hidden.clear();
            if (!isOnly) for (const row of rows) if (row.value !== value) hidden.add(row.value);
            state.changed();
          },
        },
        'only',
      );
      const label = element('label', {}, boxes[at], swatch, element('span', { class: 'words', title: words }, words));
      return element('li', {}, label, element('span', { class: 'count' }, count.toLocaleString('en')), only);
    });
    updates.push(() => rows.forEach(({ value }, at) => boxes[at] && (boxes[at].checked = !hidden.has(value))));
    return element('section', { class: 'facet' }, element('h2', {}, title), element('ul', {}, ...items));
  }

  const colourSelect = element(
    'select',
    {
      onchange: (/** @type {Event} */ { target }) => {
        if (target instanceof HTMLSelectElement)
          state.colourBy = /** @type {import('./palette.js').ColourBy} */ (target.value);
        state.changed();
      },
    },
    ...options([
      ...(hasStates ? [/** @type {const} */ (['state', 'status'])] : []),
      ['type', 'type'],
      ['community', 'community'],
    ]),
  );
  colourSelect.value = state.colourBy;

  const typeIcon = (/** @type {number} */ value) => () => {
    const { shape, tone } = TYPES[view.types[value] ?? ''] ?? { shape: /** @type {const} */ ('circle'), tone: GREY };
    return shapeIcon(shape, (state.colourBy === 'type' ? tone : GREY)[theme()]);
  };
  const stateIcon = (/** @type {number} */ value) => () =>
    shapeIcon(
      'circle',
      (state.colourBy === 'state' ? (STATES[view.states[value] ?? '']?.tone ?? GREY) : GREY)[theme()],
    );
  const most = Math.max(1, ...tally(view.nodes.field).map(([, count]) => count));
  const bar = (/** @type {number} */ count) => () => {
    const filled = element('span', { class: 'bar' });
    filled.style.width = `${Math.max(4, (100 * count) / most)}%`;
    return filled;
  };

  const types = tally(view.nodes.type).map(([value, count]) => ({
    ...{ value, count, words: TYPES[view.types[value] ?? '']?.words ?? 'other', icon: typeIcon(value) },
  }));
  const states = tally(view.nodes.state)
    .sort(([a], [b]) => b - a)
    .map(([value, count]) => ({
      ...{ value, count, words: STATES[view.states[value] ?? '']?.words ?? 'no status', icon: stateIcon(value) },
    }));
  const fields = tally(view.nodes.field).map(([value, count]) => ({
    ...{ value, count, words: plainName(view.fields[value] ?? '') || 'none', icon: bar(count) },
  }));
  place.replaceChildren(
    element('label', { class: 'colour-by' }, 'Colour by ', colourSelect),
    ...(hasStates ? [facetGroup('state', 'Status', states)] : []),
    facetGroup('type', 'Type', types),
    ...(fields.length > 1
      ? [folded(`Fields (${fields.length})`, facetGroup('field', 'Fields', fields.slice(0, MAX_FIELDS)), 'fields')]
      : []),
    ...(view.communities > 1 ? [folded('Communities', communityList(state, showNodes), 'communities')] : []),
    element('p', { class: 'hint arrows' }, 'An arrow leads from a node to what it uses.'),
  );
  const update = () => updates.forEach((each) => each());
  state.onChange(update);
  update();
  return { update };
}

/**
 * @param {string} title
 * @param {Element} content
 * @param {string} name
 */
function folded(title, content, name) {
  return element('details', { class: name }, element('summary', {}, title), content);
}

/** Values with their counts, the most frequent first. @param {readonly number[]} values @returns {[number, number][]} */
function tally(values) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/**
 * The largest communities, named after their most connected node.
 *
 * @param {GraphState} state
 * @param {(nodes: Iterable<number>) => void} showNodes
 */
function communityList({ data }, showNodes) {
  const { community } = data.view.nodes;
  const shown = tally(community)
    .filter(([number]) => number !== NONE)
    .slice(0, MAX_COMMUNITIES);
  const leaders = new Map();
  for (const node of data.byDegree) if (!leaders.has(community[node])) leaders.set(community[node], node);
  const items = shown.map(([number, count]) => {
    const members = () => [...community.keys()].filter((node) => community[node] === number);
    const name = plainName(nameOf(data, leaders.get(number) ?? 0));
    return element(
      'li',
      {},
      element('button', { type: 'button', class: 'row', onclick: () => showNodes(members()) }, name),
      element('span', { class: 'count' }, count.toLocaleString('en')),
    );
  });
  return element('ul', {}, ...items);
}
