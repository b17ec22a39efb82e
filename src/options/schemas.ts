/** zod schemas from option tables: of requests and of records. Servers and `runs resume` load them; `--help` does not. */
import { z } from 'zod';
import {
  isRecorded,
  isRow,
  type OptionRow,
  type OptionTable,
  type OptionValue,
  type RecordedOf,
  type RequestOf,
  rowsOf,
} from '../config/option-table.ts';

/** Maximum length of one value of a list. */
const LONGEST_NAME = 1000;

/** `isRequest`: with the limits on lengths that apply to requests only. */
function valueSchema(value: OptionValue, isRequest: boolean): z.ZodType {
  const textUpTo = (longest: number): z.ZodType => (isRequest ? z.string().min(1).max(longest) : z.string());
  switch (value.is) {
    case 'integer':
      return z.int().min(value.least).max(value.most);
    case 'integer-or-auto':
      return z.union([z.literal('auto'), z.int().min(value.least).max(value.most)]);
    case 'integers':
      return z.array(z.int().min(value.least).max(value.most));
    case 'number':
      return z.number().min(0).max(value.most);
    case 'choice':
      return z.enum(value.choices);
    case 'text':
      return textUpTo(value.longest);
    case 'boolean':
      return z.boolean();
    case 'list': {
      const each = textUpTo(LONGEST_NAME);
      const all = isRequest ? z.array(each).max(value.most) : z.array(each);
      return isRequest && value.allowsOne ? z.union([each, all]) : all;
    }
  }
}

type Shape<Fields> = {
  [Field in keyof Fields]-?: z.ZodOptional<z.ZodType<Exclude<Fields[Field], undefined>>>;
};

/** The request fields of a table. `forAgents`: without those that agents do not need. */
export function requestShape<Table extends OptionTable>(
  table: Table,
  { forAgents = false } = {},
): Shape<RequestOf<Table>> {
  const shape: Record<string, z.ZodType> = {};
  const inner: Record<string, Record<string, z.ZodType>> = {};
  for (const { value, request } of rowsOf(table)) {
    if (request === undefined || (forAgents && request.forAgents === false)) continue;
    const schema = valueSchema(value, true).optional();
    const described = request.help === undefined ? schema : schema.describe(request.help);
    const [outer = '', name] = request.field.split('.');
    if (name === undefined) shape[outer] = described;
    else {
      (inner[outer] ??= {})[name] = described;
      // Set again for each field, so it has its place in the order of the table.
      shape[outer] = z.strictObject(inner[outer]).optional();
    }
  }
  return shape as Shape<RequestOf<Table>>;
}

/**
 * The schema of recorded options. A record may lack an option that was added later: it gets the default, unless the
 * default depends on other options.
 */
export function recordSchema<Table extends OptionTable>(table: Table): z.ZodType<RecordedOf<Table>> {
  return objectSchema(table) as z.ZodType as z.ZodType<RecordedOf<Table>>;
}

function objectSchema(table: OptionTable): z.ZodObject {
  const fields = Object.entries(table).flatMap(([field, entry]): [string, z.ZodType][] => {
    if (!isRow(entry)) return [[field, objectSchema(entry).prefault({})]];
    return isRecorded(entry) ? [[field, recordedValue(entry)]] : [];
  });
  return z.object(Object.fromEntries(fields));
}

function recordedValue({ value, default: otherwise }: OptionRow): z.ZodType {
  const schema = valueSchema(value, false);
  if (typeof otherwise === 'function') return schema;
  return otherwise === null ? schema.nullable().default(null) : schema.default(otherwise);
}
