/** The generated part of `docs/reference/json.md`: a table of the fields of each JSON shape, with their descriptions. */
import { z } from 'zod';

/** `schemas`: with a literal `schema` each; several may have the same. */
export function jsonShapes(schemas) {
  const byName = Map.groupBy(schemas, (schema) => schema.shape.schema.value);
  const sections = Array.from(byName, ([name, alike]) =>
    [`## ${name}`, ...alike.map((schema) => shapeText(z.toJSONSchema(schema), new Map()))].join('\n\n'),
  );
  return sections.join('\n\n');
}

/** A section for each event of `--json-stream`. */
export function jsonEvents(schemas, parts = new Map()) {
  const sections = schemas.map((schema) => {
    const { properties, ...more } = z.toJSONSchema(schema);
    const { event, ...fields } = properties;
    return `## ${event.const}\n\n${shapeText({ ...more, properties: fields }, parts)}`;
  });
  return sections.join('\n\n');
}

/** The parts that have a title, which fields of several shapes refer to. */
export function jsonParts(schemas, events) {
  const parts = new Map();
  for (const schema of schemas) shapeText(z.toJSONSchema(schema), parts);
  jsonEvents(events, parts);
  const sections = [];
  // A part may refer to other parts: the loop reaches those too.
  for (const [title, schema] of parts) sections.push(`## ${title}\n\n${shapeText(schema, parts)}`);
  return sections.join('\n\n');
}

function shapeText(schema, parts) {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((each) => shapeText(each, parts)).join('\n\nor\n\n');
  // The heading says which schema it is.
  const { schema: _, ...properties } = schema.properties;
  if (Object.keys(properties).length === 0) return schema.description ?? '';
  const rows = merged(fieldRows({ ...schema, properties }, '', parts));
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const table = ['| field | type | |', '| --- | --- | --- |', ...lines].join('\n');
  return schema.description === undefined ? table : `${schema.description}\n\n${table}`;
}

/** Adjacent fields of the same type and without a description share a row. */
function merged(rows) {
  const shared = [];
  for (const [path, type, description] of rows) {
    const last = shared.at(-1);
    if (last?.[1] === type && last[2] === '' && description === '') last[0] += `, ${path}`;
    else shared.push([path, type, description]);
  }
  return shared;
}

/** One row for each field, then the rows of its own fields, with a path: `files[].lean.version`. */
function fieldRows({ properties = {}, required = [] }, prefix, parts) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const type = `${typeText(schema, parts)}${required.includes(name) ? '' : ', optional'}`;
    return [[`\`${path}\``, type, schema.description ?? ''], ...innerRows(schema, path, parts)];
  });
}

/** Rows for what is in a field: objects, also in arrays, in objects with free keys, and as alternatives. */
function innerRows(schema, path, parts) {
  if (linkOf(schema, parts) !== null) return [];
  if (schema.items) return innerRows(schema.items, `${path}[]`, parts);
  if (typeof schema.additionalProperties === 'object')
    return innerRows(schema.additionalProperties, `${path}.*`, parts);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((each) => innerRows(each, path, parts));
  return schema.properties ? fieldRows(schema, `${path}.`, parts) : [];
}

/** A link to the section of a shape that has its own; null if it has none. */
function linkOf(schema, parts) {
  const name = schema.properties?.schema?.const;
  if (name !== undefined) return `[\`${name}\`](#${anchor(name)})`;
  if (schema.title === undefined) return null;
  parts.set(schema.title, { ...schema, description: undefined });
  return `[${schema.title.toLowerCase()}](#${anchor(schema.title)})`;
}

const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');

function typeText(schema, parts) {
  const link = linkOf(schema, parts);
  if (link !== null) return link;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((each) => typeText(each, parts)).join(' or ');
  if (schema.items) {
    const items = typeText(schema.items, parts);
    return `array of ${schema.items.oneOf ? `(${items})` : items}`;
  }
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeText(each, parts)).join(', ')}]`;
  if (schema.properties) return 'object';
  if (typeof schema.additionalProperties === 'object') {
    return `object of ${typeText(schema.additionalProperties, parts)}`;
  }
  return [schema.type ?? 'any'].flat().join(' or ');
}
