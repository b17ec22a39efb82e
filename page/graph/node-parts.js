/** Parts of the panel about a node: its facts, its edges, and a path. */
import { element } from '../elements.js';
import { linkedWithRoles, nameOf } from './graph-data.js';
import { NONE } from './graph-state.js';
import { STATES, TYPES } from './palette.js';
import { plainName } from './plain-name.js';

/** @typedef {import('./graph-state.js').GraphState} GraphState */
/** @typedef {(text: string) => Node} RenderText a text with its formulas */
/** @typedef {(node: number) => void} Choose */

const MAX_LINKS = 60;

/**
 * @param {GraphState} state
 * @param {number} node
 * @param {RenderText} renderText
 */
export function headParts(state, node, renderText) {
  const { nodes, types, states, fields } = state.data.view;
  const title = nodes.title[node] ?? '';
  const label = nodes.label[node] || (nodes.id[node] ?? '');
  const link = nodes.link[node] ?? '';
  const type = TYPES[types[nodes.type[node] ?? NONE] ?? '']?.words ?? 'node';
  const status = STATES[states[nodes.state[node] ?? NONE] ?? '']?.words;
  const field = fields[nodes.field[node] ?? NONE];
  const close = { type: 'button', class: 'close', 'aria-label': 'Close (Esc)', onclick: () => state.select(NONE) };
  return [
    element(
      'div',
      { class: 'panel-head' },
      element('p', { class: 'kind' }, [type, status].filter((words) => words !== undefined).join(' · ')),
      element('button', close, '×'),
    ),
    element('h2', {}, title === '' ? element('bdi', {}, label) : renderText(title)),
    title !== '' && element('p', { class: 'dim label' }, element('bdi', {}, label)),
    field !== undefined && element('p', { class: 'dim' }, renderText(field)),
    link.startsWith('https://') &&
      element('p', {}, element('a', { href: link, rel: 'noopener noreferrer', target: '_blank' }, 'Open on the web')),
  ];
}

/**
 * @param {GraphState} state
 * @param {number} node
 * @param {Choose} choose
 * @param {string} [words]
 */
function nodeItem(state, node, choose, words = '') {
  const name = plainName(nameOf(state.data, node)) || 'no name';
  return element(
    'li',
    {},
    element('button', { type: 'button', class: 'row', onclick: () => choose(node) }, name),
    words !== '' && element('span', { class: 'dim' }, words),
  );
}

/**
 * The nodes at the other ends of the edges, the most connected first; null without any.
 *
 * @param {GraphState} state
 * @param {'uses' | 'usedBy'} direction
 * @param {Choose} choose
 */
export function linkList(state, direction, choose) {
  const { data, selected } = state;
  const { roles } = data.view;
  const found = linkedWithRoles(data[direction], selected);
  if (found.length === 0) return null;
  found.sort((a, b) => (data.degree[b.node] ?? 0) - (data.degree[a.node] ?? 0));
  const more = found.length - MAX_LINKS;
  const shown = found.slice(0, MAX_LINKS);
  return element(
    'section',
    { class: `links ${direction}` },
    element(
      'h3',
      {},
      direction === 'uses' ? 'Uses ' : 'Used by ',
      element('span', { class: 'dim' }, String(found.length)),
    ),
    element('ul', {}, ...shown.map(({ node, role }) => nodeItem(state, node, choose, roles[role] ?? ''))),
    more > 0 && element('p', { class: 'dim' }, `and ${more.toLocaleString('en')} more`),
  );
}

/**
 * The path that was asked for, or what to do for one; null without.
 *
 * @param {GraphState} state
 * @param {Choose} choose
 */
export function pathPart(state, choose) {
  if (state.pathStart !== NONE) {
    const cancel = () => {
      state.pathStart = NONE;
      state.changed();
    };
    return element(
      'div',
      { class: 'notice' },
      element('p', {}, 'Choose the other end of the path: click a node, or search for it.'),
      element('button', { type: 'button', onclick: cancel }, 'Cancel'),
    );
  }
  if (state.lastPath === null) return null;
  const [start, end] = [state.lastPath.start, state.lastPath.end].map((node) => plainName(nameOf(state.data, node)));
  if (state.path === null) return element('p', { class: 'notice' }, `Nothing connects ${start} and ${end}.`);
  const { nodes: steps, direction } = state.path;
  const words = { uses: 'each uses the next', 'used by': 'each is used by the next', any: 'in any direction' }[
    direction
  ];
  return element(
    'section',
    { class: 'path' },
    element('h3', {}, 'Path ', element('span', { class: 'dim' }, words)),
    element('ol', {}, ...steps.map((step) => nodeItem(state, step, choose))),
    element('button', { type: 'button', onclick: () => state.select(state.selected) }, 'Clear the path'),
  );
}
