/** Compares JSON output with its documented shape: `src/commands/json-schemas.ts`, from which `json.md` is generated. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { COMMAND_SCHEMAS, EVENT_SCHEMAS, RESPONSE_SCHEMAS } from '../../src/commands/json-schemas.ts';

const SCHEMAS = [...COMMAND_SCHEMAS, ...RESPONSE_SCHEMAS];

/** @throws {Error} if a field is missing, has another type, or is not documented */
export function requireDocumented(json: { schema: string }): void {
  const alike = SCHEMAS.filter(({ shape }) => shape.schema.value === json.schema);
  requireOneOf(alike, json.schema, json);
}

/** As `requireDocumented`, for a line of `--json-stream`. */
export function requireDocumentedEvent(line: { event: string }): void {
  const alike = EVENT_SCHEMAS.filter(({ shape }) => shape.event.value === line.event);
  requireOneOf(alike, line.event, line);
  if (line.event !== 'result') return;
  const { event: _, ...report } = line as unknown as {
    event: string;
    schema: string;
    exit?: string;
    exit_code?: number;
  };
  if (report.schema !== 'lemmahead/error@1') {
    delete report.exit;
    delete report.exit_code;
  }
  requireDocumented(report);
}

function requireOneOf(alike: readonly z.ZodType[], name: string, json: object): void {
  if (alike.length === 0) throw new Error(`No schema is named ${name}.`);
  const faults = alike.map((schema) => {
    const { data, error } = schema.safeParse(json);
    if (error) return error.message;
    // zod leaves out fields that the schema does not have.
    return isDeepStrictEqual(data, json) ? null : undocumented(json, data).join(', ');
  });
  if (!faults.includes(null)) throw new Error(`${name} is not as documented: ${faults.join('\n')}`);
}

/** Paths of the fields of `json` that are not in `known`. */
function undocumented(json: unknown, known: unknown, path = ''): string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    const place = `${path}.${key}`;
    const isKnown = typeof known === 'object' && known !== null && key in known;
    return isKnown
      ? undocumented(value, (known as Record<string, unknown>)[key], place)
      : [`${place} is not documented`];
  });
}
