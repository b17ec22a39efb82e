/** A graph on the page: the drawing with its legend, search box, details and keys. */
import { announce, byId, element, pluralize } from '../elements.js';
import { noticeList } from '../error-notice.js';
import { makeDetails } from './details-panel.js';
import { makeDrawing } from './drawing.js';
import { graphData, nameOf } from './graph-data.js';
import { GraphState, NONE } from './graph-state.js';
import { handleKeys, keyList } from './keys.js';
import { makeLegend } from './legend.js';
import { plainName } from './plain-name.js';
import { makeSearchBox } from './search-box.js';

/**
 * @param {import('./graph-data.js').GraphView} view
 * @param {import('./details-panel.js').RenderText} renderText
 * @param {{ open?: (node: number) => void, back?: () => void }} [communities] `open`: shows the graph that a node stands
 *   for. `back`: shows the graph of all communities.
 * @returns {() => void} removes the drawing
 */
export function showGraph(view, renderText, { open, back } = {}) {
  const stop = new AbortController();
  const data = graphData(view);
  const state = new GraphState(data);
  const title = plainName(view.title) || 'Graph';
  document.title = title;
  byId('graph-title', HTMLElement).textContent = title;
  const drawing = tryDrawing(state);
  const showNodes = (/** @type {Iterable<number>} */ nodes) => drawing?.show(nodes);
  const choose = (/** @type {number} */ node) => {
    state.select(node);
    if (node !== NONE) showNodes(state.focus?.keys() ?? [node]);
  };
  const search = makeSearchBox(byId('search-place', HTMLElement), state, { choose });
  const legend = makeLegend(byId('legend', HTMLElement), state, { showNodes });
  makeDetails(byId('details', HTMLElement), state, { choose, showNodes, renderText, open });
  zoomButtons(drawing);
  const toggleHelp = helpToggle(stop.signal);
  const announceNode = (/** @type {number} */ node) => announce(plainName(nameOf(data, node)));
  handleKeys(state, drawing, { focusSearch: search.focus, toggleHelp, choose, announceNode }, stop.signal);
  const counts = () => {
    const shown = state.countShown();
    const part = shown === data.size ? '' : `${shown.toLocaleString('en')} of `;
    byId('graph-counts', HTMLElement).textContent =
      `${part}${pluralize(data.size, 'node')}, ${pluralize(view.edges.from.length, 'edge')}`;
  };
  state.onChange(counts);
  counts();
  byId('theme', HTMLSelectElement).addEventListener('change', () => (legend.update(), drawing?.repaint()), stop);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', legend.update, stop);
  const notices = [
    ...view.notices,
    ...(view.left_out > 0 ? [`${pluralize(view.left_out, 'node')} left out by the limit of the picture.`] : []),
  ];
  const message = byId('message', HTMLElement);
  if (back !== undefined) message.append(element('button', { type: 'button', onclick: back }, '← All communities'));
  message.append(...noticeList(notices));
  document.documentElement.dataset['ready'] = 'yes';
  return () => {
    stop.abort();
    drawing?.end();
  };
}

/**
 * Without WebGL, search and details still work.
 *
 * @param {GraphState} state
 */
function tryDrawing(state) {
  const message = byId('message', HTMLElement);
  message.replaceChildren();
  if (state.data.size === 0) {
    message.append(element('p', { class: 'notice' }, 'The graph has no nodes.'));
    return null;
  }
  try {
    return makeDrawing(byId('drawing', HTMLElement), state);
  } catch (error) {
    const words = 'The graph cannot be drawn: this browser has no WebGL. Search and details work without.';
    const reason = error instanceof Error ? error.message : '';
    message.append(element('p', { class: 'notice', role: 'alert', title: reason }, words));
    return null;
  }
}

/** @param {ReturnType<typeof makeDrawing> | null} drawing */
function zoomButtons(drawing) {
  const button = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
    element('button', { type: 'button', 'aria-label': words, title: words, onclick }, sign);
  byId('zoom', HTMLElement).replaceChildren(
    button('Zoom in (+)', '+', () => drawing?.zoom(1 / 1.5)),
    button('Zoom out (−)', '−', () => drawing?.zoom(1.5)),
    button('Show everything (0)', '⤢', () => drawing?.all()),
  );
}

/** @param {AbortSignal} signal */
function helpToggle(signal) {
  const [help, helpButton] = [byId('help', HTMLElement), byId('toggle-help', HTMLButtonElement)];
  const [side, sideButton] = [byId('side', HTMLElement), byId('toggle-side', HTMLButtonElement)];
  help.replaceChildren(keyList());
  const toggle = (isOpen = help.hidden) => {
    help.hidden = !isOpen;
    helpButton.setAttribute('aria-expanded', String(isOpen));
  };
  helpButton.addEventListener('click', () => toggle(), { signal });
  const setSide = (/** @type {boolean} */ isOpen) => {
    side.classList.toggle('closed', !isOpen);
    sideButton.setAttribute('aria-expanded', String(isOpen));
  };
  sideButton.addEventListener('click', () => setSide(side.classList.contains('closed')), { signal });
  setSide(!matchMedia('(width <= 48rem)').matches);
  return toggle;
}
