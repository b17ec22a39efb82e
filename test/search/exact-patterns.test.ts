/** A constant in a pattern matches that constant, not another with the same last name. */
import { describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { searchPattern } from '../../src/search/pattern.ts';
import { openShapeIndexes } from './shape-fixture.ts';

const opened = openShapeIndexes();

function find(index: LibraryIndex, pattern: string): string[] {
  const found = searchPattern(index, pattern, { limit: 100, explain: false, allow: null });
  return index.nameRows(found.map(({ id }) => id)).map(({ name }) => name.replace(/^Garden\./u, ''));
}

describe('a field in dot notation', () => {
  const PATTERNS = ['Garden.Row.turn, Garden.Row.extent', 'Garden.Row.extent (Garden.Row.turn _ _)'];

  it.each(PATTERNS)('is a constant only if its receiver may have that type: %s', (pattern) => {
    const found = find(opened.garden, pattern);
    expect(found.slice(0, 2).toSorted()).toEqual(['Row.extent_turn', 'seedlings_turn']);
    expect(found.slice(2)).toEqual(['unknown_turn']);
  });

  it('may be inherited from a parent or from what the type unfolds to', () => {
    const found = find(opened.garden, 'Garden.Path.turn, Garden.Path.extent');
    expect(found.slice(0, 3).toSorted()).toEqual(['Path.extent_turn', 'lane_turn', 'trail_turn']);
    expect(found.slice(3)).toEqual(['unknown_turn']);
  });

  it('is excluded like the constant', () => {
    expect(find(opened.garden, 'Garden.Path.extent, -Garden.Row.turn')).toContain('Path.extent_turn');
    expect(find(opened.garden, 'Garden.Path.extent, -Garden.Path.turn')).not.toContain('lane_turn');
  });

  it('of a functor is not the map of lists', () => {
    const ofLists = find(opened.abacus, 'List.map');
    expect(ofLists).toContain('List.length_map');
    expect(ofLists.filter((name) => name.startsWith('Category.'))).toEqual([]);
    const ofFunctors = find(opened.abacus, 'Category.Functor.map');
    expect(ofFunctors).toContain('Category.Functor.map_hom_inv');
    expect(ofFunctors.filter((name) => name.startsWith('List.'))).toEqual([]);
  });
});
