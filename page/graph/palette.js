/** Colours and shapes of types, states and communities, in both themes; distinct for colour-blind eyes (Okabe and Ito). */

/** @typedef {'type' | 'state' | 'community'} ColourBy */
/** @typedef {{ light: string, dark: string }} Tone */

/** The order is that of the shader in `node-program.js`. */
export const SHAPES = /** @type {const} */ (['circle', 'square', 'triangle', 'diamond', 'hexagon', 'cross', 'ring']);

/** @typedef {typeof SHAPES[number]} Shape */

/** @type {Record<string, { words: string, shape: Shape, tone: Tone }>} */
export const TYPES = {
  definition: { words: 'definition', shape: 'square', tone: { light: '#c98a00', dark: '#f0b942' } },
  theorem: { words: 'theorem', shape: 'circle', tone: { light: '#1470b0', dark: '#5cb4ee' } },
  problem: { words: 'problem', shape: 'triangle', tone: { light: '#c8500f', dark: '#ff8f57' } },
  declaration: { words: 'Lean declaration', shape: 'diamond', tone: { light: '#00805e', dark: '#3fc79c' } },
  concept: { words: 'concept', shape: 'hexagon', tone: { light: '#a23f80', dark: '#e48cc3' } },
  template: { words: 'template', shape: 'cross', tone: { light: '#7a5a3a', dark: '#c9a27c' } },
  other: { words: 'other', shape: 'ring', tone: { light: '#707070', dark: '#a9a9a9' } },
};

/** What is complete is blue, the more the stronger; what can be done next is warm. */
/** @type {Record<string, { words: string, tone: Tone }>} */
export const STATES = {
  'not-ready': { words: 'not ready', tone: { light: '#c4beb3', dark: '#55595e' } },
  blocked: { words: 'blocked', tone: { light: '#8f9398', dark: '#868c92' } },
  'can-state': { words: 'can be stated now', tone: { light: '#dba400', dark: '#f4cf58' } },
  stated: { words: 'stated', tone: { light: '#8ec0e6', dark: '#3a6f96' } },
  'can-prove': { words: 'can be proved now', tone: { light: '#d2620a', dark: '#ff9b52' } },
  proved: { words: 'proved', tone: { light: '#3485c6', dark: '#58a8e2' } },
  'fully-proved': { words: 'proved with all it needs', tone: { light: '#0d4682', dark: '#a9d9ff' } },
};

/** @type {Tone} */
const UNKNOWN = { light: '#9a9a9a', dark: '#7d7d7d' };

/** @type {Tone[]} */
const COMMUNITIES = [
  { light: '#1470b0', dark: '#5cb4ee' },
  { light: '#c8500f', dark: '#ff8f57' },
  { light: '#00805e', dark: '#3fc79c' },
  { light: '#a23f80', dark: '#e48cc3' },
  { light: '#c98a00', dark: '#f0b942' },
  { light: '#5b4fb5', dark: '#a99cf5' },
  { light: '#3b8f9a', dark: '#7fd3de' },
  { light: '#8a5a2b', dark: '#d2a277' },
];

/** Colours of the page that the drawing needs. @type {Record<'paper' | 'ink' | 'edge' | 'mark', Tone>} */
const PAGE = {
  paper: { light: '#fcfbf8', dark: '#15171a' },
  ink: { light: '#22201c', dark: '#e7e3da' },
  edge: { light: '#cfcabf', dark: '#3c424a' },
  mark: { light: '#b3261e', dark: '#ff9d94' },
};

/** @returns {keyof Tone} */
export function theme() {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** @param {keyof typeof PAGE} what */
export function pageColour(what) {
  return PAGE[what][theme()];
}

/**
 * @param {import('./graph-data.js').GraphData} data
 * @param {number} node
 * @param {ColourBy} by
 */
export function nodeColour({ view }, node, by) {
  const { nodes, types, states } = view;
  if (by === 'community') {
    const community = nodes.community[node] ?? -1;
    return (COMMUNITIES[community] ?? UNKNOWN)[theme()];
  }
  if (by === 'state') return (STATES[states[nodes.state[node] ?? -1] ?? '']?.tone ?? UNKNOWN)[theme()];
  return (TYPES[types[nodes.type[node] ?? -1] ?? '']?.tone ?? UNKNOWN)[theme()];
}

/** A colour between two, opaque. @param {string} from @param {string} to @param {number} share of `to` */
export function mix(from, to, share) {
  const part = (/** @type {string} */ colour, /** @type {number} */ at) => parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(from, at) * (1 - share) + part(to, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
