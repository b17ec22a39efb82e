/** Names beside the nodes: as many as fit without overlapping, the most connected first. */
import { linked, nameOf } from './graph-data.js';
import { NONE } from './graph-state.js';
import { overlay } from './overlay.js';
import { pageColour } from './palette.js';
import { plainName } from './plain-name.js';

const FONT = '13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
const HEIGHT = 16;
const LONGEST = 34;
const LONGEST_MARKED = 80;
/** Pixels of the view per label. */
const AREA = 7000;
/** Nodes that are tried in a frame. */
const MAX_TRIED = 2500;
/** Nodes around the selected one that are named whatever else there is. */
const MAX_NEIGHBOURS = 40;

/**
 * @param {import('sigma').Sigma} sigma
 * @param {import('./graph-state.js').GraphState} state
 * @param {import('./projection.js').Projection} projection
 */
export function makeLabels(sigma, state, projection) {
  const { data } = state;
  const layer = overlay(sigma, 'names', { afterLayer: 'hoverNodes' });
  /** @type {Map<number, { text: string, width: number }>} */
  const cache = new Map();

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} node
   */
  function labelOf(context, node) {
    const known = cache.get(node);
    if (known !== undefined) return known;
    const text = shorten(plainName(nameOf(data, node)), LONGEST);
    const made = { text, width: context.measureText(text).width };
    cache.set(node, made);
    return made;
  }

  /** Nodes in the order in which they get a label. */
  function* wanted() {
    const { focus, path, selected, hovered } = state;
    if (path !== null) yield* path.nodes;
    if (focus !== null && path === null) {
      yield* [...linked(data.uses, selected), ...linked(data.usedBy, selected)].slice(0, MAX_NEIGHBOURS);
      yield* [...focus.keys()].slice(0, MAX_TRIED);
      return;
    }
    if (hovered !== NONE)
      yield* [...linked(data.uses, hovered), ...linked(data.usedBy, hovered)].slice(0, MAX_NEIGHBOURS);
    if (path === null) yield* projection.candidates(MAX_TRIED);
  }

  function draw() {
    const context = layer.clear();
    context.font = FONT;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.strokeStyle = pageColour('paper');
    context.fillStyle = pageColour('ink');
    /** @type {Box[]} */
    const boxes = [];
    const marked = new Set([state.hovered, state.selected].filter((node) => node !== NONE));
    context.lineWidth = 3;
    for (const node of marked) {
      if (!projection.isInView(node)) continue;
      const text = shorten(plainName(nameOf(data, node)), LONGEST_MARKED);
      context.font = `600 ${FONT}`;
      put(context, node, { text, width: context.measureText(text).width }, boxes, true);
    }
    context.font = FONT;
    const most = (projection.view.width * projection.view.height) / AREA;
    const tried = new Set(marked);
    for (const node of wanted()) {
      if (boxes.length >= most) break;
      if (tried.has(node) || state.isHidden(node) || !projection.isInView(node)) continue;
      tried.add(node);
      put(context, node, labelOf(context, node), boxes, false);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} node
   * @param {{ text: string, width: number }} label
   * @param {Box[]} boxes
   * @param {boolean} isForced
   */
  function put(context, node, { text, width }, boxes, isForced) {
    const [x, y] = [projection.toX(node), projection.toY(node)];
    const radius = sigma.scaleSize(sigma.getNodeDisplayData(String(node))?.size ?? 0);
    const right = x + radius + 3;
    const isOutside = right + width > projection.view.width;
    const left = isOutside ? x - radius - 3 - width : right;
    const box = { left, right: left + width, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
    if (!isForced && boxes.some((other) => overlaps(box, other))) return;
    boxes.push(box);
    context.strokeText(text, left, y);
    context.fillText(text, left, y);
  }

  return { draw };
}

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlaps(one, other) {
  return one.left < other.right + 4 && one.right > other.left - 4 && one.top < other.bottom && one.bottom > other.top;
}

/**
 * @param {string} text
 * @param {number} longest
 */
function shorten(text, longest) {
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
