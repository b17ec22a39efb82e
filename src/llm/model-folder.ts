/** A folder with an embedding model, laid out as Hugging Face does: which files are read, and what they say. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../base/errors.ts';

/** How the vectors of a text's tokens become one: their mean, or the first. */
export type Pooling = 'mean' | 'first';

export interface ModelFolder {
  /** Absolute or as given. */
  path: string;
  /** The graph. */
  model: string;
  tokenizer: object;
  tokenizerConfig: object;
  pooling: Pooling;
  /** Tokens of a text that are read; the rest is left out. */
  longest: number;
  /** What is put before a text, by what it is. */
  prefixes: { question: string; passage: string };
  /** SHA-256 over all that decides about the vectors. */
  sha256: string;
}

const GRAPHS = ['onnx/model.onnx', 'model.onnx'];
/** Where weights lie that are too large for the graph's own file. */
const OUTSIDE_WEIGHTS = '_data';
const SMALL_FILES = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  '1_Pooling/config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
];
const DEFAULT_MAX_TOKENS = 512;
/** Longer texts take the memory of their square. */
const LONGEST = 8192;

type Json = Record<string, unknown>;

/** @throws {Failure} `embedder-folder` where a file is missing or says what cannot be used */
export async function readModelFolder(path: string): Promise<ModelFolder> {
  const model = GRAPHS.map((name) => join(path, name)).find((file) => existsSync(file));
  if (model === undefined) throw unusable(path, `There is neither ${GRAPHS.join(' nor ')} in it.`);
  const json = (name: string): Json | null => readJson(path, name);
  const tokenizer = json('tokenizer.json');
  if (tokenizer === null) throw unusable(path, 'There is no tokenizer.json in it.');
  const tokenizerConfig = json('tokenizer_config.json') ?? {};
  const lengths = [
    json('sentence_bert_config.json')?.['max_seq_length'],
    tokenizerConfig['model_max_length'],
    json('config.json')?.['max_position_embeddings'],
  ];
  const known = lengths.find((each) => typeof each === 'number' && each >= 2 && each <= LONGEST) as number | undefined;
  return {
    path,
    model,
    tokenizer,
    tokenizerConfig,
    pooling: poolingOf(path, json('1_Pooling/config.json')),
    longest: known ?? DEFAULT_MAX_TOKENS,
    prefixes: prefixesOf(json('config_sentence_transformers.json')),
    sha256: await hashOf(path, model),
  };
}

/** Sentence Transformers' own default is the mean. */
function poolingOf(path: string, config: Json | null): Pooling {
  const modes = Object.entries(config ?? { pooling_mode_mean_tokens: true })
    .filter(([name, value]) => name.startsWith('pooling_mode_') && value === true)
    .map(([name]) => name);
  if (modes.length === 1 && modes[0] === 'pooling_mode_mean_tokens') return 'mean';
  if (modes.length === 1 && modes[0] === 'pooling_mode_cls_token') return 'first';
  throw unusable(path, `Its pooling is ${modes.join(' and ') || 'not named'}; known are mean_tokens and cls_token.`);
}

function prefixesOf(config: Json | null): ModelFolder['prefixes'] {
  const prompts = (config?.['prompts'] ?? {}) as Json;
  const prompt = (...names: string[]): string => {
    return names.map((name) => prompts[name]).find((each) => typeof each === 'string') ?? '';
  };
  return { question: prompt('query'), passage: prompt('passage', 'document') };
}

function readJson(folder: string, name: string): Json | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as Json;
  } catch (error) {
    throw unusable(folder, `${name}: ${(error as Error).message}`);
  }
  throw unusable(folder, `${name} holds no object.`);
}

async function hashOf(folder: string, model: string): Promise<string> {
  const hash = createHash('sha256');
  const files = [model, `${model}${OUTSIDE_WEIGHTS}`, ...SMALL_FILES.map((name) => join(folder, name))];
  for (const file of files.filter((each) => existsSync(each))) {
    await pipeline(createReadStream(file), async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bytes) hash.update(chunk);
    });
  }
  return hash.digest('hex');
}

export function unusable(path: string, reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'embedder-folder',
    message: `The folder ${path} holds no embedding model that can be used.`,
    reason,
    next: '--embedder onnx:FOLDER, a folder with onnx/model.onnx and tokenizer.json',
  });
}
