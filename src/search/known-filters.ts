/** Checks the names that filters give, and suggests similar ones. */
import { Failure } from '../base/errors.ts';
import { ATTRIBUTE_TOKEN } from '../index/facets.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { mostSimilar } from './similar-names.ts';
import type { SearchFilters } from './types.ts';

const MAX_SUGGESTIONS = 5;

/** A filter whose values are names of the index. */
interface NameFilter {
  field: 'module' | 'namespace' | 'package' | 'attribute';
  flag: string;
  /** What the flag takes. */
  takes: string;
  /** Describes `all` without its dotted names. */
  top: string;
  isKnown: (index: LibraryIndex, name: string) => boolean;
  all: (index: LibraryIndex) => string[];
}

const NAME_FILTERS: readonly NameFilter[] = [
  {
    field: 'module',
    flag: '--module',
    takes: 'a module or the beginning of one',
    top: 'Its top modules',
    isKnown: (index, name) => {
      const sql = 'SELECT 1 FROM files WHERE module = ? OR (module >= ? AND module < ?) LIMIT 1';
      return index.all(sql, name, `${name}.`, `${name}/`).length > 0;
    },
    all: (index) => {
      const modules = index.all<{ module: string }>('SELECT module FROM files ORDER BY module');
      return [...new Set(modules.flatMap(({ module }) => [...prefixes(module), module]))];
    },
  },
  {
    field: 'namespace',
    flag: '--namespace',
    takes: 'a namespace',
    top: 'Its top namespaces',
    isKnown: (index, name) =>
      index.all('SELECT 1 FROM decls WHERE name >= ? AND name < ? LIMIT 1', `${name}.`, `${name}/`).length > 0,
    all: (index) => {
      const names = index.all<{ name: string }>('SELECT name FROM decls ORDER BY name');
      return [...new Set(names.flatMap(({ name }) => prefixes(name)))];
    },
  },
  {
    field: 'package',
    flag: '--package',
    takes: 'a package',
    top: 'Its packages',
    isKnown: (index, name) => index.all('SELECT 1 FROM packages WHERE name = ? COLLATE NOCASE', name).length > 0,
    all: (index) => index.all<{ name: string }>('SELECT name FROM packages ORDER BY name').map(({ name }) => name),
  },
  {
    field: 'attribute',
    flag: '--attr',
    takes: 'an attribute',
    top: 'Its attributes',
    isKnown: (index, name) => index.postings(ATTRIBUTE_TOKEN + name) !== null,
    all: (index) => index.tokensWithPrefix(ATTRIBUTE_TOKEN).map(({ token }) => token.slice(ATTRIBUTE_TOKEN.length)),
  },
];

/**
 * Rejects a name that the index does not have, instead of finding nothing.
 * @throws {Failure} `module-unknown`, `namespace-unknown`, `package-unknown`, `attribute-unknown`
 */
export function requireKnownNames(index: LibraryIndex, filters: SearchFilters): void {
  for (const filter of NAME_FILTERS) {
    const unknown = filters[filter.field]?.find((name) => !filter.isKnown(index, name));
    if (unknown !== undefined) throw unknownName(index, filter, unknown);
  }
}

function unknownName(index: LibraryIndex, { field, flag, takes, top, all }: NameFilter, name: string): Failure {
  const known = all(index);
  const similar = mostSimilar(name, known, MAX_SUGGESTIONS);
  const suggestions = similar.length > 0 ? similar : known.filter((each) => !each.includes('.'));
  const listed = suggestions.slice(0, MAX_SUGGESTIONS).join(', ');
  return new Failure('usage', `${field}-unknown`, {
    message: `The index has no ${field} ${name}.`,
    reason: `${similar.length > 0 ? `Similar ${field}s` : top}: ${listed}${suggestions.length > MAX_SUGGESTIONS ? ', …' : '.'}`,
    next: `Give ${takes}: ${flag} ${suggestions[0] ?? 'NAME'}`,
  });
}

/** `Mathlib` and `Mathlib.Data` for `Mathlib.Data.Nat`. */
function prefixes(name: string): string[] {
  const found: string[] = [];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) found.push(name.slice(0, dot));
  return found;
}
