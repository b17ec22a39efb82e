/** The formats of `graph export`. A new one is a file beside this one and a line here. */
import type { Entity } from '../../sources/entity.ts';
import type { PictureGraph } from '../picture-graph.ts';
import type { StatementFile } from './blueprint-patch.ts';

/** A file of an export. `part`: what its name adds, if a format has several; otherwise ''. */
export interface ExportFile {
  part: string;
  /** Its text, in pieces: a graph may have more text than one string can. They can be read once. */
  pieces: Iterable<string>;
  /** What the reader should know that the file does not say. */
  notices?: string[];
}

export interface ExportFormat {
  /** For `--help` and the documentation. */
  what: string;
  /** What it needs beside the graph: the attributes of entities, or LaTeX files with statements. Not all graphs have it. */
  needs?: 'entities' | 'statements';
  /** What each file of it begins with, so that an earlier one can be replaced. */
  start: RegExp;
  /** The others are empty if the format does not need them. No file: there is nothing to say. */
  write: (
    graph: PictureGraph,
    entities: readonly Entity[],
    statements: readonly StatementFile[],
  ) => Promise<ExportFile[]>;
}

/** Writers are loaded when they are used, because `--help` reads the names. */
const FORMATS = {
  gexf: {
    what: 'GEXF 1.2 for Gephi',
    start: /^<\?xml[^>]*>\s*<gexf /,
    write: async (graph) => one([(await import('./gexf.ts')).writeGexf(graph)]),
  },
  graphml: {
    what: 'GraphML',
    start: /^<\?xml[^>]*>\s*<graphml /,
    write: async (graph) => one((await import('./graphml.ts')).writeGraphml(graph)),
  },
  'json-ld': {
    what: 'JSON-LD 1.1',
    start: /^\{\s*"@context": \{\s*"@version": 1.1/,
    write: async (graph) => one((await import('./json-ld.ts')).writeJsonLd(graph)),
  },
  cypher: {
    what: 'Cypher statements for Neo4j',
    start: /^CREATE CONSTRAINT entity_id /,
    write: async (graph) => one((await import('./cypher.ts')).writeCypher(graph)),
  },
  csv: {
    what: 'two tables: nodes and edges',
    start: /^(?:id,label,title,type,state|from,to,role\r)/,
    write: async (graph) => (await import('./csv-tables.ts')).writeCsv(graph),
  },
  automathkg: {
    what: 'JSON of AutoMathKG, with the 16 attributes of entities (needs --entities)',
    needs: 'entities',
    start: /^\[(?:\]|\s*\{\s*"id": \d+,\s*"type")/,
    write: async (_graph, entities) => one((await import('./json-pieces.ts')).jsonArray(entities, '\n')),
  },
  blueprint: {
    what: 'a patch that adds \\lean and \\uses to the LaTeX (needs --source or --blueprint)',
    needs: 'statements',
    start: /^--- a\//,
    write: async (_graph, _entities, statements) =>
      [(await import('./blueprint-patch.ts')).blueprintPatch(statements)].flatMap(({ text, unplaced }) =>
        text === '' ? [] : [{ part: '', pieces: [text], notices: unplacedNotices(unplaced) }],
      ),
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof FORMATS;

export const EXPORT_FORMATS: Record<ExportFormatName, ExportFormat> = FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormatName[];

function unplacedNotices(places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const some = places.slice(0, 5).join(', ');
  return [`Not changed, because no \\label says where: ${some}${places.length > 5 ? ', …' : ''}`];
}

function one(pieces: Iterable<string>): ExportFile[] {
  return [{ part: '', pieces }];
}
