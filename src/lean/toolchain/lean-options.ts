/** Converts `leanOptions` of a lakefile to arguments of `lean`: without them, a statement may elaborate differently. */
import { join, relative } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { isRecord } from '../../base/read-or-null.ts';

/**
 * The `-D` arguments that Lake passes, in its order: those of the package, then those of the library of `file` (a path
 * relative to the package's root, or null). A file outside all libraries gets those of the package, as with `lake
 * lean`. Throws if `toml` is invalid.
 */
export function leanOptionsOf(toml: string, file: string | null): string[] {
  const lakefile = parseToml(toml);
  const options = new Map<string, string>();
  collectAll(lakefile, options);
  const libraries = Array.isArray(lakefile['lean_lib']) ? lakefile['lean_lib'] : [];
  for (const library of libraries) {
    if (isTable(library) && file !== null && holds(library, text(lakefile['srcDir']), file))
      collectAll(library, options);
  }
  return [...options].map(([name, value]) => `-D${name}=${value}`);
}

/** Only options in `moreLeanArgs` count; older lakefiles set them there. */
function collectAll(table: Record<string, unknown>, into: Map<string, string>): void {
  collect(table['leanOptions'], '', into);
  const more = Array.isArray(table['moreLeanArgs']) ? table['moreLeanArgs'].map(text) : [];
  for (const [at, argument] of more.entries()) {
    const option = argument === '-D' ? more[at + 1] : /^-D(.+)$/s.exec(argument)?.[1];
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(option ?? '') ?? [];
    if (name !== undefined && value !== undefined) into.set(name, value);
  }
}

/** Dotted keys are nested tables in TOML; an array of `{name, value}` is also allowed. */
function collect(value: unknown, prefix: string, into: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const each of value)
      if (isTable(each) && typeof each['name'] === 'string') collect(each['value'], each['name'], into);
  } else if (isTable(value)) {
    for (const [key, below] of Object.entries(value)) collect(below, prefix === '' ? key : `${prefix}.${key}`, into);
  } else if (prefix !== '' && ['string', 'number', 'bigint', 'boolean'].includes(typeof value)) {
    into.set(prefix, String(value));
  }
}

/** A library contains the modules below its roots; the default root is its name. */
function holds(library: Record<string, unknown>, packageDir: string, file: string): boolean {
  const below = relative(join(packageDir, text(library['srcDir'])), file);
  const module = below.replace(/\.lean$/, '').replaceAll('/', '.');
  const roots = Array.isArray(library['roots']) ? library['roots'] : [library['name']];
  return roots.map(text).some((root) => module === root || module.startsWith(`${root}.`));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function isTable(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value);
}
