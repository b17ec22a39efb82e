/** Fields of mathematics and the modules about them, from `glossary/fields.jsonl`. */
import { getOrAdd } from '../../base/memoize.ts';
import { glossaryRows } from '../../index/words/glossary-file.ts';
import { acceptedPhrases, normalForm } from './normal-form.ts';

interface Field {
  name: string;
  /** Other names under which people ask for it. */
  names: string[];
  /** Prefixes of the modules that are about it. */
  modules: string[];
  /** Prefixes of other modules with notions of it. */
  also: string[];
  /** Names of the fields that it contains. */
  includes: string[];
}

interface Fields {
  byName: ReadonlyMap<string, Field>;
  /** By the normal form of each name: several fields may be asked for under one. */
  byKey: ReadonlyMap<string, Field[]>;
  byPrefix: ReadonlyMap<string, string[]>;
}

const MAX_NAME_WORDS = 6;
const MODULE = /^\p{L}[\p{L}\p{N}_']*(\.\p{L}[\p{L}\p{N}_']*)+$/u;

let fields: Fields | null = null;

/**
 * The fields that a module is about, those of the longest prefix first. A module without a field, such as one of the
 * user's own packages, is its own field: the first two parts of its name.
 */
export function fieldsOfModule(module: string): string[] {
  const { byPrefix } = (fields ??= readFields());
  const parts = module.split('.');
  const found = new Set<string>();
  for (let length = parts.length; length > 0; length--) {
    for (const name of byPrefix.get(parts.slice(0, length).join('.')) ?? []) found.add(name);
  }
  return found.size > 0 ? [...found] : [parts.slice(0, 2).join('.')];
}

/**
 * Prefixes of the modules of the fields that a text names ("linear algebra", "order, analysis"): those about the field
 * first, then related ones. A module name stands for itself. Empty if the text names no field.
 */
export function modulesOfField(text: string): string[] {
  const trimmed = text.trim();
  if (MODULE.test(trimmed)) return [trimmed];
  const { byName, byKey } = (fields ??= readFields());
  const named =
    byKey.get(normalForm(trimmed)) ??
    acceptedPhrases(trimmed, MAX_NAME_WORDS, (key) => byKey.has(key)).flatMap(({ key }) => byKey.get(key)!);
  const included = named.flatMap(({ includes }) => includes.map((name) => byName.get(name)!));
  const all = [...named, ...included];
  return [...new Set([...all.flatMap(({ modules }) => modules), ...all.flatMap(({ also }) => also)])];
}

function readFields(): Fields {
  const rows = glossaryRows('fields.jsonl', (row): Field => ({
    name: row.text('field'),
    names: row.optionalTexts('names'),
    modules: row.texts('modules'),
    also: row.optionalTexts('also'),
    includes: row.optionalTexts('includes'),
  }));
  const byKey = new Map<string, Field[]>();
  const byPrefix = new Map<string, string[]>();
  for (const field of rows) {
    const keys = new Set([field.name, ...field.names].map(normalForm));
    for (const key of keys) getOrAdd(byKey, key, () => []).push(field);
    for (const module of field.modules) getOrAdd(byPrefix, module, () => []).push(field.name);
  }
  return { byName: new Map(rows.map((field) => [field.name, field])), byKey, byPrefix };
}
