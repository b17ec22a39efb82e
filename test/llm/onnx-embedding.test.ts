/** Local embedding: a tiny model with known vectors, run by the real ONNX Runtime. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openOnnxEmbedding } from '../../src/llm/onnx-embedding.ts';
import { writeTinyModel, type TinyModel } from './tiny-onnx.ts';

const WORDS = { prime: [4, 0, 0, 0], number: [0, 4, 0, 0], query: [0, 0, 4, 0], of: [0, 0, 0, 4] };

function folderWith(model: Partial<TinyModel> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-onnx-'));
  writeTinyModel(folder, { words: WORDS, ...model });
  return folder;
}

async function embed(folder: string, texts: string[], role: 'question' | 'passage' = 'passage') {
  const model = await openOnnxEmbedding(`onnx:${folder}`, folder);
  try {
    const { vectors, snapshot } = await model.embed(texts, role, { signal: new AbortController().signal });
    return { vectors: vectors.map((vector) => [...vector]), snapshot };
  } finally {
    await model.close();
  }
}

test('ONNX embedding returns the mean of the token vectors, independent of the batch', async () => {
  const texts = ['prime number', 'prime', 'of of of of of of', '', 'Number PRIME number', ...Array(20).fill('of')];
  const { vectors } = await embed(folderWith(), texts);
  // [CLS] and [SEP] count as tokens, and are zeros here.
  expect(vectors[0]).toEqual([1, 1, 0, 0]);
  expect(vectors[1]!.map((value) => value * 3)).toEqual([4, 0, 0, 0].map((value) => expect.closeTo(value)));
  expect(vectors[2]).toEqual([0, 0, 0, 3]);
  expect(vectors[3]).toEqual([0, 0, 0, 0]);
  expect(vectors[4]!.map((value) => value * 5)).toEqual([4, 8, 0, 0].map((value) => expect.closeTo(value)));
  expect(vectors.slice(5)).toEqual(Array(20).fill(vectors[5]));
});

test('ONNX embedding with first-token pooling returns the vector of the first token', async () => {
  const first = { '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false } };
  expect((await embed(folderWith({ files: first }), ['prime'])).vectors).toEqual([[0, 0, 0, 0]]);
});

test('ONNX embedding truncates a long text and keeps its final special token', async () => {
  const folder = folderWith({
    closing: [8, 8, 8, 8],
    files: { 'sentence_bert_config.json': { max_seq_length: 4 } },
  });
  expect((await embed(folder, ['prime number of of of of'])).vectors).toEqual([[3, 3, 2, 2]]);
});

test('ONNX embedding adds the prefixes for questions and passages', async () => {
  const prompts = { 'config_sentence_transformers.json': { prompts: { query: 'query ', document: 'of ' } } };
  const folder = folderWith({ files: prompts });
  expect((await embed(folder, ['prime'], 'question')).vectors).toEqual([[1, 0, 1, 0]]);
  expect((await embed(folder, ['prime'], 'passage')).vectors).toEqual([[1, 0, 0, 1]]);
});

test('ONNX snapshot depends on the model files and the pooling', async () => {
  const snapshots = await Promise.all(
    [
      {},
      {},
      { words: { ...WORDS, prime: [5, 0, 0, 0] } },
      { files: { '1_Pooling/config.json': { pooling_mode_cls_token: true } } },
    ].map(async (model) => (await embed(folderWith(model), ['prime'])).snapshot),
  );
  expect(snapshots[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(snapshots[1]).toBe(snapshots[0]);
  expect(new Set(snapshots).size).toBe(3);
});

test('ONNX embedding stops when it is cancelled', async () => {
  const folder = folderWith();
  const model = await openOnnxEmbedding('onnx:x', folder);
  const ended = model.embed(['prime'], 'passage', { signal: AbortSignal.abort() });
  await expect(ended).rejects.toMatchObject({ kind: 'cancelled' });
  await model.close();
});

describe('ONNX embedding rejects, with a reason,', () => {
  test.each<[string, (folder: string) => void, RegExp]>([
    ['an empty graph', (folder) => writeFileSync(join(folder, 'onnx/model.onnx'), ''), /./],
    [
      'a damaged graph',
      (folder) => writeFileSync(join(folder, 'onnx/model.onnx'), 'no protobuf'),
      /protobuf|parse|Protobuf/i,
    ],
    ['a tokenizer that is not JSON', (folder) => writeFileSync(join(folder, 'tokenizer.json'), '{'), /tokenizer\.json/],
    ['an empty tokenizer', (folder) => writeFileSync(join(folder, 'tokenizer.json'), '{}'), /./],
    [
      'an unsupported pooling',
      (folder) => writeFileSync(join(folder, '1_Pooling/config.json'), '{"pooling_mode_max_tokens":true}'),
      /pooling_mode_max_tokens/,
    ],
  ])('%s', async (_, corrupt, reason) => {
    const folder = folderWith();
    corrupt(folder);
    await expect(embed(folder, ['prime'])).rejects.toMatchObject({
      detail: { exit: 'usage', code: 'embedder-folder', reason: expect.stringMatching(reason) },
    });
  });

  test('a folder without a model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-onnx-'));
    await expect(openOnnxEmbedding('onnx:x', folder)).rejects.toMatchObject({ detail: { code: 'embedder-folder' } });
  });

  test('a token that is missing from the model table', async () => {
    const folder = folderWith();
    writeTinyModel(folder, { words: WORDS });
    const small = mkdtempSync(join(tmpdir(), 'lemmahead-onnx-'));
    writeTinyModel(small, { words: { prime: [1] } });
    const { copyFileSync } = await import('node:fs');
    copyFileSync(join(small, 'onnx/model.onnx'), join(folder, 'onnx/model.onnx'));
    await expect(embed(folder, ['of of'])).rejects.toMatchObject({ detail: { code: 'embedder-folder' } });
  });
});
