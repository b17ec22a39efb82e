/** As much of JSON Schema as the OpenAPI document uses: what is wrong with a value, and an error for a keyword that is not known here. */

type Json = any;

/** Where `value` is not as `schema` says; empty where it is. `$ref`s are looked up in `document`. */
export function faultsOf(value: Json, schema: Json, document: Json, at = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, limit]) => {
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`The schema at ${at} says '${keyword}', which this test does not know.`);
    return check(value, limit, { schema, document, at });
  });
}

/** `#/components/schemas/Error` */
export function lookUp(reference: string, document: Json): Json {
  const [start, ...parts] = reference.split('/');
  const found = parts.reduce((part, name) => part?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (start !== '#' || found === undefined) throw new Error(`${reference} leads nowhere`);
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

const unless = (isRight: boolean, { at }: Place, words: string): string[] => (isRight ? [] : [`${at} ${words}`]);
const length = (value: string): number => [...value].length;

const KEYWORDS: Record<string, (value: Json, limit: Json, place: Place) => string[]> = {
  description: () => [],
  type: (value, type, place) =>
    unless(
      [type].flat().some((each: string) => TYPES[each]!(value)),
      place,
      `is no ${type}`,
    ),
  const: (value, wanted, place) => unless(value === wanted, place, `is not ${wanted}`),
  enum: (value, all, place) => unless(all.includes(value), place, `is none of ${all}`),
  minimum: (value, least, place) => unless(typeof value !== 'number' || value >= least, place, `is below ${least}`),
  maximum: (value, most, place) => unless(typeof value !== 'number' || value <= most, place, `is above ${most}`),
  minLength: (value, least, place) =>
    unless(typeof value !== 'string' || length(value) >= least, place, `is shorter than ${least}`),
  maxLength: (value, most, place) =>
    unless(typeof value !== 'string' || length(value) <= most, place, `is longer than ${most}`),
  maxItems: (value, most, place) =>
    unless(!Array.isArray(value) || value.length <= most, place, `has more than ${most}`),
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
    return faults.some((each) => each.length === 0) ? [] : [`${place.at} is none of: ${faults.flat().join('; ')}`];
  },
  $ref: (value, reference, { document, at }) => faultsOf(value, lookUp(reference, document), document, at),
};
