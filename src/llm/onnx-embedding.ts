/** Local embedding of texts with ONNX Runtime and Hugging Face tokenizers. Both packages are optional. */
import type * as OnnxPackage from 'onnxruntime-node';
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node';
import type { Tokenizer } from '@huggingface/tokenizers';
import { Failure } from '../base/errors.ts';
import type { AskOptions } from './chat.ts';
import type { EmbeddingModel, TextRole } from './embedding.ts';
import { cancelled } from './model-error.ts';
import { readModelFolder, unusable, type ModelFolder } from './model-folder.ts';

type Onnx = typeof OnnxPackage;

/** Small, because memory grows with the longest text of a batch. */
const BATCH = 8;
/** Log level that prints nothing: errors are thrown. */
const QUIET = 4;

/** @throws {Failure} `package-missing`, `embedder-folder` */
export async function openOnnxEmbedding(name: string, folder: string): Promise<EmbeddingModel> {
  const files = await readModelFolder(folder);
  const [onnx, { Tokenizer: Reader }] = await loadPackages();
  const tokenizer = orUnusable(files, () => new Reader(files.tokenizer, files.tokenizerConfig));
  let session: InferenceSession;
  try {
    session = await onnx.InferenceSession.create(files.model, { logSeverityLevel: QUIET });
  } catch (error) {
    throw unusable(folder, firstLine(error));
  }
  const model = new OnnxModel(onnx, session, tokenizer, files);
  return {
    name,
    endpoint: files.model,
    price: { input: 0, output: 0 },
    embed: async (texts, role, options) => ({
      vectors: await model.embed(texts, role, options),
      snapshot: files.sha256,
      retries: 0,
      unaccounted: 0,
    }),
    close: () => session.release(),
  };
}

async function loadPackages(): Promise<[Onnx, { Tokenizer: typeof Tokenizer }]> {
  try {
    return [await import('onnxruntime-node'), await import('@huggingface/tokenizers')];
  } catch (error) {
    throw new Failure('missing', 'package-missing', {
      message: 'Local embedding needs two packages that are not installed or do not run on this machine.',
      reason: firstLine(error),
      next: 'npm install -g onnxruntime-node @huggingface/tokenizers',
      cause: error,
    });
  }
}

class OnnxModel {
  readonly #onnx: Onnx;
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;
  readonly #files: ModelFolder;

  constructor(onnx: Onnx, session: InferenceSession, tokenizer: Tokenizer, files: ModelFolder) {
    this.#onnx = onnx;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#files = files;
  }

  /** Batches texts of similar length, because shorter ones are padded. */
  async embed(texts: readonly string[], role: TextRole, { signal, onTry }: AskOptions): Promise<Float32Array[]> {
    const tokens = texts.map((text) => this.#tokens(this.#files.prefixes[role] + text));
    const order = [...tokens.keys()].sort((a, b) => tokens[a]!.length - tokens[b]!.length);
    const vectors: Float32Array[] = [];
    onTry?.(1, 0);
    for (let at = 0; at < order.length; at += BATCH) {
      if (signal.aborted) throw cancelled('nothing');
      const batch = order.slice(at, at + BATCH);
      const batchVectors = await this.#run(batch.map((text) => tokens[text]!));
      for (const [i, text] of batch.entries()) vectors[text] = batchVectors[i]!;
    }
    return vectors;
  }

  /** Truncates the tokens, but keeps the final special token. */
  #tokens(text: string): number[] {
    const { ids } = this.#tokenizer.encode(text);
    const { maxTokens } = this.#files;
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  }

  async #run(batch: readonly number[][]): Promise<Float32Array[]> {
    const length = Math.max(1, ...batch.map((ids) => ids.length));
    const masks = batch.map((ids) =>
      padded(
        ids.map(() => 1),
        length,
      ),
    );
    const inputs: Record<string, () => Tensor> = {
      input_ids: () => this.#integers(batch.map((ids) => padded(ids, length))),
      attention_mask: () => this.#integers(masks),
      token_type_ids: () => this.#integers(masks.map((mask) => mask.map(() => 0))),
    };
    const { inputNames } = this.#session;
    const unknown = inputNames.find((name) => !Object.hasOwn(inputs, name));
    if (unknown !== undefined) throw unusable(this.#files.path, `Its model has an unknown input "${unknown}".`);
    let outputs: InferenceSession.ReturnType;
    try {
      outputs = await this.#session.run(Object.fromEntries(inputNames.map((name) => [name, inputs[name]!()])));
    } catch (error) {
      throw unusable(this.#files.path, firstLine(error));
    }
    return this.#pooled(outputs, masks);
  }

  #integers(rows: readonly number[][]): TypedTensor<'int64'> {
    const values = BigInt64Array.from(rows.flat(), BigInt);
    return new this.#onnx.Tensor('int64', values, [rows.length, rows[0]!.length]);
  }

  /** Returns one vector per text. Pools the token vectors if the model outputs one per token. */
  #pooled(outputs: InferenceSession.ReturnType, masks: readonly number[][]): Float32Array[] {
    const output = outputs['sentence_embedding'] ?? outputs[this.#session.outputNames[0] ?? ''];
    const { dims = [], data } = output ?? {};
    const width = dims.at(-1) ?? 0;
    if (!(data instanceof Float32Array) || dims[0] !== masks.length || width === 0) {
      throw unusable(this.#files.path, `Its model outputs ${output?.type ?? 'nothing'} of shape ${dims.join(' × ')}.`);
    }
    if (dims.length === 2) return masks.map((_, row) => data.slice(row * width, (row + 1) * width));
    const length = dims[1]!;
    return masks.map((mask, row) => {
      const token = (at: number): Float32Array => data.subarray((row * length + at) * width).subarray(0, width);
      return this.#files.pooling === 'first' ? token(0).slice() : meanOf(mask, width, token);
    });
  }
}

function meanOf(mask: readonly number[], width: number, token: (at: number) => Float32Array): Float32Array {
  const sum = new Float32Array(width);
  let count = 0;
  for (const [at, isText] of mask.entries()) {
    if (isText === 0) continue;
    count++;
    token(at).forEach((value, d) => (sum[d]! += value));
  }
  return count === 0 ? sum : sum.map((value) => value / count);
}

function padded(numbers: readonly number[], length: number): number[] {
  return [...numbers, ...Array<number>(length - numbers.length).fill(0)];
}

function orUnusable<T>(files: ModelFolder, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw unusable(files.path, firstLine(error));
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!;
}
