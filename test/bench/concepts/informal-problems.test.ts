/** Reading datasets of informal and formal statements in the formats of public benchmarks. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  problemInLean,
  problemsInArray,
  problemsInLines,
  readInformalProblems,
} from '../../../src/bench/concepts/informal-problems.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

describe('a record', () => {
  it.each([
    ['informal_stmt', 'formal_stmt', 'header'],
    ['nl_statement', 'lean4_formalization', 'lean4_src_header'],
    ['informal_statement', 'formal_statement', 'header'],
  ])('has its statements under %s and %s', (informal, formal, header) => {
    const record = { id: 7, [informal]: 'Beads add up.', [formal]: 'theorem t :=', [header]: 'open Board' };
    expect(problemsInLines(JSON.stringify(record), 'f').problems).toEqual([
      { name: '7', text: 'Beads add up.', lean: 'open Board\ntheorem t :=', dependencies: null },
    ]);
  });

  it('may give the definitions itself', () => {
    const record = { informal_stmt: 'a', formal_stmt: 'b', mathlib_dependencies: ['Row'], hard_dependencies: ['Bead'] };
    expect(problemsInArray(JSON.stringify([record]), 'f').problems[0]!.dependencies).toEqual(['Row', 'Bead']);
  });

  it('loses a proof after its informal statement', () => {
    const record = { informal_statement: String.raw`Show it. \begin{proof} Easy. \end{proof}`, formal_statement: 'b' };
    expect(problemsInArray(JSON.stringify([record]), 'f').problems[0]!.text).toBe('Show it.');
  });

  it('without one of the statements is counted', () => {
    const text = '{"informal_statement": "a"}\n{"formal_statement": "b"}\n{"informal": "a", "formal": "b"}';
    expect(problemsInLines(text, 'f')).toMatchObject({ problems: [{ text: 'a' }], incomplete: 2 });
  });
});

it('a Lean file has the informal statement as the docstring of its last theorem', () => {
  const lean = '/-- Helper. -/\ntheorem a : True := trivial\n/-- Show it. -/\ntheorem b : True := sorry\n';
  expect(problemInLean('b', lean)).toMatchObject({ name: 'b', text: 'Show it.' });
  expect(problemInLean('c', 'theorem c : True := sorry')).toBeNull();
});

it('a folder is read in the order of its files', async () => {
  const folder = writeFiles(temporaryFolder(), {
    'src/b.lean': '/-- B. -/\ntheorem b : True := sorry',
    'a.lean': '/-- A. -/\ntheorem a : True := sorry',
    'note.txt': 'no Lean',
    'c.lean': 'def c := 1',
  });
  const { problems, incomplete } = await readInformalProblems(folder);
  expect(problems.map(({ text }) => text)).toEqual(['A.', 'B.']);
  expect(incomplete).toBe(1);
});

it.each([
  ['bad.jsonl', '{"a": 1', 'bad.jsonl:1'],
  ['bad.json', '{"a": 1}', 'bad.json'],
  ['empty.jsonl', '{"a": 1}', 'empty.jsonl'],
])('%s is refused with its place', async (file, text, place) => {
  const path = join(writeFiles(temporaryFolder(), { [file]: text }), file);
  await expect(readInformalProblems(path)).rejects.toThrow(place);
});

it('a missing dataset is refused', async () => {
  await expect(readInformalProblems(join(temporaryFolder(), 'none.jsonl'))).rejects.toThrow('Cannot read');
});
