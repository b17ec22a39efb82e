/** Recordings: recorded answers are replayed, and no others. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChatAnswer, ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { dummyModel } from '../../src/llm/dummy.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { promptHash } from '../../src/llm/prompt-hash.ts';
import { recordingModel } from '../../src/llm/record-answers.ts';
import { replayModel } from '../../src/llm/replay.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lemmahead-replay-')), 'answers.jsonl');
});

const { signal } = new AbortController();
const REQUEST: ChatRequest = {
  messages: [
    { role: 'system', text: 'You prove theorems.' },
    { role: 'user', text: 'Prove ∀ n, n ∣ n.' },
  ],
  maxOutputTokens: 100,
  temperature: null,
  sample: 0,
};
const SEVENTH: ChatRequest = { ...REQUEST, sample: 7 };
const ANSWER: ChatAnswer = {
  text: 'by simp',
  finish: 'end',
  usage: { inputTokens: 12, outputTokens: 3 },
  snapshot: 'fake-1',
  retries: 2,
  unaccounted: 1,
  seconds: 0.5,
};

/** Appends the sample number to the answer. */
function fakeModel(): ChatModel {
  return {
    name: 'fake/one',
    endpoint: 'nowhere',
    price: null,
    ask: async ({ sample }) => ({ ...ANSWER, text: `${ANSWER.text} -- ${sample}` }),
  };
}

describe('promptHash', () => {
  test('hashes the canonical JSON (a change would orphan all runs on disk)', () => {
    expect(promptHash(REQUEST)).toBe('b7d4c7849eae09b93ebf4d64603f4910b1b30ab45f8911b0a3bf4c0f29e4b4e2');
  });

  test('does not depend on the order of keys, nor on the sample', () => {
    const reordered = {
      temperature: null,
      maxOutputTokens: 100,
      messages: REQUEST.messages.map(({ role, text }) => ({ text, role })),
    };
    expect(promptHash(reordered)).toBe(promptHash(REQUEST));
    expect(promptHash(SEVENTH)).toBe(promptHash(REQUEST));
  });

  test.each([
    ['a space', { messages: [{ role: 'user', text: 'Prove it. ' }] }],
    ['a role', { messages: [{ role: 'assistant', text: 'Prove it.' }] }],
    ['the output limit', { maxOutputTokens: 101 }],
    ['the temperature', { temperature: 0 }],
  ] as [string, Partial<ChatRequest>][])('changes with %s', (_, change) => {
    const request: ChatRequest = { ...REQUEST, messages: [{ role: 'user', text: 'Prove it.' }] };
    expect(promptHash({ ...request, ...change })).not.toBe(promptHash(request));
  });
});

describe('recording and replay', () => {
  test('returns the answer of each sample without its retries', async () => {
    const model = recordingModel(fakeModel(), path);
    await model.ask(REQUEST, { signal });
    await model.ask({ ...REQUEST, sample: 1 }, { signal });
    const replay = replayModel(path);
    expect(await replay.ask({ ...REQUEST, sample: 1 }, { signal })).toEqual({
      ...ANSWER,
      text: 'by simp -- 1',
      retries: 0,
      unaccounted: 0,
    });
    expect((await replay.ask(REQUEST, { signal })).text).toBe('by simp -- 0');
    expect(model.name).toBe('fake/one');
  });

  test('preserves any text', async () => {
    const text = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(5), async (prompt, reply, sample) => {
        const request: ChatRequest = { ...REQUEST, messages: [{ role: 'user', text: prompt }], sample };
        const model = recordingModel({ ...fakeModel(), ask: async () => ({ ...ANSWER, text: reply }) }, path);
        await model.ask(request, { signal });
        expect((await replayModel(path).ask(request, { signal })).text).toBe(reply);
      }),
      { numRuns: 20 },
    );
  });

  test('ignores and removes a torn last line', async () => {
    await recordingModel(fakeModel(), path).ask(REQUEST, { signal });
    const complete = readFileSync(path, 'utf8');
    for (const end of [complete.slice(0, 30), complete.slice(0, -2), '{']) {
      writeFileSync(path, complete + end);
      expect((await replayModel(path).ask(REQUEST, { signal })).text).toBe('by simp -- 0');
      const again = recordingModel(fakeModel(), path);
      expect(readFileSync(path, 'utf8')).toBe(complete);
      await again.ask({ ...REQUEST, sample: 3 }, { signal });
      expect((await replayModel(path).ask({ ...REQUEST, sample: 3 }, { signal })).text).toBe('by simp -- 3');
    }
    writeFileSync(path, complete.trimEnd());
    await recordingModel(fakeModel(), path).ask({ ...REQUEST, sample: 4 }, { signal });
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });

  test('uses the last answer to a request', async () => {
    await recordingModel(fakeModel(), path).ask(REQUEST, { signal });
    await recordingModel({ ...fakeModel(), ask: async () => ({ ...ANSWER, text: 'by rfl' }) }, path).ask(REQUEST, {
      signal,
    });
    expect((await replayModel(path).ask(REQUEST, { signal })).text).toBe('by rfl');
  });
});

