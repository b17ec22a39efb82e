/** An order in which to learn what a goal needs: each step after the steps that it needs. */
import { type Adjacency, ALL_LABELS, EdgeList, neighboursOf } from './adjacency.ts';
import { pageRank, stronglyConnected } from './kernels.ts';

export interface PathQuery {
  goal: number;
  /** Maximum number of steps, the goal included. */
  most: number;
  /** Whether a node is known: it, and what only known nodes need, is left out. */
  isKnown: (node: number) => boolean;
  labels?: number;
}

export interface PathStep {
  node: number;
  /** 0 without prerequisites among the steps; otherwise one more than the highest of its prerequisites. */
  level: number;
  /** Steps that it needs directly; by place in the path, from 0. Steps that need each other name later ones, too. */
  needs: number[];
  /** Direct prerequisites that are not in the path, because it is cut. */
  cut: number[];
}

export interface LearningPath {
  steps: PathStep[];
  /** Nodes that the goal needs, known ones and those that only known ones need left out; the goal included. */
  needed: number;
  /** Groups of steps that need each other; by place in the path. */
  circular: number[][];
}

/**
 * Orders what the goal needs. A path that is too long keeps the steps with the highest PageRank from the goal. `graph`:
 * edges lead to what is needed.
 */
export function learningPath(graph: Adjacency, { goal, most, isKnown, labels = ALL_LABELS }: PathQuery): LearningPath {
  const needed = neededFor(graph, goal, isKnown, labels);
  const kept = mostRelevant(graph, needed, most, labels);
  const part = partOf(graph, kept, labels);
  const components = stronglyConnected(part);
  // Components have numbers in an order in which prerequisites come first.
  const order = [...kept.keys()].sort((a, b) => components.of[a]! - components.of[b]! || kept[a]! - kept[b]!);
  const place = new Map(order.map((at, step) => [kept[at]!, step]));
  const levels = new Int32Array(components.count);
  const isNeeded = new Set(needed);
  const steps = order.map((at): PathStep => {
    const node = kept[at]!;
    const direct = neighboursOf(graph, node, labels).filter((each) => isNeeded.has(each));
    const component = components.of[at]!;
    for (const other of neighboursOf(part, at))
      if (components.of[other] !== component)
        levels[component] = Math.max(levels[component]!, levels[components.of[other]!]! + 1);
    return {
      node,
      level: 0,
      needs: direct.flatMap((each) => place.get(each) ?? []),
      cut: direct.filter((each) => !place.has(each)),
    };
  });
  for (const [step, at] of order.entries()) steps[step]!.level = levels[components.of[at]!]!;
  return { steps, needed: needed.length, circular: circularGroups(order, components.of) };
}

/** The goal first. Known nodes are not entered, so what only they need is not found. */
function neededFor(graph: Adjacency, goal: number, isKnown: PathQuery['isKnown'], labels: number): number[] {
  const found = new Set([goal]);
  for (const node of found) for (const next of neighboursOf(graph, node, labels)) if (!isKnown(next)) found.add(next);
  return [...found];
}

function mostRelevant(graph: Adjacency, needed: readonly number[], most: number, labels: number): number[] {
  if (needed.length <= most) return [...needed];
  const rank = pageRank(partOf(graph, needed, labels), { seeds: [0], rounds: 30 });
  const best = [...needed.keys()].slice(1).sort((a, b) => rank[b]! - rank[a]! || a - b);
  return [needed[0]!, ...best.slice(0, most - 1).map((at) => needed[at]!)];
}

/** The edges between `nodes`, which are numbered by their places in the list. */
function partOf(graph: Adjacency, nodes: readonly number[], labels: number): Adjacency {
  const place = new Map(nodes.map((node, at) => [node, at]));
  const edges = new EdgeList();
  for (const [at, node] of nodes.entries()) {
    for (const next of neighboursOf(graph, node, labels)) {
      const to = place.get(next);
      if (to !== undefined && to !== at) edges.add(at, to, 1);
    }
  }
  return edges.adjacency(nodes.length);
}

function circularGroups(order: readonly number[], componentOf: Int32Array): number[][] {
  const groups = new Map<number, number[]>();
  for (const [step, at] of order.entries())
    groups.set(componentOf[at]!, [...(groups.get(componentOf[at]!) ?? []), step]);
  return [...groups.values()].filter((group) => group.length > 1);
}
