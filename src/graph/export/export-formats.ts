/** The formats of `graph export`. A new one is a file beside this one and a line here. */
import type { PictureGraph } from '../picture-graph.ts';

/** A file of an export. `part`: what its name adds, if a format has several; otherwise ''. */
export interface ExportFile {
  part: string;
  text: string;
}

export interface ExportFormat {
  /** For `--help` and the documentation. */
  what: string;
  write: (graph: PictureGraph) => Promise<ExportFile[]>;
}

/** By name. Writers are loaded when they are used, because `--help` reads the names. */
export const EXPORT_FORMATS = {
  gexf: { what: 'GEXF 1.2 for Gephi', write: async (graph) => one((await import('./gexf.ts')).writeGexf(graph)) },
  graphml: { what: 'GraphML', write: async (graph) => one((await import('./graphml.ts')).writeGraphml(graph)) },
  'json-ld': { what: 'JSON-LD 1.1', write: async (graph) => one((await import('./json-ld.ts')).writeJsonLd(graph)) },
  cypher: {
    what: 'Cypher statements for Neo4j',
    write: async (graph) => one((await import('./cypher.ts')).writeCypher(graph)),
  },
  csv: {
    what: 'two tables: nodes and edges',
    write: async (graph) => (await import('./csv-tables.ts')).writeCsv(graph),
  },
} satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormatName[];

function one(text: string): ExportFile[] {
  return [{ part: '', text }];
}
