/** What a worker does, as it is written into the record of a run: each event once, in sessions that are killed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { sha256 } from '../../src/base/hash.ts';
import { promptHash } from '../../src/llm/prompt-hash.ts';
import { Recording } from '../../src/llm/record-answers.ts';
import { readRecording } from '../../src/llm/recording.ts';
import type { ProveEvent, WorkerStarted } from '../../src/prove/events.ts';
import { readRunEvents } from '../../src/prove/run/event-file.ts';
import { RunRecord } from '../../src/prove/run/record.ts';
import { FollowedRun } from '../../src/session/followed-run.ts';
import { entriesOfRun } from '../../src/session/prove-entries.ts';

const started = (attempt: string): WorkerStarted => ({
  ...{ event: 'worker_started', worker: 'w', host: 'h', attempt, toolchain: 'Lean', sandbox: 'namespaces' },
});
const note = (text: string): ProveEvent => ({ event: 'remark', hole: 1, kind: 'note', text });
const [FIRST, SECOND] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

function runFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-followed-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A session that reads these entries and is then killed. Returns what was shown. */
function session(
  folder: string,
  entries: readonly (readonly [writer: string, entry: object])[],
  recording: Recording | null = null,
) {
  const record = new RunRecord(folder);
  const shown: ProveEvent[] = [];
  const invalid: string[] = [];
  const limits = { cost: null, tokens: null, attempts: null };
  record.append({ event: 'run_resumed', version: '1', toolchain: '', index_digest: null, limits });
  const run = new FollowedRun({
    record,
    onEvent: (event) => shown.push(event),
    recording: recording && { file: recording, model: 'local/m' },
    onInvalid: (what) => invalid.push(what),
  });
  for (const [at, [writer, entry]] of entries.entries())
    run.add({ id: String(at + 1), writer, entry: JSON.stringify(entry), age: 0 });
  record.close();
  return { shown, invalid };
}

const recorded = (folder: string): string[] =>
  readRunEvents(folder).flatMap((event) => (event.event === 'remark' ? [event.text] : []));

test('a session that is killed at any event is continued without a gap or a copy', (context) => {
  const entries = [
    [FIRST, { event: started(FIRST) }],
    ...['a', 'a', 'b'].map((text) => [FIRST, { event: note(text) }] as const),
    [SECOND, { event: started(SECOND) }],
    ...['c', 'd'].map((text) => [SECOND, { event: note(text) }] as const),
  ] as const;
  for (let first = 0; first <= entries.length; first++) {
    for (let second = first; second <= entries.length; second++) {
      const folder = runFolder(context);
      const shown = [first, second, entries.length].map((count) => session(folder, entries.slice(0, count)).shown);
      expect(recorded(folder)).toEqual(['a', 'a', 'b', 'c', 'd']);
      const texts = shown.flat().flatMap((event) => (event.event === 'remark' ? [event.text] : []));
      expect(texts).toEqual(['a', 'a', 'b', 'c', 'd']);
    }
  }
});

const answerEvent = (prompt: string, text: string) => ({
  ...{ event: 'answer', hole: 1, prompt, sample: 0, answer: sha256(text), finish: 'end', snapshot: 'm' },
  ...{ input_tokens: 1, output_tokens: 1, counted_tokens: 2, counted_cost: null, retries: 0, unaccounted: 0 },
  seconds: 1,
});
const storedAnswer = (text: string) => ({ stored: { folder: 'answers', name: `${sha256(text)}.txt`, text } });

test('what an earlier session served is shown and not recorded again', (context) => {
  const folder = runFolder(context);
  const hash = sha256('answer');
  const answer = answerEvent(sha256('p'), 'answer');
  const { shown } = session(folder, [
    [FIRST, { event: started(FIRST) }],
    [FIRST, storedAnswer('answer')],
    [FIRST, { event: { ...answer, from: 'model' } }],
    [SECOND, { event: started(SECOND) }],
    [SECOND, { event: { ...answer, from: 'record' } }],
  ]);
  expect(shown.map(({ event }) => event)).toEqual(['worker_started', 'answer', 'worker_started', 'answer']);
  expect(readRunEvents(folder).filter(({ event }) => event === 'answer').length).toBe(1);
  expect(readFileSync(join(folder, 'answers', `${hash}.txt`), 'utf8')).toBe('answer');
  const copied = entriesOfRun(folder);
  expect(copied.map((entry) => Object.keys(entry)[0])).toEqual([
    'stored',
    ...Array.from({ length: 4 }, () => 'earlier'),
  ]);
});

test('what is not valid is left out: other events, other files, texts with another hash', (context) => {
  const folder = runFolder(context);
  const { shown, invalid } = session(folder, [
    [FIRST, { event: note('before its worker') }],
    [FIRST, { event: started(FIRST) }],
    [FIRST, { event: { event: 'run_ended', exit: 'done' } }],
    [FIRST, { event: { event: 'remark', hole: 'one', kind: 'note', text: '' } }],
    [FIRST, { stored: { folder: '..', name: `${sha256('x')}.txt`, text: 'x' } }],
    [FIRST, { stored: { folder: 'answers', name: '../../evil.txt', text: 'x' } }],
    [FIRST, { stored: { folder: 'answers', name: `${sha256('y')}.txt`, text: 'x' } }],
    [FIRST, { event: note('good') }],
  ]);
  expect(shown.map(({ event }) => event)).toEqual(['worker_started', 'remark']);
  expect(recorded(folder)).toEqual(['good']);
  expect(invalid.length).toBe(6);
});

test('records each answer of a model once, in all sessions, if it is the answer to its request', (context) => {
  const folder = runFolder(context);
  const recording = new Recording(join(folder, 'answers.jsonl'));
  const request = { messages: [{ role: 'user' as const, text: 'Prove it.' }], maxOutputTokens: 9, temperature: null };
  const [prompt, other] = [promptHash(request), sha256('another prompt')];
  const storedPrompt = (name: string) => {
    return { stored: { folder: 'prompts', name: `${name}.json`, text: JSON.stringify(request) } };
  };
  const entries = [
    [FIRST, { event: started(FIRST) }],
    [FIRST, storedPrompt(prompt)],
    [FIRST, storedAnswer('rfl')],
    [FIRST, { event: { ...answerEvent(prompt, 'rfl'), from: 'model' } }],
    // A worker that lies about the request, and one that does not send the text.
    [FIRST, storedPrompt(other)],
    [FIRST, { event: { ...answerEvent(other, 'rfl'), from: 'model' } }],
    [FIRST, { event: { ...answerEvent(prompt, 'lost'), from: 'model' } }],
    [FIRST, { event: { ...answerEvent(prompt, 'rfl'), from: 'kept' } }],
  ] as const;
  session(folder, entries.slice(0, 4), recording);
  const { invalid } = session(folder, entries, recording);
  expect(invalid).toEqual(Array.from({ length: 2 }, () => 'an answer without its request or its text'));
  const lines = readRecording(join(folder, 'answers.jsonl'));
  expect(lines).toMatchObject([
    { model: 'local/m', prompt, request: { ...request, sample: 0 }, answer: { text: 'rfl', snapshot: 'm' } },
  ]);
});
