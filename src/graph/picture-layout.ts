/**
 * Where the nodes of a picture are drawn, and which communities they form: Louvain's communities (Blondel et al. 2008),
 * from which ForceAtlas2 (Jacomy et al. 2014) starts. Deterministic.
 */
import { createRequire } from 'node:module';
import { setImmediate as pause } from 'node:timers/promises';
import type { UndirectedGraph } from 'graphology';
import { type Adjacency, degreeOf } from './adjacency.ts';
import { communitiesOf, undirectedGraph } from './communities.ts';
import { type PictureGraph, undirected } from './picture-graph.ts';

export interface PictureLayout {
  /** By node; whole numbers. */
  x: Int32Array;
  y: Int32Array;
  /** By node: number of its community, the largest being 0; -1 without neighbours. */
  community: Int32Array;
}

interface Points {
  x: Float64Array;
  y: Float64Array;
}

/** Angle between neighbours on a spiral of equal density. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Distance of neighbouring nodes of the layout, in its units. */
const SPACING = 100;

export interface LayoutWatch {
  signal?: AbortSignal;
  /** One of many: with fewer iterations. */
  isPart?: boolean;
  /** Called about five times a second, with the iterations so far and all of them. */
  onProgress: (done: number, all: number) => void;
}

const PAUSE_MS = 200;

export async function layoutPicture(
  picture: PictureGraph,
  watch: LayoutWatch = { onProgress: () => undefined },
): Promise<PictureLayout> {
  const graph = undirected(picture);
  const nodes = [...picture.nodes.keys()];
  const connected = nodes.filter((node) => degreeOf(graph, node) > 0);
  const isolated = nodes.filter((node) => degreeOf(graph, node) === 0);
  const forceGraph = await undirectedGraph(graph, connected);
  const community = bySize((await communitiesOf(forceGraph, graph.size)).of, connected, graph.size);
  const points = byCommunity(graph, connected, community);
  await applyForces(forceGraph, points, watch);
  turnWide(connected, points);
  scaleToSpacing(connected, points);
  if (connected.length <= MAX_SEPARATED) separate(connected, points);
  placeInGrid(isolated, connected, points);
  return { x: Int32Array.from(points.x, Math.round), y: Int32Array.from(points.y, Math.round), community };
}

/** Renumbers communities, the largest first. */
function bySize(found: Int32Array, connected: readonly number[], size: number): Int32Array {
  const members = new Map<number, number>();
  for (const node of connected) members.set(found[node]!, (members.get(found[node]!) ?? 0) + 1);
  const order = [...members].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const numbers = new Map(order.map(([community], number) => [community, number]));
  const community = new Int32Array(size).fill(-1);
  for (const node of connected) community[node] = numbers.get(found[node]!)!;
  return community;
}

/** Communities on a spiral, the largest in the centre; the nodes of each on a spiral, the most connected in its centre. */
function byCommunity(graph: Adjacency, connected: readonly number[], community: Int32Array): Points {
  const members = Map.groupBy(connected, (node) => community[node]!);
  const points = { x: new Float64Array(graph.size), y: new Float64Array(graph.size) };
  let before = 0;
  for (let number = 0; number < members.size; number++) {
    const nodes = members.get(number)!.sort((a, b) => degreeOf(graph, b) - degreeOf(graph, a) || a - b);
    // The spiral's area grows with the number of nodes placed, with room between communities.
    const [centreX, centreY] = onSpiral(
      number,
      2 * Math.sqrt(before + nodes.length / 2) * SPACING * Number(number > 0),
    );
    for (const [place, node] of nodes.entries()) {
      const [x, y] = onSpiral(place, Math.sqrt(place) * 0.7 * SPACING);
      points.x[node] = centreX + x;
      points.y[node] = centreY + y;
    }
    before += nodes.length;
  }
  return points;
}

function onSpiral(place: number, radius: number): [x: number, y: number] {
  return [radius * Math.cos(place * GOLDEN_ANGLE), radius * Math.sin(place * GOLDEN_ANGLE)];
}

/** Iterations times nodes of a layout that is one of many. */
const PART_EFFORT = 20_000;

/** What we use of the package: its own function of all iterations says nothing until it ends. */
interface ForceAtlas2 {
  iterate: (settings: object, nodes: Float32Array, edges: Float32Array) => unknown;
  helpers: {
    graphToByteArrays: (graph: UndirectedGraph, weight: () => number) => { nodes: Float32Array; edges: Float32Array };
    collectLayoutChanges: (graph: UndirectedGraph, nodes: Float32Array) => Record<string, { x: number; y: number }>;
  };
  defaults: object;
  inferSettings: (graph: UndirectedGraph) => object;
}

/** The parts of the package have no types, and are CommonJS. */
async function loadForceAtlas2(): Promise<ForceAtlas2> {
  const { inferSettings } = (await import('graphology-layout-forceatlas2')).default as unknown as Pick<
    ForceAtlas2,
    'inferSettings'
  >;
  const part = createRequire(import.meta.url);
  return {
    inferSettings,
    iterate: part('graphology-layout-forceatlas2/iterate.js') as ForceAtlas2['iterate'],
    helpers: part('graphology-layout-forceatlas2/helpers.js') as ForceAtlas2['helpers'],
    defaults: part('graphology-layout-forceatlas2/defaults.js') as object,
  };
}

