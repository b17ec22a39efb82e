/** Draws the graph with sigma, and moves the view. */
import { MultiDirectedGraph } from 'graphology';
import { Sigma } from 'sigma';
import { EdgeArrowProgram, EdgeLineProgram } from 'sigma/rendering';
import { NONE } from './graph-state.js';
import { makeLabels } from './labels.js';
import { makeLinks } from './links.js';
import { setPaper, ShapeProgram } from './node-program.js';
import { mix, nodeColour, pageColour, TYPES } from './palette.js';
import { makeProjection } from './projection.js';

/** @typedef {import('./graph-state.js').GraphState} GraphState */

/** More edges in view than this are a grey area that hides everything, so none are drawn. */
const MAX_EDGES_IN_VIEW = 5000;
/** Up to here, edges have arrow heads. */
const MAX_ARROWS = 3000;
const PADDING = 36;

/**
 * @param {HTMLElement} container
 * @param {GraphState} state
 */
export function makeDrawing(container, state) {
  const { data } = state;
  const { nodes, types, edges } = data.view;
  const graph = new MultiDirectedGraph();
  const scale = nodeScale(data.size);
  for (let node = 0; node < data.size; node++) {
    const shape = TYPES[types[nodes.type[node] ?? NONE] ?? '']?.shape ?? 'circle';
    const size = scale * (3.2 + Math.min(2 * Math.sqrt(data.degree[node] ?? 0), 14));
    graph.addNode(node, { x: nodes.x[node], y: nodes.y[node], size, shape });
  }
  for (const [edge, from] of edges.from.entries()) graph.addEdgeWithKey(edge, from, edges.to[edge]);

  let edgesInView = 0;
  class FewEdges extends EdgeLineProgram {
    /** @override @param {import('sigma/types').RenderParams} params */
    render(params) {
      if (edgesInView <= MAX_EDGES_IN_VIEW) super.render(params);
    }
  }

  const sigma = new Sigma(graph, container, {
    renderLabels: false,
    defaultNodeType: 'shape',
    nodeProgramClasses: { shape: ShapeProgram },
    nodeHoverProgramClasses: { shape: ShapeProgram },
    defaultDrawNodeHover: () => undefined,
    defaultEdgeType: edges.from.length <= MAX_ARROWS ? 'arrow' : 'line',
    edgeProgramClasses: { line: FewEdges, arrow: EdgeArrowProgram },
    stagePadding: PADDING,
    minCameraRatio: 0.01,
    maxCameraRatio: 4,
    enableCameraRotation: false,
    allowInvalidContainer: true,
    nodeReducer: (key, attributes) => reduceNode(Number(key), attributes),
    edgeReducer: (key) => reduceEdge(Number(key)),
  });

  /**
   * @param {number} node
   * @param {any} attributes
   */
  function reduceNode(node, attributes) {
    const isPale = state.focus !== null && !state.focus.has(node);
    const colour = nodeColour(data, node, state.colourBy);
    return {
      ...attributes,
      color: isPale ? mix(colour, pageColour('paper'), 0.8) : colour,
      size: node === state.selected ? attributes.size * 1.25 + 2 : attributes.size,
      hidden: state.isHidden(node),
    };
  }

  /** @param {number} edge */
  function reduceEdge(edge) {
    const { focus } = state;
    const [from = NONE, to = NONE] = [edges.from[edge], edges.to[edge]];
    const isPale = focus !== null && !(focus.has(from) && focus.has(to));
    const colour = pageColour('edge');
    return { color: isPale ? mix(colour, pageColour('paper'), 0.75) : colour, size: 1, hidden: false };
  }

  const projection = makeProjection(sigma, data);
  const links = makeLinks(sigma, state, projection);
  const labels = makeLabels(sigma, state, projection);
  sigma.on('beforeRender', () => {
    setPaper(pageColour('paper'));
    projection.update();
    edgesInView = edges.from.length <= MAX_EDGES_IN_VIEW ? 0 : projection.edgesInView(state);
  });
  sigma.on('afterRender', () => {
    projection.update();
    links.draw();
    labels.draw();
  });

  handlePointer(sigma, graph, container, state);
  const repaint = () => {
    if (container.clientWidth > 0) sigma.refresh({ schedule: true });
  };
  state.onChange(repaint);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  const observer = new ResizeObserver(() => sigma.resize().scheduleRender());
  observer.observe(container);
  return { sigma, repaint, ...cameraMoves(sigma, state), end: () => (observer.disconnect(), sigma.kill()) };
}

