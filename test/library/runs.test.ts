/** Runs can be undone in any order, and leave the library as if they had never been. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DerivedUnit } from '../../src/library/derivation.ts';
import { exportRecords } from '../../src/library/export.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { remove } from '../../src/library/removal.ts';
import { endRun, listRuns, startRun, undoRun } from '../../src/library/runs.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { concept, keyed, unit } from './derived-unit.ts';
import { documentOf, piece } from './made-document.ts';

let library: Library;

beforeEach(() => {
  library = openLibrary(join(temporaryFolder(), 'library.sqlite'), { writable: true });
  library.addDocument(documentOf(['one', 'two', 'three'].map((label) => piece(label))), {
    ...{ source: 'north', name: 'book', path: '/book.tex', readBy: 'test' },
  });
});
afterEach(() => library.close());

/** A unit that says something about one entry, and has an entry of its own. */
function fact(label: string, value: number, maker = 'rules'): DerivedUnit {
  const entry = keyed(`book#${label}`, 'north');
  const own = { entry: concept(`${maker} ${label}`), labels: [`${maker} ${label}`], payload: value };
  return unit(
    label,
    {
      inputs: [{ entry, contentHash: 'abc' }],
      entries: value % 2 === 0 ? [own] : [],
      edges:
        value % 2 === 0
          ? [{ from: keyed(`${maker} ${label}`), kind: 'about', to: entry, payload: value, evidence: null }]
          : [],
      attributes: [{ entry, part: 0, name: 'field', value, evidence: { rule: 'subject' } }],
      declarations: [
        {
          entry,
          kind: 'formalizes',
          package: 'P',
          name: `N${value}`,
          statementHash: 'abc',
          payload: null,
          evidence: null,
        },
      ],
    },
    { maker, inputHash: `input ${value}` },
  );
}

function run(command: string, units: readonly DerivedUnit[]): number {
  const id = startRun(library.database, command, { source: 'north' });
  library.derive(units, id);
  endRun(library.database, id, { units: units.length });
  return id;
}

/** Everything that is derived, without numbers that depend on the order of writing. */
const derived = (): unknown =>
  exportRecords(library.database, []).filter(({ record }) => record !== 'source' && record !== 'document');

const undo = (id: number, cascade = false) => undoRun(library.database, id, { cascade });

describe('undoing a run', () => {
  test('removes what it added and restores what it replaced', () => {
    const empty = derived();
    const first = run('build', [fact('one', 2)]);
    const afterFirst = derived();
    const second = run('build', [fact('one', 3), fact('two', 4)]);
    expect(listRuns(library.database).map(({ id, counts }) => [id, counts])).toEqual([
      [second, { units: 2 }],
      [first, { units: 1 }],
    ]);
    expect(undo(second)).toEqual([{ run: second, restored: 1, removed: 1, kept: 0 }]);
    expect(derived()).toEqual(afterFirst);
    expect(undo(first)).toEqual([{ run: first, restored: 0, removed: 1, kept: 0 }]);
    expect(derived()).toEqual(empty);
    expect(listRuns(library.database).every(({ undoneAt }) => undoneAt !== null)).toBe(true);
  });

  test('keeps what a later run of the same maker wrote', () => {
    const first = run('build', [fact('one', 2)]);
    const second = run('build', [fact('one', 3)]);
    const afterSecond = derived();
    expect(undo(first)).toEqual([{ run: first, restored: 0, removed: 0, kept: 1 }]);
    expect(derived()).toEqual(afterSecond);
    undo(second);
    expect(derived()).not.toEqual(afterSecond);
    expect(library.database.prepare('SELECT count(*) FROM derivations').pluck().get()).toBe(0);
  });

  test('fails if a run of another maker builds on it, unless that run is undone, too', () => {
    const empty = derived();
    const first = run('build', [fact('one', 2)]);
    const second = run('link', [fact('one', 5, 'search')]);
    expect(() => undo(first)).toThrow(`Run ${first} was not undone: run ${second} built on what it wrote.`);
    expect(undo(first, true).map((each) => each.run)).toEqual([second, first]);
    expect(derived()).toEqual(empty);
  });

  test('never undoes a decision of a person', () => {
    const first = run('build', [fact('one', 2)]);
    library.derive([fact('one', 7, 'human')]);
    undo(first);
    expect(derived()).toContainEqual(expect.objectContaining({ record: 'attribute', value: 7 }));
  });

  test('leaves out rows about entries that were removed meanwhile', () => {
    run('build', [fact('one', 1)]);
    const second = run('build', [fact('one', 3)]);
    const { id } = [...library.entries()].find(({ key }) => key === 'book#one')!;
    remove(library.database, { sources: [], documents: [], derivations: [], entries: [id] });
    expect(undo(second)).toEqual([{ run: second, restored: 1, removed: 0, kept: 0 }]);
    expect(library.database.prepare('SELECT count(*) FROM entry_attributes').pluck().get()).toBe(0);
  });

  test('fails for an unknown run and for one that was undone', () => {
    expect(() => undo(9)).toThrow('The library has no run 9.');
    const first = run('build', [fact('one', 2)]);
    undo(first);
    expect(() => undo(first)).toThrow(`Run ${first} was undone already.`);
  });

  test('a run that wrote nothing leaves no record', () => {
    run('build', []);
    expect(listRuns(library.database)).toEqual([]);
  });

  test('in any order gives the library as if only the other runs had been', () => {
    const step = fc.record({
      label: fc.constantFrom('one', 'two', 'three'),
      value: fc.nat(9),
    });
    const runs = fc.array(fc.uniqueArray(step, { selector: ({ label }) => label, minLength: 1 }), { maxLength: 5 });
    fc.assert(
      fc.property(runs, fc.array(fc.nat(4), { maxLength: 5 }), (all, undone) => {
        const ids = all.map((steps) =>
          run(
            'build',
            steps.map(({ label, value }) => fact(label, value)),
          ),
        );
        const gone = new Set(undone.filter((at) => at < ids.length));
        for (const at of gone) undo(ids[at]!);
        const actual = derived();
        library.database.exec(
          "DELETE FROM runs; DELETE FROM derivations; DELETE FROM sqlite_sequence WHERE name = 'runs'",
        );
        for (const [at, steps] of all.entries()) {
          if (!gone.has(at)) library.derive(steps.map(({ label, value }) => fact(label, value)));
        }
        expect(actual).toEqual(derived());
        library.database.exec('DELETE FROM derivations');
      }),
      { numRuns: 60 },
    );
  });
});
