/** Runs a local model with ONNX Runtime and Hugging Face tokenizers. Both packages are optional. */
import type * as OnnxPackage from 'onnxruntime-node';
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node';
import type { Tokenizer } from '@huggingface/tokenizers';
import { Failure } from '../base/errors.ts';
import type { AskOptions } from './chat.ts';
import { cancelled } from './model-error.ts';
import { readModelFolder, unusable, type ModelFolder } from './model-folder.ts';

type Onnx = typeof OnnxPackage;

/** A text, or a pair of texts, as the model reads it. */
export interface Encoded {
  ids: readonly number[];
  /** For each token, which text of a pair contains it. */
  types: readonly number[];
}

/** The output for a batch: one number or more per text, or per token of each text. */
export interface OnnxOutput {
  dims: readonly number[];
  data: Float32Array;
  /** For each text, 1 for its tokens and 0 for padding. */
  masks: readonly (readonly number[])[];
}

/** Small, because memory grows with the longest text of a batch. */
const BATCH = 8;
/** Log level that prints nothing: errors are thrown. */
const QUIET = 4;

export class OnnxSession {
  readonly files: ModelFolder;
  readonly #onnx: Onnx;
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;

  private constructor(files: ModelFolder, onnx: Onnx, session: InferenceSession, tokenizer: Tokenizer) {
    this.files = files;
    this.#onnx = onnx;
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** @throws {Failure} `package-missing`, `embedder-folder` */
  static async open(folder: string): Promise<OnnxSession> {
    const files = await readModelFolder(folder);
    const [onnx, { Tokenizer: Reader }] = await loadPackages();
    const tokenizer = orUnusable(files, () => new Reader(files.tokenizer, files.tokenizerConfig));
    try {
      const session = await onnx.InferenceSession.create(files.model, { logSeverityLevel: QUIET });
      return new OnnxSession(files, onnx, session, tokenizer);
    } catch (error) {
      throw unusable(folder, firstLine(error));
    }
  }

  /** Truncates the tokens, but keeps the final special token. `pair`: the second text; null for a single one. */
  encode(text: string, pair: string | null): Encoded {
    const options = { return_token_type_ids: true, ...(pair === null ? {} : { text_pair: pair }) } as const;
    const { ids, token_type_ids: types } = this.#tokenizer.encode(text, options);
    const { maxTokens } = this.files;
    const cut = (numbers: readonly number[]): readonly number[] =>
      numbers.length <= maxTokens ? numbers : [...numbers.slice(0, maxTokens - 1), numbers.at(-1)!];
    return { ids: cut(ids), types: cut(types ?? ids.map(() => 0)) };
  }

  /** Batches texts of similar length, because shorter ones are padded. `read`: one result per text of a batch. */
  async each<T>(
    texts: readonly Encoded[],
    read: (output: OnnxOutput) => T[],
    { signal, onTry }: AskOptions,
  ): Promise<T[]> {
    const order = [...texts.keys()].sort((a, b) => texts[a]!.ids.length - texts[b]!.ids.length);
    const results: T[] = [];
    await onTry?.(1, 0);
    for (let at = 0; at < order.length; at += BATCH) {
      if (signal.aborted) throw cancelled('nothing');
      const batch = order.slice(at, at + BATCH);
      const found = read(await this.#run(batch.map((text) => texts[text]!)));
      for (const [i, text] of batch.entries()) results[text] = found[i]!;
    }
    return results;
  }

  close(): Promise<void> {
    return this.#session.release();
  }

  async #run(batch: readonly Encoded[]): Promise<OnnxOutput> {
    const length = Math.max(1, ...batch.map(({ ids }) => ids.length));
    const rows = (numbers: (text: Encoded) => readonly number[]): number[][] =>
      batch.map((text) => padded(numbers(text), length));
    const masks = rows(({ ids }) => ids.map(() => 1));
    const inputs: Record<string, () => Tensor> = {
      input_ids: () => this.#integers(rows(({ ids }) => ids)),
      attention_mask: () => this.#integers(masks),
      token_type_ids: () => this.#integers(rows(({ types }) => types)),
    };
    const { inputNames, outputNames } = this.#session;
    const unknown = inputNames.find((name) => !Object.hasOwn(inputs, name));
    if (unknown !== undefined) throw unusable(this.files.path, `Its model has an unknown input "${unknown}".`);
    let outputs: InferenceSession.ReturnType;
    try {
      outputs = await this.#session.run(Object.fromEntries(inputNames.map((name) => [name, inputs[name]!()])));
    } catch (error) {
      throw unusable(this.files.path, firstLine(error));
    }
    const output = outputs['sentence_embedding'] ?? outputs[outputNames[0] ?? ''];
    const { dims = [], data } = output ?? {};
    if (!(data instanceof Float32Array) || dims[0] !== masks.length || (dims.at(-1) ?? 0) === 0) {
      throw unusable(this.files.path, `Its model outputs ${output?.type ?? 'nothing'} of shape ${dims.join(' × ')}.`);
    }
    return { dims, data, masks };
  }

  #integers(rows: readonly (readonly number[])[]): TypedTensor<'int64'> {
    const values = BigInt64Array.from(rows.flat(), BigInt);
    return new this.#onnx.Tensor('int64', values, [rows.length, rows[0]!.length]);
  }
}

async function loadPackages(): Promise<[Onnx, { Tokenizer: typeof Tokenizer }]> {
  try {
    return [await import('onnxruntime-node'), await import('@huggingface/tokenizers')];
  } catch (error) {
    throw new Failure('missing', 'package-missing', {
      message: 'A model on this machine needs two packages that are not installed or do not run here.',
      reason: firstLine(error),
      next: 'npm install -g onnxruntime-node @huggingface/tokenizers',
      cause: error,
    });
  }
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