/** Nodes are smaller in larger graphs. @param {number} size */
function nodeScale(size) {
  return Math.max(0.35, Math.min(1.15, 4.2 / Math.sqrt(Math.sqrt(size) + 1)));
}

/**
 * @param {Sigma} sigma
 * @param {MultiDirectedGraph} graph
 * @param {HTMLElement} container
 * @param {GraphState} state
 */
function handlePointer(sigma, graph, container, state) {
  let dragged = NONE;
  let hasMoved = false;
  const hover = (/** @type {number} */ node) => {
    state.hovered = node;
    container.style.cursor = node === NONE ? '' : 'pointer';
    sigma.scheduleRender();
  };
  sigma.on('enterNode', ({ node }) => hover(Number(node)));
  sigma.on('leaveNode', () => hover(NONE));
  sigma.on('clickNode', ({ node }) => {
    if (!hasMoved) state.select(Number(node));
  });
  sigma.on('clickStage', () => state.select(NONE));
  sigma.on('downNode', ({ node }) => {
    dragged = Number(node);
    hasMoved = false;
  });
  sigma.on('moveBody', ({ event }) => {
    if (dragged === NONE) return;
    event.preventSigmaDefault();
    const { x, y } = sigma.viewportToGraph(event);
    const { nodes } = state.data.view;
    // The box of the drawing stays as it is while a node moves.
    if (!hasMoved) sigma.setCustomBBox(sigma.getBBox());
    hasMoved = true;
    [nodes.x[dragged], nodes.y[dragged]] = [x, y];
    graph.mergeNodeAttributes(dragged, { x, y });
  });
  const drop = () => (dragged = NONE);
  sigma.getMouseCaptor().on('mouseup', drop);
  sigma.on('upNode', drop);
}

/**
 * @param {Sigma} sigma
 * @param {GraphState} state
 */
function cameraMoves(sigma, state) {
  const camera = sigma.getCamera();
  const duration = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250);
  const move = (/** @type {object} */ to) => void camera.animate(to, { duration: duration() });
  return {
    /** @param {number} factor below 1: nearer */
    zoom: (factor) => move({ ratio: camera.getBoundedRatio(camera.ratio * factor) }),
    /** @param {number} right @param {number} up in shares of the view */
    pan: (right, up) => move({ x: camera.x + right * camera.ratio, y: camera.y + up * camera.ratio }),
    all: () => move({ x: 0.5, y: 0.5, ratio: 1 }),
    /** Shows all of these nodes. @param {Iterable<number>} nodes */
    show(nodes) {
      // The panel of details may just have opened.
      sigma.resize();
      const places = state.data.view.nodes;
      const shown = [...nodes].filter((node) => !state.isHidden(node));
      const points = shown.map((node) => sigma.graphToViewport({ x: places.x[node] ?? 0, y: places.y[node] ?? 0 }));
      if (points.length === 0) return;
      const { width, height } = sigma.getDimensions();
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const centre = sigma.viewportToFramedGraph({ x: (left + right) / 2, y: (top + bottom) / 2 });
      const needed = Math.max((right - left) / (width - 4 * PADDING), (bottom - top) / (height - 4 * PADDING));
      // A single node is shown with some of what surrounds it.
      move({ ...centre, ratio: camera.getBoundedRatio(Math.max(camera.ratio * needed, 0.12)) });
    },
  };
}
