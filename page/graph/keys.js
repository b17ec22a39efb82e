/** The keyboard of the graph page, and the list of its keys. */
import { element } from '../elements.js';
import { linked } from './graph-data.js';
import { NONE } from './graph-state.js';

const KEYS = [
  ['/', 'search'],
  ['+ −', 'zoom'],
  ['arrow keys', 'move the view'],
  ['0', 'show everything'],
  ['n p', 'next, previous node: the neighbours of the selected one, otherwise the most connected ones'],
  ['Enter', 'select the node that n or p has reached'],
  ['1 2 3 o', 'neighbourhood of so many steps, off'],
  ['c', 'centre the selected node'],
  ['Esc', 'close, cancel'],
  ['?', 'these keys'],
];

export function keyList() {
  const rows = KEYS.flatMap(([keys, words]) => [element('dt', {}, keys), element('dd', {}, words)]);
  return element('div', {}, element('h2', {}, 'Keys'), element('dl', {}, ...rows));
}

/**
 * @param {import('./graph-state.js').GraphState} state
 * @param {ReturnType<typeof import('./drawing.js').makeDrawing> | null} drawing
 * @param {{ focusSearch: () => void, toggleHelp: (isOpen?: boolean) => void, choose: (node: number) => void, announceNode: (node: number) => void }} view
 * @param {AbortSignal} signal
 */
export function handleKeys(state, drawing, { focusSearch, toggleHelp, choose, announceNode }, signal) {
  let place = -1;
  /** @type {number | null} */
  let around = null;

  /** @param {number} step */
  function walk(step) {
    const { data, selected } = state;
    if (around !== selected) [around, place] = [selected, step > 0 ? -1 : 0];
    const others =
      selected === NONE
        ? data.byDegree
        : [...new Set([...linked(data.uses, selected), ...linked(data.usedBy, selected)])];
    const shown = [...others].filter((node) => !state.isHidden(node));
    if (shown.length === 0) return;
    place = (place + step + shown.length) % shown.length;
    const node = shown[place] ?? NONE;
    state.hovered = node;
    announceNode(node);
    drawing?.sigma.scheduleRender();
  }

  /** @type {Record<string, () => void>} */
  const actions = {
    '/': focusSearch,
    '?': () => toggleHelp(),
    Escape: () => {
      toggleHelp(false);
      state.select(NONE);
    },
    0: () => drawing?.all(),
    '+': () => drawing?.zoom(1 / 1.5),
    '=': () => drawing?.zoom(1 / 1.5),
    '-': () => drawing?.zoom(1.5),
    n: () => walk(1),
    p: () => walk(-1),
    c: () => drawing?.show(state.focus?.keys() ?? []),
    o: () => setHops(0),
    1: () => setHops(1),
    2: () => setHops(2),
    3: () => setHops(3),
  };

  /** @param {number} hops */
  function setHops(hops) {
    state.hops = hops;
    state.path = null;
    state.changed();
  }

  /** Only while the drawing has the focus: elsewhere they scroll and press. @type {Record<string, () => void>} */
  const drawingActions = {
    ArrowLeft: () => drawing?.pan(-0.15, 0),
    ArrowRight: () => drawing?.pan(0.15, 0),
    ArrowUp: () => drawing?.pan(0, 0.15),
    ArrowDown: () => drawing?.pan(0, -0.15),
    Enter: () => {
      if (state.hovered !== NONE) choose(state.hovered);
    },
  };

  document.addEventListener(
    'keydown',
    (event) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
      if (target.matches('input:not([type="checkbox"]), textarea, select')) return;
      const action =
        actions[key] ?? (target.id === 'drawing' || target === document.body ? drawingActions[key] : undefined);
      if (action === undefined) return;
      event.preventDefault();
      action();
    },
    { signal },
  );
}
