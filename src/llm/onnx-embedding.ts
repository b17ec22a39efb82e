/** Local embedding of texts with an ONNX model. */
import type { EmbeddingModel } from './embedding.ts';
import type { Pooling } from './model-folder.ts';
import { OnnxSession, type OnnxOutput } from './onnx-session.ts';

/** @throws {Failure} `package-missing`, `embedder-folder` */
export async function openOnnxEmbedding(name: string, folder: string): Promise<EmbeddingModel> {
  const session = await OnnxSession.open(folder);
  const { files } = session;
  return {
    name,
    endpoint: files.model,
    price: { input: 0, output: 0 },
    embed: async (texts, role, options) => {
      const encoded = texts.map((text) => session.encode(files.prefixes[role] + text, null));
      const vectors = await session.each(encoded, (output) => pooled(output, files.pooling), options);
      return { vectors, snapshot: files.sha256, retries: 0, unaccounted: 0 };
    },
    close: () => session.close(),
  };
}

/** Returns one vector per text. Pools the token vectors if the model outputs one per token. */
function pooled({ dims, data, masks }: OnnxOutput, pooling: Pooling): Float32Array[] {
  const width = dims.at(-1)!;
  if (dims.length === 2) return masks.map((_, row) => data.slice(row * width, (row + 1) * width));
  const length = dims[1]!;
  return masks.map((mask, row) => {
    const token = (at: number): Float32Array => data.subarray((row * length + at) * width).subarray(0, width);
    return pooling === 'first' ? token(0).slice() : meanOf(mask, width, token);
  });
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
