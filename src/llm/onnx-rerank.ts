/** Local cross-encoder: an ONNX model that reads a text and a passage together and gives one number. */
import { Failure } from '../base/errors.ts';
import { OnnxSession, type OnnxOutput } from './onnx-session.ts';
import type { Reranker } from './reranking.ts';

/** @throws {Failure} `package-missing`, `reranker-folder` */
export async function openOnnxReranker(name: string, folder: string): Promise<Reranker> {
  const session = await asReranker(folder, () => OnnxSession.open(folder));
  const { files } = session;
  return {
    name,
    endpoint: files.model,
    price: { input: 0, output: 0 },
    score: async (query, texts, options) => {
      const encoded = texts.map((text) => session.encode(query, text));
      const read = (output: OnnxOutput): number[] => scoresOf(output, folder);
      const scores = await asReranker(folder, () => session.each(encoded, read, options));
      return { scores, snapshot: files.sha256, retries: 0, unaccounted: 0 };
    },
    close: () => session.close(),
  };
}

/** The sigmoid of one number per text; of two, the share of the second. */
function scoresOf({ dims, data, masks }: OnnxOutput, folder: string): number[] {
  const width = dims.at(-1)!;
  if (dims.length !== 2 || width > 2) throw unusable(folder, `Its model outputs numbers of shape ${dims.join(' × ')}.`);
  return masks.map((_, row) => {
    const [first, second] = data.subarray(row * width, (row + 1) * width) as unknown as [number, number?];
    return 1 / (1 + Math.exp(second === undefined ? -first : first - second));
  });
}

async function asReranker<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.code !== 'embedder-folder') throw error;
    throw unusable(folder, error.detail.reason ?? error.detail.message);
  }
}

function unusable(folder: string, reason: string): Failure {
  return new Failure('usage', 'reranker-folder', {
    message: `The folder ${folder} contains no usable reranker.`,
    reason,
    next: '--reranker onnx:FOLDER, a folder of a cross-encoder with onnx/model.onnx and tokenizer.json',
  });
}
