/** Checks the modules of a filter, and suggests similar ones. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';

const MAX_SUGGESTIONS = 5;
const MIN_SIMILARITY = 0.4;

/**
 * Rejects a module that the index does not have, instead of finding nothing.
 * @throws {Failure} `module-unknown`
 */
export function requireModules(index: LibraryIndex, modules: readonly string[]): void {
  const known = 'SELECT 1 FROM files WHERE module = ? OR (module >= ? AND module < ?) LIMIT 1';
  const unknown = modules.find((name) => index.all(known, name, `${name}.`, `${name}/`).length === 0);
  if (unknown === undefined) return;
  const all = allModules(index);
  const similar = mostSimilar(unknown, all);
  const suggestions = similar.length > 0 ? similar : all.filter((name) => !name.includes('.'));
  throw new Failure('usage', 'module-unknown', {
    message: `The index has no module ${unknown}.`,
    reason: `${similar.length > 0 ? 'Similar modules' : 'Its top modules'}: ${suggestions.slice(0, MAX_SUGGESTIONS).join(', ')}.`,
    next: `Give a module or the beginning of one: --module ${suggestions[0] ?? 'NAME'}`,
  });
}

/** All modules and their prefixes. */
function allModules(index: LibraryIndex): string[] {
  const names = new Set<string>();
  for (const { module } of index.all<{ module: string }>('SELECT module FROM files ORDER BY module')) {
    for (let dot = module.indexOf('.'); dot >= 0; dot = module.indexOf('.', dot + 1)) names.add(module.slice(0, dot));
    names.add(module);
  }
  return [...names];
}

/** By the Dice coefficient of their trigrams, ignoring case. */
function mostSimilar(name: string, all: readonly string[]): string[] {
  const wanted = trigrams(name);
  return all
    .map((each) => {
      const found = trigrams(each);
      return {
        each,
        similarity: (2 * [...wanted].filter((part) => found.has(part)).length) / (wanted.size + found.size),
      };
    })
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ each }) => each);
}

function trigrams(name: string): Set<string> {
  const text = `.${name.toLowerCase()}.`;
  return new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)));
}
