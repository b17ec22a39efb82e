/** The search box: names and labels that contain all words, while the user types. */
import { element } from '../elements.js';
import { nameOf } from './graph-data.js';
import { plainName } from './plain-name.js';

const MAX_RESULTS = 12;

/**
 * @param {HTMLElement} place
 * @param {import('./graph-state.js').GraphState} state
 * @param {{ choose: (node: number) => void }} view
 */
export function makeSearchBox(place, state, { choose }) {
  const { data } = state;
  const { nodes } = data.view;
  /** @type {string[] | null} */
  let texts = null;
  const textsOf = () =>
    (texts ??= nodes.id.map((id, node) =>
      `${plainName(nodes.title[node] ?? '')}\n${nodes.label[node] ?? ''}\n${id}`.toLowerCase(),
    ));
  const input = element('input', {
    ...{ id: 'search', type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false' },
    ...{ placeholder: 'Search names', 'aria-label': 'Search names', 'aria-keyshortcuts': '/' },
    ...{ 'aria-controls': 'found', 'aria-expanded': 'false', 'aria-autocomplete': 'list' },
  });
  const list = element('ul', { id: 'found', role: 'listbox', 'aria-label': 'Found nodes' });
  list.hidden = true;
  place.replaceChildren(input, list);
  /** @type {number[]} */
  let found = [];
  let active = -1;

  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/u).filter(Boolean);
    found = words.length === 0 ? [] : best(textsOf(), words, data);
    active = found.length > 0 ? 0 : -1;
    list.replaceChildren(
      ...found.map((node, at) => {
        const name = plainName(nameOf(data, node));
        const label = nodes.label[node] || nodes.id[node] || '';
        return element(
          'li',
          {
            id: `found-${at}`,
            role: 'option',
            onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
            onclick: () => pick(at),
          },
          element('span', { class: 'name' }, name),
          label !== name && element('span', { class: 'dim' }, label),
        );
      }),
      ...(words.length > 0 && found.length === 0
        ? [element('li', { class: 'dim', role: 'option' }, 'No node has this in its name.')]
        : []),
    );
    list.hidden = words.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    mark();
  };

  const mark = () => {
    for (const [at, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(at === active));
    if (active >= 0) input.setAttribute('aria-activedescendant', `found-${active}`);
    else input.removeAttribute('aria-activedescendant');
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  };

  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  };

  /** @param {number} at */
  const pick = (at) => {
    const node = found[at];
    if (node === undefined) return;
    close();
    choose(node);
  };

  input.addEventListener('input', search);
  input.addEventListener('focus', search);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      active = found.length === 0 ? -1 : (active + step + found.length) % found.length;
      mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(active);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (list.hidden) input.blur();
      close();
    }
  });
  return { focus: () => (input.focus(), input.select()) };
}

/**
 * Names that are the words, that begin with them, and others; of the same kind, the most connected first.
 *
 * @param {readonly string[]} texts
 * @param {readonly string[]} words
 * @param {import('./graph-data.js').GraphData} data
 */
function best(texts, words, data) {
  const whole = words.join(' ');
  /** @type {number[][]} */
  const groups = [[], [], []];
  for (const node of data.byDegree) {
    const text = texts[node] ?? '';
    if (!words.every((word) => text.includes(word))) continue;
    const lines = text.split('\n');
    const group = lines.includes(whole) ? 0 : lines.some((line) => line.startsWith(whole)) ? 1 : 2;
    groups[group]?.push(node);
  }
  return groups.flat().slice(0, MAX_RESULTS);
}
