/** Types of definitions that do not write them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { reportDeclaration } from '../../src/report/search-report.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';

const SHORE = `
structure Wave where
  height : Nat
class Calm (w : Wave) : Prop where
  low : w.height ≤ 1
def Near (v w : Wave) : Prop := v = w
def both (v w : Wave) : Wave := v
namespace Wave
variable (w : Wave)
def IsHigh := 3 ≤ w.height
def IsAlone := ∀ v : Wave, v ≠ w → ¬ Near v w
def HasNeighbour := ∃ v, v ≠ w ∧ Near v w
abbrev Still := Calm w
def near := Near w
def toBoth (v : Wave) := both v w
def heights := ∀ v : Wave, Nat
def test := fun v => v = w
def top := w.height
end Wave
`;

let index: LibraryIndex;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-value-type-'));
  await buildRoots(join(folder, 'index.sqlite'), { Shore: writeFiles(join(folder, 'lib'), { 'Shore.lean': SHORE }) });
  index = openIndex(join(folder, 'index.sqlite'));
});

afterAll(() => index.close());

function typeOf(name: string): string {
  const [row] = index.rows(index.idsByName(name));
  const sources = { index, locate: () => '', link: () => ({ source: null, documentation: null }) };
  return reportDeclaration(row!, sources).statement.text;
}

describe('a definition without a written type', () => {
  it.each(['IsHigh', 'IsAlone', 'HasNeighbour', 'Still'])('is a property by its value: %s', (name) => {
    expect(typeOf(`Wave.${name}`)).toBe('(w : Wave) : Prop');
  });

  it.each([
    ['near', '(w : Wave)'],
    ['toBoth', '(w : Wave) (v : Wave)'],
    ['heights', ''],
    ['test', '(w : Wave)'],
    ['top', '(w : Wave)'],
  ])('gets no type if its value does not say: %s', (name, text) => {
    expect(typeOf(`Wave.${name}`)).toBe(text);
  });
});
