import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { readMessages, type Diagnostic } from '../../src/lean/message/diagnostics.ts';
import { oldLean } from './old-lean.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/transcripts', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'lemmahead-transcripts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Line and class of every error and warning, as expected from the transcript. */
const CLASSES: Record<string, string[]> = {
  'wrong-terms': [
    '9 unknown_identifier',
    '12 type_mismatch',
    '15 type_mismatch',
    '17 failed_to_synthesize',
    '19 invalid_field',
    '21 function_expected',
    '23 invalid_field',
    '25 anonymous_constructor',
    '29 already_declared',
    '31 sorry_placeholder',
    '31 sorry_placeholder',
    '33 termination',
    '36 missing_cases',
    '38 invalid_field',
    '41 unknown_namespace',
    '43 declaration_uses_sorry',
  ],
  'wrong-tactics': [
    '2 unsolved_goals',
    '6 unsolved_goals',
    '11 no_goals',
    '14 tactic_failed:rewrite',
    '17 tactic_failed:rewrite',
    '21 tactic_failed:apply',
    '24 tactic_failed:other',
    '27 type_mismatch',
    '30 tactic_failed:decide',
    '33 tactic_failed:intro',
    '36 unknown_identifier',
    '36 tactic_failed:induction/cases',
    '39 unsolved_goals',
    '43 invalid_field',
    '46 type_mismatch',
    '49 sorry_placeholder',
    '49 sorry_placeholder',
    '48 unsolved_goals',
    '52 syntax_error:unknown_tactic',
    '51 unsolved_goals',
  ],
  'out-of-bounds': ['9 timeout:heartbeats', '16 timeout:max_recursion', '20 timeout:max_recursion'],
  'missing-import': ['1 import_error', '3 syntax_error'],
  holes: ['2 declaration_uses_sorry', '5 declaration_uses_sorry'],
};

function transcript(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function seen(diagnostics: Diagnostic[]): string[] {
  return diagnostics.filter(({ severity }) => severity !== 'information').map(({ line, class: of }) => `${line} ${of}`);
}

/** Numbers metavariables by their first occurrence: their own numbers differ between builds of Lean. */
function renumbered(output: string): string {
  const numbers = new Map<string, number>();
  return output.replaceAll(/\?m\.\d+/g, (name) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
    return `?m.${numbers.get(name)}`;
  });
}

/** Lean's output for a fixture file, with the scratch folder replaced and metavariables renumbered. */
function run(context: TestContext, file: string): string {
  const env = oldLean(context);
  cpSync(join(FOLDER, file), join(scratch, file));
  let output: string;
  try {
    output = execFileSync('lean', ['--json', file], { cwd: scratch, env, encoding: 'utf8' });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  return renumbered(output.replaceAll(scratch, '/trees'));
}

describe.each(Object.entries(CLASSES))('transcript of %s', (name, classes) => {
  it('is read with the right classes', () => {
    const { diagnostics, noise } = readMessages(transcript(`${name}.jsonl`));
    expect(seen(diagnostics)).toEqual(classes);
    expect(noise).toEqual([]);
  });

  it('equals the output of the real Lean', async (context) => {
    await expect(run(context, `${name}.lean`)).toMatchFileSnapshot(join(FOLDER, `${name}.jsonl`));
  });
});
