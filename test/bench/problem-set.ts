/** Sets of problems in bench/prove that are self-contained files: proofs in their holes, and Lean's messages for them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestContext } from 'vitest';
import { oldLean } from '../lean/old-lean.ts';

/** The folder of a set of bench/prove. */
export const setFolder = (name: string): string => join(import.meta.dirname, '../../bench/prove', name);

/** The problems of a set. `P` says what problems.json has for each of them. */
export const problemsOf = <P>(folder: string): P[] =>
  (JSON.parse(readFileSync(join(folder, 'problems.json'), 'utf8')) as { problems: P[] }).problems;

export const indented = (text: string, margin: string): string => text.replaceAll(/^(?=.)/gm, margin);

/** A file with a tactic block in place of its hole. */
export const withProof = (text: string, proof: string): string =>
  text.replace(/^ {2}sorry\n/m, () => `${indented(proof, '  ')}\n`);

interface Message {
  severity: string;
  pos: { line: number };
  data: string;
}

/** Lean's messages for each text, from one run: every text is in a namespace of its own. */
export async function messagesOf(context: TestContext, texts: readonly string[]): Promise<Message[][]> {
  const env = oldLean(context);
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-problem-set-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const starts: number[] = [];
  let all = '';
  for (const [at, text] of texts.entries()) {
    starts.push(all.split('\n').length);
    all += `namespace text${at}\n${text}end text${at}\n\n`;
  }
  const file = join(folder, 'Texts.lean');
  writeFileSync(file, all);
  const { stdout } = await promisify(execFile)('lean', ['--json', file], {
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const messages = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Message]));
  return texts.map((_, at) =>
    messages.filter(({ pos }) => pos.line >= starts[at]! && pos.line < (starts[at + 1] ?? Infinity)),
  );
}