describe('replay rejects', () => {
  test('a request without an answer, and shows the full request and the next step', async () => {
    await recordingModel(fakeModel(), path).ask(REQUEST, { signal });
    const error: ModelError = await replayModel(path)
      .ask({ ...REQUEST, sample: 9 }, { signal })
      .then(
        () => expect.unreachable('answered'),
        (thrown: unknown) => thrown as ModelError,
      );
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ kind: 'notRecorded', isTransient: false, spent: 'nothing', unaccounted: 0 });
    expect(error.detail.exit).toBe('missing');
    expect(error.detail.reason).toContain('You prove theorems.');
    expect(error.detail.reason).toContain('Prove ∀ n, n ∣ n.');
    expect(error.detail.reason).toContain('sample 9');
    expect(error.detail.next).toContain('--record');
  });

  test('a line with an edited prompt, one that is not JSON, and one with another schema', async () => {
    await recordingModel(fakeModel(), path).ask(REQUEST, { signal });
    const complete = readFileSync(path, 'utf8');
    for (const bad of [
      complete.replace('∀ n', '∃ n'),
      'theorem x : 1 = 1 := rfl\n',
      '{"schema":"lemmahead/run@1"}\n',
    ]) {
      writeFileSync(path, complete + bad);
      expect(() => replayModel(path)).toThrow(
        expect.objectContaining({ message: expect.stringContaining(`${path}:2`) }),
      );
    }
  });

  test('a missing file', () => {
    expect(() => replayModel(path)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ exit: 'missing' }) }),
    );
  });
});

describe('recording refuses', () => {
  test('to write into a file that is not a recording', () => {
    writeFileSync(path, 'theorem x : 1 = 1 := rfl\n');
    expect(() => recordingModel(fakeModel(), path)).toThrow('not a valid line of a recording');
    expect(readFileSync(path, 'utf8')).toBe('theorem x : 1 = 1 := rfl\n');
  });

  test('to truncate a file that is not a recording', () => {
    writeFileSync(path, 'one line, no end');
    expect(() => recordingModel(fakeModel(), path)).toThrow('not a valid line of a recording');
    expect(readFileSync(path, 'utf8')).toBe('one line, no end');
  });

  test('an unwritable path, before any request', () => {
    expect(() => recordingModel(fakeModel(), join(path, 'x', 'y'))).toThrow('cannot be recorded');
  });
});

test('dummy cycles through its answers by sample', async () => {
  const model = dummyModel();
  const text = async (sample: number) => (await model.ask({ ...REQUEST, sample }, { signal })).text;
  const first = await text(0);
  expect(first).toBe('```lean\nby simp\n```');
  expect(await text(1)).not.toBe(first);
  expect(new Set(await Promise.all([...Array(50).keys()].map(text))).size).toBe(8);
  expect(await text(8)).toBe(first);
  await expect(model.ask(REQUEST, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'cancelled' });
});
