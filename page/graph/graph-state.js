/** What the user has chosen, and which nodes follow from it. Whoever draws is told of every change. */
import { neighbourhood, shortestPath } from './graph-data.js';

/** @typedef {import('./graph-data.js').GraphData} GraphData */
/** @typedef {'type' | 'state' | 'field'} Facet */

export const NONE = -1;

export class GraphState {
  selected = NONE;
  hovered = NONE;
  /** Steps of the neighbourhood that is shown around the selected node; 0: all nodes alike. */
  hops = 1;
  /** Whether nodes outside of the neighbourhood are hidden, not only pale. */
  isAlone = false;
  /** The node from which a path is asked for. */
  pathStart = NONE;
  /** @type {ReturnType<typeof shortestPath>} */
  path = null;
  /** @type {import('./palette.js').ColourBy} */
  colourBy;
  /** Hidden values by their places in the columns. @type {Record<Facet, Set<number>>} */
  hidden = { type: new Set(), state: new Set(), field: new Set() };
  /** Nodes in the foreground with their distance; null: all. @type {Map<number, number> | null} */
  focus = null;
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {GraphData} data */
  constructor(data) {
    this.data = data;
    this.colourBy = data.view.nodes.state.some((state) => state >= 0) ? 'state' : 'type';
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  changed() {
    this.focus =
      this.path !== null
        ? new Map(this.path.nodes.map((node, place) => [node, place]))
        : this.selected === NONE || this.hops === 0
          ? null
          : neighbourhood(this.data, this.selected, this.hops);
    for (const listener of this.#listeners) listener();
  }

  /**
   * If a path is asked for, the node is its end.
   *
   * @param {number} node or `NONE`
   */
  select(node) {
    if (this.pathStart !== NONE && node !== NONE && node !== this.pathStart) {
      this.path = shortestPath(this.data, this.pathStart, node);
      this.lastPath = { start: this.pathStart, end: node };
      this.pathStart = NONE;
    } else {
      this.path = null;
      this.lastPath = null;
      if (node === NONE) this.pathStart = NONE;
    }
    this.selected = node;
    if (node === NONE) this.isAlone = false;
    this.changed();
  }

  /** The ends of the path that was asked for last, found or not. @type {{ start: number, end: number } | null} */
  lastPath = null;

  startPath() {
    this.pathStart = this.selected;
    this.path = null;
    this.changed();
  }

  /** @param {number} node */
  isFiltered(node) {
    const { nodes } = this.data.view;
    const { type, state, field } = this.hidden;
    return (
      type.has(nodes.type[node] ?? NONE) || state.has(nodes.state[node] ?? NONE) || field.has(nodes.field[node] ?? NONE)
    );
  }

  /** @param {number} node */
  isHidden(node) {
    if (node === this.selected) return false;
    return this.isFiltered(node) || (this.isAlone && this.focus !== null && !this.focus.has(node));
  }

  countShown() {
    let count = 0;
    for (let node = 0; node < this.data.size; node++) if (!this.isHidden(node)) count++;
    return count;
  }
}
