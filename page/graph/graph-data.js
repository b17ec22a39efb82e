/** The graph as the page uses it: columns as they arrive, and its edges in both directions as typed arrays. */

/** @typedef {import('../../src/report/picture-schema.ts').GraphView} GraphView */

/**
 * @typedef {object} Links the edges of all nodes in one direction: of node n, from `start[n]` up to `start[n + 1]`
 * @property {Uint32Array} start
 * @property {Uint32Array} node the other end
 * @property {Int32Array} role
 */

/**
 * @typedef {object} GraphData
 * @property {GraphView} view
 * @property {number} size number of nodes
 * @property {Links} uses
 * @property {Links} usedBy
 * @property {Uint32Array} degree by node
 * @property {Uint32Array} byDegree nodes, the most connected first
 */

/**
 * @param {GraphView} view
 * @returns {GraphData}
 */
export function graphData(view) {
  const size = view.nodes.id.length;
  const { from, to, role } = view.edges;
  const uses = linksOf(size, from, to, role);
  const usedBy = linksOf(size, to, from, role);
  const degree = Uint32Array.from({ length: size }, (_, node) => count(uses, node) + count(usedBy, node));
  const byDegree = Uint32Array.from({ length: size }, (_, node) => node).sort(
    (a, b) => (degree[b] ?? 0) - (degree[a] ?? 0) || a - b,
  );
  return { view, size, uses, usedBy, degree, byDegree };
}

/**
 * @param {number} size
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {readonly number[]} roles
 * @returns {Links}
 */
function linksOf(size, from, to, roles) {
  const start = new Uint32Array(size + 1);
  for (const node of from) start[node + 1] = (start[node + 1] ?? 0) + 1;
  for (let node = 0; node < size; node++) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0);
  const next = start.slice();
  const links = { start, node: new Uint32Array(from.length), role: new Int32Array(from.length) };
  for (const [edge, node] of from.entries()) {
    const place = next[node] ?? 0;
    next[node] = place + 1;
    links.node[place] = to[edge] ?? 0;
    links.role[place] = roles[edge] ?? -1;
  }
  return links;
}

/**
 * @param {Links} links
 * @param {number} node
 */
function count({ start }, node) {
  return (start[node + 1] ?? 0) - (start[node] ?? 0);
}

/**
 * The nodes at the other ends.
 *
 * @param {Links} links
 * @param {number} node
 */
export function linked({ start, node: ends }, node) {
  return ends.subarray(start[node], start[node + 1]);
}

/**
 * The other ends with the roles of the edges.
 *
 * @param {Links} links
 * @param {number} node
 */
export function linkedWithRoles(links, node) {
  const roles = links.role.subarray(links.start[node], links.start[node + 1]);
  return [...linked(links, node)].map((other, place) => ({ node: other, role: roles[place] ?? -1 }));
}

/**
 * What is shown as the name of a node.
 *
 * @param {GraphData} data
 * @param {number} node
 */
export function nameOf({ view: { nodes } }, node) {
  return nodes.title[node] || nodes.label[node] || nodes.id[node] || '';
}

/**
 * The nodes within some steps in any direction, with their distance.
 *
 * @param {GraphData} data
 * @param {number} start
 * @param {number} hops
 * @returns {Map<number, number>}
 */
export function neighbourhood({ uses, usedBy }, start, hops) {
  const distance = new Map([[start, 0]]);
  for (const [node, steps] of distance) {
    if (steps >= hops) break;
    for (const links of [uses, usedBy])
      for (const other of linked(links, node)) if (!distance.has(other)) distance.set(other, steps + 1);
  }
  return distance;
}

/**
 * The nodes of a shortest path: along the edges, otherwise against them, otherwise in any direction; null for none.
 *
 * @param {GraphData} data
 * @param {number} start
 * @param {number} end
 * @returns {{ nodes: number[], direction: 'uses' | 'used by' | 'any' } | null}
 */
export function shortestPath({ uses, usedBy }, start, end) {
  const along = search([uses], start, end);
  if (along !== null) return { nodes: along, direction: 'uses' };
  const against = search([usedBy], start, end);
  if (against !== null) return { nodes: against, direction: 'used by' };
  const any = search([uses, usedBy], start, end);
  return any === null ? null : { nodes: any, direction: 'any' };
}

/**
 * @param {readonly Links[]} allLinks
 * @param {number} start
 * @param {number} end
 */
function search(allLinks, start, end) {
  const before = new Map([[start, start]]);
  for (const node of before.keys()) {
    if (node === end) break;
    for (const links of allLinks)
      for (const other of linked(links, node)) if (!before.has(other)) before.set(other, node);
  }
  if (!before.has(end)) return null;
  const path = [end];
  for (let node = end; node !== start; path.unshift(node)) node = before.get(node) ?? start;
  return path;
}
