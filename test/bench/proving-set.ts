/** Reads the proving set of bench/prove from its files: problems, classes and proofs. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { librarySource, libraryModules } from '../../bench/prove/compiled-library.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';

const FOLDER = join(import.meta.dirname, '../../bench/prove');

export interface Problem {
  id: string;
  file: string;
  class: 'plain' | 'retrieval' | 'chain' | 'hard';
  /** Relation of a retrieval problem to its lemma. */
  form?: 'same' | 'specialised' | 'flipped' | 'restated';
  /** Library lemmas named in the proofs. */
  lemmas: string[];
  /** Tactic blocks. Each of them closes the problem. */
  proofs: string[];
}

export const problems = (JSON.parse(readFileSync(join(FOLDER, 'problems.json'), 'utf8')) as { problems: Problem[] })
  .problems;

/** Names of the files in the problem folder, without `.lean`. */
export const problemFiles = (): string[] =>
  readdirSync(join(FOLDER, 'problems')).map((file) => file.replace(/\.lean$/, ''));

export const problemText = (problem: Problem): string => readFileSync(join(FOLDER, problem.file), 'utf8');

/** The import lines, with line ends. */
export const importsOf = (problem: Problem): string =>
  [...problemText(problem).matchAll(/^import \S+\n/gm)].map(String).join('');

/** The text between the theorem's name and `:= by`. */
export const statementOf = (problem: Problem): string =>
  /^theorem \S+([^]*) := by\n {2}sorry\n$/m.exec(problemText(problem))![1]!;

/** Names bound by explicit binders before the colon, in order. */
export function variablesOf(problem: Problem): string[] {
  const binders = [...statementOf(problem).matchAll(/(?<=^|[\s)}\]])\(([^():⟨]+) : /gm)];
  return binders.flatMap((binder) => binder[1]!.split(/\s+/));
}

const declarations = libraryModules().flatMap((module) => readLeanFile(librarySource(module), module).declarations);

/** Full names of the library's declarations. */
export const libraryNames = (): string[] => declarations.map(({ name }) => name);

/** Functions and predicates of the library in a statement, which simp can unfold without a lemma. */
export function definitionsIn(problem: Problem): string[] {
  const statement = statementOf(problem);
  return declarations
    .filter(({ kind }) => kind === 'def')
    .map(({ name }) => name.replace(/^Tally\./, ''))
    .filter((name) => statement.match(new RegExp(`\\b${name}\\b`)));
}
