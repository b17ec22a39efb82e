/** Reads the files of a local embedding model in Hugging Face's folder layout. */
import { isRecord } from '../base/read-or-null.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileHash } from '../base/hash.ts';
import { words } from '../base/words.ts';
import { Failure } from '../base/errors.ts';

/** How token vectors are combined into one: their mean, or the first. */
export type Pooling = 'mean' | 'first';

export interface ModelFolder {
  /** Absolute or as given. */
  path: string;
  /** Path of the ONNX graph. */
  model: string;
  tokenizer: object;
  tokenizerConfig: object;
  pooling: Pooling;
  /** Maximum number of tokens; longer texts are truncated. */
  maxTokens: number;
  /** Prefix of each text, by its role. */
  prefixes: { question: string; passage: string };
  /** SHA-256 of all files that affect the vectors. */
  sha256: string;
}

const GRAPHS = ['onnx/model.onnx', 'model.onnx'];
/** Suffix of the file for weights that are too large for the graph file. */
const EXTERNAL_WEIGHTS = '_data';
const SMALL_FILES = words(`
  config.json tokenizer.json tokenizer_config.json 1_Pooling/config.json sentence_bert_config.json
  config_sentence_transformers.json`);
const DEFAULT_MAX_TOKENS = 512;
/** Memory grows with the square of the length. */
const MAX_SUPPORTED_TOKENS = 8192;

type Json = Record<string, unknown>;

/** @throws {Failure} `embedder-folder` if a file is missing or its content is unsupported */
export async function readModelFolder(path: string): Promise<ModelFolder> {
  const model = GRAPHS.map((name) => join(path, name)).find((file) => existsSync(file));
  if (model === undefined) throw unusable(path, `It contains neither ${GRAPHS.join(' nor ')}.`);
  const json = (name: string): Json | null => readJson(path, name);
  const tokenizer = json('tokenizer.json');
  if (tokenizer === null) throw unusable(path, 'It contains no tokenizer.json.');
  const tokenizerConfig = json('tokenizer_config.json') ?? {};
  const lengths = [
    json('sentence_bert_config.json')?.['max_seq_length'],
    tokenizerConfig['model_max_length'],
    json('config.json')?.['max_position_embeddings'],
  ];
  const valid = lengths.find((each) => typeof each === 'number' && each >= 2 && each <= MAX_SUPPORTED_TOKENS) as
    | number
    | undefined;
  return {
    path,
    model,
    tokenizer,
    tokenizerConfig,
    pooling: poolingOf(path, json('1_Pooling/config.json')),
    maxTokens: valid ?? DEFAULT_MAX_TOKENS,
    prefixes: prefixesOf(json('config_sentence_transformers.json')),
    sha256: await hashOf(path, model),
  };
}

/** The default of Sentence Transformers is the mean. */
function poolingOf(path: string, config: Json | null): Pooling {
  const modes = Object.entries(config ?? { pooling_mode_mean_tokens: true })
    .filter(([name, value]) => name.startsWith('pooling_mode_') && value === true)
    .map(([name]) => name);
  if (modes.length === 1 && modes[0] === 'pooling_mode_mean_tokens') return 'mean';
  if (modes.length === 1 && modes[0] === 'pooling_mode_cls_token') return 'first';
  throw unusable(
    path,
    `Its pooling is ${modes.join(' and ') || 'not specified'}; supported are mean_tokens and cls_token.`,
  );
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
    if (isRecord(value)) return value;
  } catch (error) {
    throw unusable(folder, `${name}: ${(error as Error).message}`);
  }
  throw unusable(folder, `${name} is not a JSON object.`);
}

function hashOf(folder: string, model: string): Promise<string> {
  const files = [model, `${model}${EXTERNAL_WEIGHTS}`, ...SMALL_FILES.map((name) => join(folder, name))];
  return fileHash(...files.filter((each) => existsSync(each)));
}

export function unusable(path: string, reason: string): Failure {
  return new Failure('usage', 'embedder-folder', {
    message: `The folder ${path} contains no usable embedding model.`,
    reason,
    next: '--embedder onnx:FOLDER, a folder with onnx/model.onnx and tokenizer.json',
  });
}
