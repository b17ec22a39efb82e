/** Edited records and caches, and how a later session handles them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '../../src/base/hash.ts';
import { readRecordedOptions } from '../../src/commands/recorded-options.ts';
import { isRejectionByLean } from '../../src/prove/attempt/rejection-schema.ts';
import { readRunEvents } from '../../src/prove/run/event-file.ts';
import { ORIGINAL_FILE } from '../../src/prove/run/folder.ts';
import { originalOf } from '../../src/prove/run/summary.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lemmahead-edited-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reason = { severity: 'error', class: 'other', line: 1, column: 0, kind: null, captured: {}, text: 'no' };
const attempt = (verdict: unknown): unknown => ({
  event: 'attempt',
  key: 'k',
  candidate: { kind: 'tactic', text: 'rfl' },
  verdict,
});
const answer = {
  event: 'answer',
  prompt: 'p',
  sample: 0,
  answer: 'a'.repeat(64),
  finish: 'end',
  snapshot: 'm',
  input_tokens: 1,
  output_tokens: 1,
  counted_tokens: 2,
  counted_cost: null,
  retries: 0,
  unaccounted: 0,
  seconds: 1,
};

function read(...events: unknown[]): number {
  writeFileSync(join(folder, 'run.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return readRunEvents(folder).length;
}

it('readRunEvents accepts written events', () => {
  expect(read(answer, attempt({ kind: 'rejected', by: 'lean', diagnostics: [reason] }), { event: 'other' })).toBe(3);
});

it.each<[string, unknown]>([
  ['an attempt without a verdict', attempt(undefined)],
  ['a rejection without reasons', attempt({ kind: 'rejected', by: 'lean' })],
  ['a goal that is not a string', { event: 'hole_started', hole: 1, goal: {} }],
  ['an answer with negative tokens', { ...answer, counted_tokens: -1e9 }],
  ['an answer hash that is a path', { ...answer, answer: '../original' }],
])('readRunEvents rejects %s', (_what, event) => {
  expect(() => read(event)).toThrow(/cannot be read/);
});

it('isRejectionByLean rejects an incomplete rejection', () => {
  expect(isRejectionByLean({ kind: 'rejected', by: 'lean', diagnostics: [reason], sandbox: 'none' })).toBe(true);
  expect(isRejectionByLean({ kind: 'rejected', by: 'lean', diagnostics: [null], sandbox: 'none' })).toBe(false);
  expect(isRejectionByLean({ kind: 'accepted' })).toBe(false);
});

const PROVE = {
  ...{ decl: null, hole: null, strategy: null, samples: 4, rounds: 3, jobs: 1, output: { to: 'file' }, k: 10 },
  ...{ addImports: false, contextChars: 1500, mode: 'cold', limits: { cost: null, tokens: null, attempts: null } },
  ...{ maxTime: null, retrieves: true, hasPortfolio: true, caches: true, allowAxioms: [], requireSandbox: null },
};
const MODEL = { name: null, baseUrl: null, temperature: null, maxOutputTokens: 100 };

it('recorded options reject a level that the command line does not offer', () => {
  const recordedLevel = (level: string): unknown => {
    const request = { asked: { prove: { ...PROVE, level }, model: MODEL, index: null } };
    return readRecordedOptions({ id: 'r', request } as never, { model: {} } as never).request.level;
  };
  expect(recordedLevel('audit')).toBe('audit');
  expect(() => recordedLevel('compile')).toThrow(/are invalid/);
});

it('originalOf rejects a changed original text', () => {
  const original = (text: string): string => {
    writeFileSync(join(folder, ORIGINAL_FILE), text);
    return originalOf({ folder, id: 'r', request: { file_hash: sha256('theorem t := sorry') } as never });
  };
  expect(original('theorem t := sorry')).toBe('theorem t := sorry');
  expect(() => original('theorem u := sorry')).toThrow(/is incomplete/);
});
