/**
 * JSON-LD 1.1. The context is part of the document, so reading it needs no network. Titles, texts and addresses are
 * schema.org's properties, labels are SKOS notations; the rest are terms of our own.
 */
import type { PictureEdge, PictureGraph, PictureNode } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';
import { jsonArray } from './json-pieces.ts';

const TERMS = 'urn:lemmahead:term:';

const CONTEXT = {
  '@version': 1.1,
  '@vocab': TERMS,
  id: '@id',
  type: '@type',
  title: 'http://schema.org/name',
  details: 'http://schema.org/text',
  link: { '@id': 'http://schema.org/url', '@type': '@id' },
  label: 'http://www.w3.org/2004/02/skos/core#notation',
  uses: { '@type': '@id', '@container': '@set' },
  references: { '@container': '@set' },
  to: { '@type': '@id' },
};

/** Every edge is in `uses`; one with a role is also in `references`. */
export function* writeJsonLd({ title, nodes, edges }: PictureGraph): Generator<string> {
  const byNode = Map.groupBy(edges, ({ from }) => from);
  const head = JSON.stringify({ '@context': CONTEXT }, null, 1);
  yield `${head.slice(0, head.lastIndexOf('\n'))},\n "@graph": `;
  yield* jsonArray(entities(), '\n}\n', 1);

  function* entities(): Generator<object> {
    yield { type: 'Graph', title: cleanText(title) };
    for (const node of nodes) yield entityOf(node, byNode.get(node.id) ?? []);
  }
}

function entityOf({ id, type, ...facts }: PictureNode, own: readonly PictureEdge[]): object {
  const withRole = own.filter(({ role }) => role !== null);
  return {
    id: iriOf(id),
    type: type[0]!.toUpperCase() + type.slice(1),
    ...presentValues(facts),
    ...(own.length === 0 ? {} : { uses: [...new Set(own.map(({ to }) => iriOf(to)))] }),
    ...(withRole.length === 0
      ? {}
      : { references: withRole.map(({ to, role }) => ({ to: iriOf(to), role: cleanText(role!) })) }),
  };
}

function iriOf(id: string): string {
  return `urn:lemmahead:node:${encodeURIComponent(id.toWellFormed())}`;
}

function presentValues(facts: Record<string, string | null>): Record<string, string> {
  const present = Object.entries(facts).flatMap(([key, value]) =>
    value === null || value === '' ? [] : [[key, cleanText(value)]],
  );
  return Object.fromEntries(present) as Record<string, string>;
}
