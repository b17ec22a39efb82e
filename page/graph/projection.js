/** Where nodes are on the screen: the view as an affine map, which is faster for all nodes than asking sigma for each. */

/** @typedef {import('./graph-data.js').GraphData} GraphData */
/** @typedef {ReturnType<typeof makeProjection>} Projection */

const CELLS = 64;
/** If less than this share of the graph is in view, only the cells in view are searched. */
const NEAR = 0.6;

/**
 * @param {import('sigma').Sigma} sigma
 * @param {GraphData} data
 */
export function makeProjection(sigma, data) {
  const { nodes } = data.view;
  const bounds = boundsOf(nodes);
  const cells = cellsOf(data, bounds);
  let map = { x0: 0, y0: 0, xx: 1, yy: 1 };
  let view = { width: 0, height: 0 };
  /** Priority of nodes: their place in the order of degrees. */
  const rank = new Uint32Array(data.size);
  for (const [place, node] of data.byDegree.entries()) rank[node] = place;

  const toX = (/** @type {number} */ node) => map.x0 + (nodes.x[node] ?? 0) * map.xx;
  const toY = (/** @type {number} */ node) => map.y0 + (nodes.y[node] ?? 0) * map.yy;
  const isInView = (/** @type {number} */ node, margin = 0) => {
    const [x, y] = [toX(node), toY(node)];
    return x > -margin && y > -margin && x < view.width + margin && y < view.height + margin;
  };

  /** Nodes of the cells in view. */
  function near() {
    const toCell = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
      Math.max(0, Math.min(CELLS - 1, Math.floor(((value - low) / (high - low || 1)) * CELLS)));
    const xs = [0, view.width].map((x) => toCell((x - map.x0) / map.xx, bounds.left, bounds.right));
    const ys = [0, view.height].map((y) => toCell((y - map.y0) / map.yy, bounds.low, bounds.high));
    const found = [];
    for (let row = Math.min(...ys); row <= Math.max(...ys); row++)
      for (let column = Math.min(...xs); column <= Math.max(...xs); column++)
        for (const node of cells[row * CELLS + column] ?? []) if (isInView(node)) found.push(node);
    return found;
  }

  return {
    toX,
    toY,
    isInView,
    get view() {
      return view;
    },
    update() {
      view = sigma.getDimensions();
      const origin = sigma.graphToViewport({ x: 0, y: 0 });
      const unit = sigma.graphToViewport({ x: 10_000, y: 10_000 });
      map = { x0: origin.x, y0: origin.y, xx: (unit.x - origin.x) / 10_000, yy: (unit.y - origin.y) / 10_000 };
    },
    /** Number of ends of edges in view, halved. @param {import('./graph-state.js').GraphState} state */
    edgesInView(state) {
      let ends = 0;
      for (let node = 0; node < data.size; node++)
        if (isInView(node) && !state.isHidden(node)) ends += data.degree[node] ?? 0;
      return ends / 2;
    },
    /** Nodes that may be in view, the most connected first; of many, the first. @param {number} most */
    candidates(most) {
      if (sigma.getCamera().ratio >= NEAR) return data.byDegree.subarray(0, most);
      return near()
        .sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0))
        .slice(0, most);
    },
  };
}

/** @param {GraphData['view']['nodes']} nodes */
function boundsOf({ x, y }) {
  const bounds = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
  for (const [node, at] of x.entries()) {
    bounds.left = Math.min(bounds.left, at);
    bounds.right = Math.max(bounds.right, at);
    bounds.low = Math.min(bounds.low, y[node] ?? 0);
    bounds.high = Math.max(bounds.high, y[node] ?? 0);
  }
  return bounds;
}

/**
 * @param {GraphData} data
 * @param {ReturnType<typeof boundsOf>} bounds
 */
function cellsOf({ view: { nodes }, size }, { left, right, low, high }) {
  /** @type {number[][]} */
  const cells = Array.from({ length: CELLS * CELLS }, () => []);
  const toCell = (/** @type {number} */ share) => Math.min(CELLS - 1, Math.floor(share * CELLS));
  for (let node = 0; node < size; node++) {
    const column = toCell(((nodes.x[node] ?? 0) - left) / (right - left || 1));
    const row = toCell(((nodes.y[node] ?? 0) - low) / (high - low || 1));
    cells[row * CELLS + column]?.push(node);
  }
  return cells;
}
