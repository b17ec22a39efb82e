/** The panel of the selected node, with its neighbourhood and paths to other nodes. */
import { element } from '../elements.js';
import { NONE } from './graph-state.js';
import { headParts, linkList, pathPart } from './node-parts.js';

/** @typedef {import('./graph-state.js').GraphState} GraphState */
/** @typedef {import('./node-parts.js').RenderText} RenderText */

const HOPS = [0, 1, 2, 3];

/**
 * @param {HTMLElement} panel
 * @param {GraphState} state
 * @param {{ choose: (node: number) => void, showNodes: (nodes: Iterable<number>) => void, renderText: RenderText, open?: ((node: number) => void) | undefined }} view
 */
export function makeDetails(panel, state, { choose, showNodes, renderText, open }) {
  let shown = NONE;

  function tools() {
    const hops = HOPS.map((count) => {
      const words = count === 0 ? 'Show all nodes alike' : `Neighbourhood of ${count} steps`;
      const pressed = String(state.hops === count);
      const attributes = {
        type: 'button',
        'aria-pressed': pressed,
        'aria-label': words,
        onclick: () => setHops(count),
      };
      return element('button', attributes, count === 0 ? 'off' : String(count));
    });
    const centre = () => showNodes(state.focus?.keys() ?? [state.selected]);
    return element(
      'div',
      { class: 'tools' },
      element(
        'div',
        { class: 'hops', role: 'group', 'aria-label': 'Neighbourhood' },
        element('span', { class: 'dim' }, 'Neighbourhood'),
        ...hops,
      ),
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'button', 'aria-pressed': String(state.isAlone), onclick: toggleAlone }, 'Only this'),
        element('button', { type: 'button', onclick: centre }, 'Centre'),
        element('button', { type: 'button', onclick: () => state.startPath() }, 'Path to …'),
      ),
    );
  }

  function toggleAlone() {
    state.isAlone = !state.isAlone;
    state.changed();
    if (state.isAlone) showNodes(state.focus?.keys() ?? []);
  }

  /** @param {number} count */
  function setHops(count) {
    state.hops = count;
    state.path = null;
    state.lastPath = null;
    state.changed();
  }

  function update() {
    const { selected } = state;
    panel.hidden = selected === NONE;
    if (selected === NONE) {
      shown = NONE;
      panel.replaceChildren();
      return;
    }
    const scrolled = shown === selected ? panel.scrollTop : 0;
    const details = state.data.view.nodes.details[selected] ?? '';
    const focused = panel.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const parts = [
      ...headParts(state, selected, renderText),
      open !== undefined &&
        element('button', { type: 'button', class: 'primary', onclick: () => open(selected) }, 'Show its nodes'),
      tools(),
      pathPart(state, choose),
      details !== '' && element('div', { class: 'text' }, renderText(details)),
      linkList(state, 'uses', choose),
      linkList(state, 'usedBy', choose),
    ];
    panel.replaceChildren(...parts.filter((part) => part instanceof Node));
    panel.scrollTop = scrolled;
    // The button that was pressed is a new element now.
    if (focused) [...panel.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus();
    shown = selected;
  }

  state.onChange(update);
  update();
}
