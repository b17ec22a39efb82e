/** Library records as lines of JSON; the first line gives the schema. Pure. */
import { pluralize } from '../base/pluralize.ts';

export function exportLines(schema: string, records: readonly object[]): string {
  return [{ schema }, ...records].map((record) => `${JSON.stringify(record)}\n`).join('');
}

export function renderWritten(records: number, path: string): string {
  return `${pluralize(records, 'record')} written to ${path}.\n`;
}
