/** `findHoles` agrees with Lean's warnings about sorry, on every fixture and on 200 mutated ones. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { readAttacks, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';
import { oldLean } from '../lean/old-lean.ts';
import { chance, mutated } from './mutations.ts';

const MUTANTS = 200;
/** Files in one run of Lean, each in its own namespace. */
const BATCH_SIZE = 20;

const FIXTURES = [
  ...[...readAttacks(), ...readHonestProofs()].map(({ original }) => original),
  ...['../../fixtures/holes/Holes.lean', '../../fixtures/prove/grid/Grid.lean'].map((path) =>
    readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'),
  ),
]
  .filter((text) => !/^(?:import|prelude)\b/m.test(text))
  // Lean reports the warning for a declaration of a command macro at the use of the macro.
  .filter((text) => !/^macro\b.*: command\b/m.test(text));

// The old Lean has no tactic `sorry`.
const HEAD = 'macro "sorry" : tactic => `(exact sorry)\nmacro "admit" : tactic => `(exact sorry)\n';

interface Comparison {
  /** Declarations with holes that Lean read without an error. */
  agreed: number;
  /** Not compared: Lean found an error in the declaration or on the line after it. */
  skipped: number;
  differences: string[];
}

function compare(lean: string, texts: readonly string[]): Comparison {
  const text = texts.map((each, at) => `namespace File${at}\n${each}\nend File${at}\n`).join('\n');
  const file = join(mkdtempSync(join(tmpdir(), 'lemmahead-holes-')), 'Holes.lean');
  writeFileSync(file, HEAD + text);
  const { stdout } = spawnSync(lean, [file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const messages = [...stdout.matchAll(/^[^\n]*?\.lean:(\d+):(\d+): (error|warning): (.*)$/gm)].map(
    ([, line, column, severity, words]) => ({ line: Number(line) - 2, column: Number(column), severity, words }),
  );
  const errors = new Set(messages.filter(({ severity }) => severity === 'error').map(({ line }) => line));
  const warnings = messages.filter(({ words }) => words === "declaration uses 'sorry'");
  const byDeclaration = Map.groupBy(findHoles(text), ({ declaration }) => declaration?.start ?? -1);
  const result: Comparison = { agreed: 0, skipped: 0, differences: [] };
  const explained = new Set<number>();
  for (const [start, holes] of byDeclaration) {
    const { declaration } = holes[0] as Hole;
    const inside = warnings.filter(({ line, column }) =>
      holes.some((hole) => hole.line === line && hole.column === column),
    );
    for (const warning of inside) explained.add(warnings.indexOf(warning));
    if (start < 0 || declaration === null) continue;
    // Lean does not report a sorry in an alternative of `first` that it does not try.
    const isTried = text.slice(start, (holes.at(-1) as Hole).end).match(/\bfirst\b/) === null;
    if (touches(errors, declaration) || !isTried) result.skipped++;
    else if (inside.length > 0) result.agreed++;
    else result.differences.push(`no warning: ${text.slice(start, (holes.at(-1) as Hole).end)}`);
  }
  for (const [at, { line, column }] of warnings.entries()) {
    if (explained.has(at) || errors.has(line)) continue;
    result.differences.push(
      `no hole at ${line}:${column}: ${text
        .split('\n')
        .slice(line - 4, line)
        .join('\n')}`,
    );
  }
  return result;
}

function touches(errors: ReadonlySet<number>, { line, endLine }: { line: number; endLine: number }): boolean {
  for (let at = line; at <= endLine + 1; at++) if (errors.has(at)) return true;
  return false;
}

function compareAll(lean: string, texts: readonly string[]): Comparison {
  const all: Comparison = { agreed: 0, skipped: 0, differences: [] };
  for (let at = 0; at < texts.length; at += BATCH_SIZE) {
    const { agreed, skipped, differences } = compare(lean, texts.slice(at, at + BATCH_SIZE));
    all.agreed += agreed;
    all.skipped += skipped;
    all.differences.push(...differences);
  }
  return all;
}

describe('the holes and the warnings of a real Lean', () => {
  it('agree on every fixture', (context) => {
    const { differences, agreed, skipped } = compareAll(oldLean(context).OLD_LEAN, FIXTURES);
    expect(differences).toEqual([]);
    expect(agreed).toBeGreaterThan(FIXTURES.length * 0.9);
    expect(skipped).toBeLessThan(agreed / 10);
  }, 120_000);

  it(`agree on ${MUTANTS} mutated fixtures`, (context) => {
    const random = chance(20_261_122);
    const texts = Array.from({ length: MUTANTS }, (_, at) => mutated(FIXTURES[at % FIXTURES.length] as string, random));
    const { differences, agreed, skipped } = compareAll(oldLean(context).OLD_LEAN, texts);
    expect(differences).toEqual([]);
    expect(agreed).toBeGreaterThan(300);
    expect(skipped).toBeLessThan(agreed / 2);
  }, 240_000);
});
