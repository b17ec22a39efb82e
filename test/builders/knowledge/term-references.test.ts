/** References without marks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhraseAutomaton } from '../../../src/builders/knowledge/rules/term-automaton.ts';
import { TermFinder, type TermEntity } from '../../../src/builders/knowledge/rules/term-references.ts';

const entity = (title: string, statement: string, rest: Partial<TermEntity> = {}): TermEntity => ({
  ...{ title, statement, synonyms: [], defines: [], type: 'definition', subjects: [], document: null },
  ...rest,
});

const HARBOURS = 'msc:54D30';
const ENTITIES = [
  entity('Harbour', 'A harbour is where ships rest.', { defines: ['quay wall'], subjects: [HARBOURS] }),
  entity('Natural harbour', 'A natural harbour is a harbour without a quay wall.', { subjects: [HARBOURS] }),
  entity('Ship', String.raw`A ship rests in natural harbours, at the quay walls, or at a \ref{x}.`, {
    subjects: [HARBOURS],
  }),
  entity('Harbour', 'A harbour of a graph is a vertex without ships.', { subjects: ['msc:05C10'] }),
];

test('the longest names are found, in other forms, and each target once', () => {
  const found = new TermFinder(ENTITIES).find(2, `${ENTITIES[2]!.statement} Natural harbours are rare.`);
  expect(found.map(({ entity: number, calledAs, at }) => [number, calledAs, at])).toEqual([
    [1, 'natural harbours', 16],
    [0, 'quay walls', 41],
  ]);
});

test('of entities with the same name the one with the nearer class comes first', () => {
  const finder = new TermFinder(ENTITIES);
  expect(
    finder
      .rank(2, 'harbours')
      .map(({ entity: number }) => number)
      .slice(0, 2),
  ).toEqual([0, 3]);
  expect(finder.rank(2, 'the natural kind').map(({ entity: number }) => number)).toEqual([1]);
  expect(finder.rank(2, 'here')).toEqual([]);
});

test('an entity names neither itself nor what its document introduces later', () => {
  const document = (position: number) => ({ document: { name: 'book', position } });
  const finder = new TermFinder([
    entity('Compact space', 'A compact space is not a closed map.', document(0)),
    entity('Closed map', 'A closed map of a compact space.', document(1)),
  ]);
  expect(finder.find(0, 'A compact space is not a closed map.')).toEqual([]);
  expect(finder.find(1, 'A closed map of a compact space.').map(({ entity: number }) => number)).toEqual([0]);
});

test('the automaton finds what a search for each phrase finds', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { selector: (each) => each.join(' ') }),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
      (phrases, text) => {
        const naive = phrases.flatMap((phrase, number) =>
          text.flatMap((_, from) =>
            phrase.length > 0 && phrase.every((word, at) => text[from + at] === word)
              ? [{ phrase: number, from, to: from + phrase.length }]
              : [],
          ),
        );
        const sorted = (found: typeof naive) => found.toSorted((x, y) => x.from - y.from || x.to - y.to);
        expect(sorted(new PhraseAutomaton(phrases).find(text))).toEqual(sorted(naive));
      },
    ),
  );
});
