/** CSV (RFC 4180): a table of nodes and one of edges. */
import type { PictureGraph } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';
import type { ExportFile } from './export-formats.ts';

const NODE_COLUMNS = ['id', 'label', 'title', 'type', 'state', 'field', 'link', 'details'] as const;
const EDGE_COLUMNS = ['from', 'to', 'role'] as const;

export function writeCsv({ nodes, edges }: PictureGraph): ExportFile[] {
  return [
    { part: 'nodes', pieces: table(NODE_COLUMNS, nodes) },
    { part: 'edges', pieces: table(EDGE_COLUMNS, edges) },
  ];
}

function* table<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string | null>[],
): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(columns.map((column) => row[column] ?? ''));
}

/** A line with its end. No cell is a formula. */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;

/** A spreadsheet would run a cell that begins with one of these characters as a formula. */
const FORMULA = /^[=+\-@\t]/;

function cell(value: string): string {
  const clean = cleanText(value);
  const inert = FORMULA.test(clean) ? `'${clean}` : clean;
  return /[",\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
