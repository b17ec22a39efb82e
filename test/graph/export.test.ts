/** The formats of `graph export`, read back by other programs' readers. */
import fc from 'fast-check';
import { MultiGraph } from 'graphology';
import gexf from 'graphology-gexf';
import graphml from 'graphology-graphml';
import jsonld from 'jsonld';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/graph/export/clean-text.ts';
import { jsonArray } from '../../src/graph/export/json-pieces.ts';
import { EXPORT_FORMATS, type ExportFile, type ExportFormatName } from '../../src/graph/export/export-formats.ts';
import type { PictureGraph } from '../../src/graph/picture-graph.ts';
import { hostilePicture, pictureNode } from './sample-picture.ts';

const SAMPLE: PictureGraph = {
  title: 'Sample',
  nodes: [
    pictureNode('a', { title: 'Keel & "hull"', details: 'two\nlines', state: 'proved', field: 'ships' }),
    pictureNode('b', { type: 'definition', link: 'https://example.org/b?x=1&y=2' }),
    pictureNode('c', { details: "it's \\underline{long}" }),
  ],
  edges: [
    { from: 'a', to: 'b', role: 'statement' },
    { from: 'a', to: 'b', role: 'proof' },
    { from: 'c', to: 'a', role: null },
  ],
};

const wholeText = ({ pieces }: ExportFile): string => [...pieces].join('');

async function textOf(format: ExportFormatName, graph: PictureGraph): Promise<string> {
  return (await EXPORT_FORMATS[format].write(graph, [], [])).map(wholeText).join('\u0000');
}

/** Facts of nodes and edges, to compare with what a reader finds. */
function factsOf(graph: PictureGraph) {
  const present = (values: Record<string, string | null>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => {
        const clean = cleanText(value ?? '');
        return clean === '' ? [] : [[key, clean]];
      }),
    );
  return {
    nodes: graph.nodes.map(({ id, ...facts }) => [cleanText(id), present(facts)]),
    edges: graph.edges.map(({ from, to, role }) => [cleanText(from), cleanText(to), cleanText(role ?? '')]),
  };
}

function readFacts(graph: MultiGraph) {
  return {
    nodes: graph.mapNodes((node, attributes) => [node, { ...attributes }]),
    edges: graph.mapEdges((_, { role = '' }, from, to) => [from, to, role]),
  };
}

/** Texts that do not only consist of white space, which readers of XML may trim. */
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((each) => `x${each}y`);
const anyGraph = fc
  .array(fc.record({ title: text, details: text, field: text }), { minLength: 2, maxLength: 4 })
  .map((facts): PictureGraph => ({
    title: 'Any',
    nodes: facts.map((each, at) => pictureNode(`${at} ${cleanText(each.title)}`, each)),
    edges: [],
  }));
const GRAPHS = [SAMPLE, hostilePicture()];

describe('graph export', () => {
  it('writes GEXF and GraphML that graphology reads as the same graph', async () => {
    for (const graph of GRAPHS) {
      const facts = factsOf(graph);
      expect(readFacts(gexf.parse(MultiGraph, await textOf('gexf', graph)))).toEqual(facts);
      expect(readFacts(graphml.parse(MultiGraph, await textOf('graphml', graph)))).toEqual(facts);
    }
  });

  it('writes any text as well-formed XML', async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, async (graph) => {
        const facts = factsOf(graph);
        expect(readFacts(gexf.parse(MultiGraph, await textOf('gexf', graph)))).toEqual(facts);
        expect(readFacts(graphml.parse(MultiGraph, await textOf('graphml', graph)))).toEqual(facts);
      }),
      { numRuns: 60 },
    );
  });

  it('writes JSON-LD that is RDF without a remote context', async () => {
    const document = JSON.parse(await textOf('json-ld', SAMPLE));
    const documentLoader = (): never => {
      throw new Error('no network');
    };
    const quads = (await jsonld.toRDF(document, { documentLoader })) as {
      subject: { value: string };
      predicate: { value: string };
      object: { value: string };
    }[];
    const triples = quads.map(
      ({ subject, predicate, object }) => `${subject.value} ${predicate.value} ${object.value}`,
    );
    const [a, b, c] = ['a', 'b', 'c'].map((id) => `urn:lemmahead:node:${id}`);
    expect(triples).toEqual(
      expect.arrayContaining([
        `${a} http://schema.org/name Keel & "hull"`,
        `${a} http://www.w3.org/1999/02/22-rdf-syntax-ns#type urn:lemmahead:term:Theorem`,
        `${a} urn:lemmahead:term:uses ${b}`,
        `${c} urn:lemmahead:term:uses ${a}`,
        `${b} http://schema.org/url https://example.org/b?x=1&y=2`,
      ]),
    );
    expect(triples.filter((each) => each.includes('urn:lemmahead:term:role')).length).toBe(2);
    const hostile = JSON.parse(await textOf('json-ld', hostilePicture()));
    expect(hostile['@graph']).toHaveLength(201);
  });

  it('writes CSV whose cells a spreadsheet does not run', async () => {
    const [nodes, edges] = await EXPORT_FORMATS.csv.write(hostilePicture(), [], []);
    expect([nodes!.part, edges!.part]).toEqual(['nodes', 'edges']);
    const rows = parseCsv(wholeText(nodes!));
    expect(rows).toHaveLength(201);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([8]));
    expect(rows.flat().filter((cell) => /^[=+\-@\t]/u.test(cell))).toEqual([]);
    expect(rows.flat()).toContain(`'=HYPERLINK("http://example.org")`);
    expect(parseCsv(wholeText(edges!))).toHaveLength(200);
    expect(parseCsv(wholeText((await EXPORT_FORMATS.csv.write(SAMPLE, [], []))[0]!))[1]).toEqual([
      ...['a', 'a', 'Keel & "hull"', 'theorem', 'proved', 'ships', '', 'two\nlines'],
    ]);
  });

  it('writes Cypher whose texts end where they should', async () => {
    const script = await textOf('cypher', hostilePicture());
    // Without its texts, the script is always the same: no text has become a part of it.
    const skeleton = script.replaceAll(/'(?:[^'\\]|\\[^u])*'/gu, 'T').replaceAll(/T(?: \+ T)+/gu, 'T');
    expect(skeleton).not.toMatch(/['\\]/u);
    expect(new Set(skeleton.match(/^ {2}\{.*$/gmu)?.map((line) => line.replace(/,$/u, '')))).toEqual(
      new Set(['  {id: T, label: T, title: T, type: T, field: T, details: T, link: T}', '  {from: T, to: T, role: T}']),
    );
    expect(script).not.toContain('\\u');
    expect(await textOf('cypher', SAMPLE)).toContain(`details: 'it\\'s \\\\' + 'underline{long}'`);
  });
});

/** RFC 4180. */
function parseCsv(table: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gu)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('pieces of a JSON array', () => {
  it.each([[[]], [[1]], [[{ a: 'two\nlines', b: [1, { c: [] }] }, null, 'x']]])(
    'are as JSON.stringify: %j',
    (items) => {
      expect([...jsonArray(items, '\n')].join('')).toBe(`${JSON.stringify(items, null, 1)}\n`);
      const whole = { first: 1, items };
      const written = [...jsonArray(items, '\n}', 1)].join('');
      expect(`{\n "first": 1,\n "items": ${written}`).toBe(JSON.stringify(whole, null, 1));
    },
  );
});
