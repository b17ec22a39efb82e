/** A graph with its layout as the page of a picture reads it: columns, which need a third of the space of objects. */
import { PICTURE_STATES, PICTURE_TYPES, type PictureGraph } from '../graph/picture-graph.ts';
import type { PictureLayout } from '../graph/picture-layout.ts';
import type { GraphView } from './picture-schema.ts';

/** Characters of all texts of nodes, so that a file stays small enough to send: fewer if the rest needs many. */
const DETAILS_BUDGET = { most: 600_000, least: 100_000 };
/** Maximum characters of all data: with its scripts a file has at most two megabytes, unless it has very many nodes. */
const DATA_BUDGET = 1_550_000;
/** Share of the characters of a text in those of its JSON. */
const ESCAPED = 0.75;

export interface ViewFacts {
  leftOut: number;
  notices: string[];
  /** Maximum characters of all texts of nodes. */
  mostDetails?: number;
}

export function graphView(
  { title, nodes, edges }: PictureGraph,
  { x, y, community }: PictureLayout,
  { leftOut, notices, mostDetails = DETAILS_BUDGET.most }: ViewFacts,
): GraphView {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const fields = unique(nodes.map(({ field }) => field));
  const roles = unique(edges.map(({ role }) => role));
  const view: GraphView = {
    schema: 'lemmahead/graph-view@1',
    title,
    types: [...PICTURE_TYPES],
    states: [...PICTURE_STATES],
    fields,
    roles,
    nodes: {
      id: nodes.map(({ id }) => id),
      label: nodes.map(({ id, label }) => (label === id ? '' : label)),
      title: nodes.map((node) => node.title),
      type: nodes.map(({ type }) => PICTURE_TYPES.indexOf(type)),
      state: nodes.map(({ state }) => (state === null ? -1 : PICTURE_STATES.indexOf(state))),
      field: nodes.map(({ field }) => (field === null ? -1 : fields.indexOf(field))),
      details: [],
      // Another scheme could run a script.
      link: nodes.map(({ link }) => (link !== null && /^https:\/\/\S+$/u.test(link) ? link : '')),
      x: [...x],
      y: [...y],
      community: [...community],
    },
    edges: {
      from: edges.map(({ from }) => places.get(from)!),
      to: edges.map(({ to }) => places.get(to)!),
      role: edges.map(({ role }) => (role === null ? -1 : roles.indexOf(role))),
    },
    communities: community.reduce((most, each) => Math.max(most, each + 1), 0),
    details_cut: false,
    left_out: leftOut,
    notices,
  };
  const longest = longestDetails(
    nodes.map(({ details }) => details.length),
    Math.min(mostDetails, detailsBudget(JSON.stringify(view).length)),
  );
  view.nodes.details = nodes.map(({ details }) => cut(details, longest));
  view.details_cut = nodes.some(({ details }) => details.length > longest);
  return view;
}

/** Returns the maximum characters of details, which JSON may escape. `others`: characters of all other data. */
function detailsBudget(others: number): number {
  const { most, least } = DETAILS_BUDGET;
  return Math.max(least, Math.min(most, Math.floor((DATA_BUDGET - others) * ESCAPED)));
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null);
}

/** The length at which texts are cut so that all together keep within the budget. */
function longestDetails(lengths: readonly number[], budget: number): number {
  const rising = lengths.toSorted((a, b) => a - b);
  let left = budget;
  for (const [at, length] of rising.entries()) {
    const share = Math.floor(left / (rising.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
}

/** Never between the halves of a surrogate pair. */
function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text
        .slice(0, longest)
        .toWellFormed()
        .replace(/\ufffd$/u, '')} …`;
}
