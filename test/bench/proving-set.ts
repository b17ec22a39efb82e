/** The proving set of bench/prove as its files say it: problems, their classes, their proofs. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { librarySource, libraryModules } from '../../bench/prove/compiled-library.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';

const FOLDER = join(import.meta.dirname, '../../bench/prove');

export interface Problem {
  id: string;
  file: string;
  class: 'plain' | 'retrieval' | 'chain' | 'hard';
  /** How a retrieval problem relates to its lemma. */
  form?: 'same' | 'specialised' | 'flipped' | 'restated';
  /** Lemmas of the library that the proofs name. */
  lemmas: string[];
  /** Tactic blocks, each of which closes the problem. */
  proofs: string[];
}

export const problems = (JSON.parse(readFileSync(join(FOLDER, 'problems.json'), 'utf8')) as { problems: Problem[] })
  .problems;

/** Files in the folder of problems, without `.lean`. */
export const problemFiles = (): string[] =>
  readdirSync(join(FOLDER, 'problems')).map((file) => file.replace(/\.lean$/, ''));

export const problemText = (problem: Problem): string => readFileSync(join(FOLDER, problem.file), 'utf8');

/** The import lines, each with its end of line. */
export const importsOf = (problem: Problem): string =>
  [...problemText(problem).matchAll(/^import \S+\n/gm)].map(String).join('');

/** From after the theorem's name up to `:= by`. */
export const statementOf = (problem: Problem): string =>
  /^theorem \S+([^]*) := by\n {2}sorry\n$/m.exec(problemText(problem))![1]!;

/** Names bound by explicit binders before the colon, in order. */
export function variablesOf(problem: Problem): string[] {
  const named = [...statementOf(problem).matchAll(/(?<=^|[\s)}\]])\(([^():⟨]+) : /gm)];
  return named.flatMap((binder) => binder[1]!.split(/\s+/));
}

const declarations = libraryModules().flatMap((module) => readLeanFile(librarySource(module), module).declarations);

/** Full names of what the library declares. */
export const libraryNames = (): string[] => declarations.map(({ name }) => name);

/** Functions and predicates of the library that a statement names: what simp can unfold without knowing a lemma. */
export function definitionsIn(problem: Problem): string[] {
  const statement = statementOf(problem);
  return declarations
    .filter(({ kind }) => kind === 'def')
    .map(({ name }) => name.replace(/^Tally\./, ''))
    .filter((name) => statement.match(new RegExp(`\\b${name}\\b`)));
}
