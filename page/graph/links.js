/** Draws the edges of the node under the pointer or the selected one, and a path: with arrow heads, below the nodes. */
import { linked } from './graph-data.js';
import { NONE } from './graph-state.js';
import { overlay } from './overlay.js';
import { pageColour } from './palette.js';

const MAX_LINES = 600;
const HEAD = 7;

/**
 * @param {import('sigma').Sigma} sigma
 * @param {import('./graph-state.js').GraphState} state
 * @param {import('./projection.js').Projection} projection
 */
export function makeLinks(sigma, state, projection) {
  const { data } = state;
  const layer = overlay(sigma, 'links', { beforeLayer: 'nodes' });

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   */
  function arrow(context, from, to) {
    const [x, y, endX, endY] = [projection.toX(from), projection.toY(from), projection.toX(to), projection.toY(to)];
    const length = Math.hypot(endX - x, endY - y);
    if (length < 1) return;
    const [ux, uy] = [(endX - x) / length, (endY - y) / length];
    const size = sigma.getNodeDisplayData(String(to))?.size ?? 0;
    const tip = Math.max(0, length - sigma.scaleSize(size) - 1);
    const [tipX, tipY] = [x + ux * tip, y + uy * tip];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(tipX - ux * HEAD * 0.5, tipY - uy * HEAD * 0.5);
    context.stroke();
    context.beginPath();
    context.moveTo(tipX, tipY);
    context.lineTo(tipX - ux * HEAD - uy * HEAD * 0.5, tipY - uy * HEAD + ux * HEAD * 0.5);
    context.lineTo(tipX - ux * HEAD + uy * HEAD * 0.5, tipY - uy * HEAD - ux * HEAD * 0.5);
    context.fill();
  }

  function draw() {
    const context = layer.clear();
    context.lineWidth = 1.5;
    const centre = state.hovered === NONE ? (state.path === null ? state.selected : NONE) : state.hovered;
    if (centre !== NONE) {
      const shown = (/** @type {number} */ node) => !state.isHidden(node);
      context.strokeStyle = context.fillStyle = pageColour('ink');
      for (const node of [...linked(data.uses, centre)].filter(shown).slice(0, MAX_LINES)) arrow(context, centre, node);
      context.strokeStyle = context.fillStyle = pageColour('mark');
      for (const node of [...linked(data.usedBy, centre)].filter(shown).slice(0, MAX_LINES))
        arrow(context, node, centre);
    }
    if (state.path !== null) {
      context.lineWidth = 3;
      context.strokeStyle = context.fillStyle = pageColour('mark');
      const { nodes } = state.path;
      for (const [place, node] of nodes.slice(1).entries()) {
        const before = nodes[place] ?? node;
        if (linked(data.uses, before).includes(node)) arrow(context, before, node);
        else arrow(context, node, before);
      }
    }
  }
  return { draw };
}