async function applyForces(
  graph: UndirectedGraph,
  points: Points,
  { signal, onProgress, isPart = false }: LayoutWatch,
): Promise<void> {
  if (graph.order < 2) return;
  const { iterate, helpers, defaults, inferSettings } = await loadForceAtlas2();
  graph.forEachNode((node) =>
    graph.mergeNodeAttributes(node, { x: points.x[Number(node)], y: points.y[Number(node)] }),
  );
  const chosen = { barnesHutOptimize: graph.order > 1000, linLogMode: false };
  const settings = { ...defaults, ...inferSettings(graph), ...chosen };
  const thorough = graph.order <= 1000 ? 600 : graph.order <= 5000 ? 200 : 90;
  const iterations = isPart ? Math.min(100, Math.max(20, Math.ceil(PART_EFFORT / graph.order))) : thorough;
  const { nodes, edges } = helpers.graphToByteArrays(graph, () => 1);
  let paused = performance.now();
  for (let done = 0; done < iterations; done++) {
    iterate(settings, nodes, edges);
    if (performance.now() < paused + PAUSE_MS) continue;
    onProgress(done + 1, iterations);
    await pause();
    signal?.throwIfAborted();
    paused = performance.now();
  }
  for (const [node, { x, y }] of Object.entries(helpers.collectLayoutChanges(graph, nodes))) {
    points.x[Number(node)] = x;
    points.y[Number(node)] = y;
  }
}

/** Turns the layout so that its longest direction (the first principal axis) is horizontal, as screens are wide. */
function turnWide(nodes: readonly number[], { x, y }: Points): void {
  const mean = (of: Float64Array): number => nodes.reduce((sum, node) => sum + of[node]!, 0) / nodes.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  for (const node of nodes) {
    const [dx, dy] = [x[node]! - meanX, y[node]! - meanY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  for (const node of nodes) {
    const [dx, dy] = [x[node]! - meanX, y[node]! - meanY];
    x[node] = dx * cosine + dy * sine;
    y[node] = dy * cosine - dx * sine;
  }
}

/** Scales the layout so that its area has room for all nodes at a distance of `SPACING`. */
function scaleToSpacing(nodes: readonly number[], points: Points): void {
  const { left, right, low, high } = boundsOf(nodes, points);
  const area = Math.max(right - left, 1e-9) * Math.max(high - low, 1e-9);
  const factor = (SPACING * Math.sqrt(nodes.length)) / Math.sqrt(area);
  for (const node of nodes) {
    points.x[node]! *= factor;
    points.y[node]! *= factor;
  }
}

const MAX_SEPARATED = 3000;
const SEPARATION = 0.55 * SPACING;
const SEPARATION_ROUNDS = 40;

/** Pushes nodes apart that would overlap. */
function separate(nodes: readonly number[], { x, y }: Points): void {
  for (let round = 0; round < SEPARATION_ROUNDS; round++) {
    let moved = false;
    const byX = [...nodes].sort((a, b) => x[a]! - x[b]! || a - b);
    for (const [at, node] of byX.entries()) {
      for (let next = at + 1; next < byX.length; next++) {
        const other = byX[next]!;
        const [dx, dy] = [x[other]! - x[node]!, y[other]! - y[node]!];
        if (dx > SEPARATION) break;
        const distance = Math.hypot(dx, dy);
        if (distance >= SEPARATION) continue;
        // Nodes at the same place move apart along the spiral's angles.
        const [ux, uy] = distance > 1e-6 ? [dx / distance, dy / distance] : onSpiral(next, 1);
        const push = (SEPARATION - distance) / 2;
        x[node]! -= ux * push;
        y[node]! -= uy * push;
        x[other]! += ux * push;
        y[other]! += uy * push;
        moved = true;
      }
    }
    if (!moved) return;
  }
}

/** Below the others: forces would fling nodes without neighbours into a ring around them. */
function placeInGrid(isolated: readonly number[], connected: readonly number[], points: Points): void {
  const bounds = connected.length === 0 ? { left: 0, right: 0, low: 0, high: 0 } : boundsOf(connected, points);
  const columns = Math.max(Math.ceil(Math.sqrt(isolated.length)), Math.floor((bounds.right - bounds.left) / SPACING));
  for (const [place, node] of isolated.entries()) {
    points.x[node] = bounds.left + (place % columns) * SPACING;
    // Positive y is up.
    points.y[node] = bounds.low - (2 + Math.floor(place / columns)) * SPACING;
  }
}

function boundsOf(nodes: readonly number[], { x, y }: Points) {
  const bounds = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
  for (const node of nodes) {
    bounds.left = Math.min(bounds.left, x[node]!);
    bounds.right = Math.max(bounds.right, x[node]!);
    bounds.low = Math.min(bounds.low, y[node]!);
    bounds.high = Math.max(bounds.high, y[node]!);
  }
  return bounds;
}
