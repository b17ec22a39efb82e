/** A validator for the subset of JSON Schema that the OpenAPI document uses. An unknown keyword is an error. */

type Json = any;

/** The places where `value` does not match `schema`. `$ref`s are resolved in `document`. */
export function faultsOf(value: Json, schema: Json, document: Json, at = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, limit]) => {
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`The schema at ${at} contains the unknown keyword '${keyword}'.`);
    return check(value, limit, { schema, document, at });
  });
}

/** `#/components/schemas/Error` */
export function lookUp(reference: string, document: Json): Json {
  const [start, ...parts] = reference.split('/');
  const found = parts.reduce((part, name) => part?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (start !== '#' || found === undefined) throw new Error(`${reference} cannot be resolved`);
  return found;
}

interface Place {
  schema: Json;
  document: Json;
  at: string;
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Record<string, (value: Json) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const unless = (isValid: boolean, { at }: Place, words: string): string[] => (isValid ? [] : [`${at} ${words}`]);
const length = (value: string): number => [...value].length;

const KEYWORDS: Record<string, (value: Json, limit: Json, place: Place) => string[]> = {
  description: () => [],
  title: () => [],
  type: (value, type, place) =>
    unless(
      [type].flat().some((each: string) => TYPES[each]!(value)),
      place,
      `is not a ${type}`,
    ),
  const: (value, expected, place) => unless(value === expected, place, `is not ${expected}`),
  enum: (value, all, place) => unless(all.includes(value), place, `is not one of ${all}`),
  minimum: (value, min, place) => unless(typeof value !== 'number' || value >= min, place, `is below ${min}`),
  maximum: (value, max, place) => unless(typeof value !== 'number' || value <= max, place, `is above ${max}`),
  minLength: (value, min, place) =>
    unless(typeof value !== 'string' || length(value) >= min, place, `is shorter than ${min}`),
  maxLength: (value, max, place) =>
    unless(typeof value !== 'string' || length(value) <= max, place, `is longer than ${max}`),
  maxItems: (value, max, place) =>
    unless(!Array.isArray(value) || value.length <= max, place, `has more than ${max} items`),
  minItems: (value, min, place) =>
    unless(!Array.isArray(value) || value.length >= min, place, `has less than ${min} items`),
  required: (value, names, place) =>
    isObject(value) ? names.flatMap((name: string) => unless(Object.hasOwn(value, name), place, `lacks ${name}`)) : [],
  properties: (value, properties, { document, at }) =>
    isObject(value)
      ? Object.entries(properties).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? faultsOf(value[name], schema, document, `${at}.${name}`) : [],
        )
      : [],
  additionalProperties: (value, rule, { schema, document, at }) =>
    isObject(value)
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
          .flatMap((name) =>
            rule === false ? [`${at} has ${name}`] : faultsOf(value[name], rule, document, `${at}.${name}`),
          )
      : [],
  propertyNames: (value, rule, { document, at }) =>
    isObject(value) ? Object.keys(value).flatMap((name) => faultsOf(name, rule, document, `name of ${at}`)) : [],
  items: (value, rule, { document, at }) =>
    Array.isArray(value) ? value.flatMap((each, k) => faultsOf(each, rule, document, `${at}[${k}]`)) : [],
  anyOf: (value, all, place) => {
    const faults: string[][] = all.map((rule: Json) => faultsOf(value, rule, place.document, place.at));
    return faults.some((each) => each.length === 0) ? [] : [`${place.at} matches none of: ${faults.flat().join('; ')}`];
  },
  $ref: (value, reference, { document, at }) => faultsOf(value, lookUp(reference, document), document, at),
};
