/** The unit `embed` of a queue: the vectors of some texts, made once by a worker that has the embedder. */
import { z } from 'zod';
import type { Embedded, EmbeddingModel } from '../llm/embedding.ts';
import { ModelError } from '../llm/model-error.ts';
import type { UnitKind } from '../queue/unit-kind.ts';
import { failureOf, MODEL_REQUEST, modelFailure } from './model-unit.ts';

/** Texts of one unit: a worker sends as many at a time. */
export const EMBED_BATCH = 64;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const MAX_DIMENSION = 100_000;

const embedPayload = z.strictObject({
  embedder: z.string().max(1000).describe('as in the requirements of the unit'),
  role: z.enum(['question', 'passage']),
  texts: z.array(z.string().max(1_000_000)).min(1).max(EMBED_BATCH),
});

const embedResult = z.union([
  z.strictObject({
    dimension: z.int().min(1).max(MAX_DIMENSION),
    vectors: z
      .string()
      .max(4 * Math.ceil((EMBED_BATCH * MAX_DIMENSION * FLOAT_BYTES) / 3))
      .describe('base64 of 32-bit floating-point numbers, little-endian, one vector after the other'),
    snapshot: z.string().max(1000),
  }),
  z.strictObject({ error: modelFailure }),
]);

export type EmbedPayload = z.infer<typeof embedPayload>;
export type EmbedResult = z.infer<typeof embedResult>;

export const EMBED_UNIT: UnitKind<EmbedPayload, EmbedResult> = {
  name: 'embed',
  payload: embedPayload,
  result: embedResult,
  ...MODEL_REQUEST,
};

/**
 * An error of the embedder is a result.
 * @throws {Error} if this worker does not have the embedder, or `signal` is aborted
 */
export async function runEmbed(
  { embedder, role, texts }: EmbedPayload,
  embedders: ReadonlyMap<string, EmbeddingModel>,
  signal: AbortSignal,
): Promise<EmbedResult> {
  const model = embedders.get(embedder);
  if (model === undefined) throw new Error(`This worker does not have ${embedder}.`);
  try {
    const { vectors, snapshot } = await model.embed(texts, role, { signal });
    const dimension = vectors[0]?.length ?? 0;
    const bytes = new DataView(new ArrayBuffer(vectors.length * dimension * FLOAT_BYTES));
    for (const [row, vector] of vectors.entries()) {
      if (vector.length !== dimension) throw new Error('The lengths of the vectors differ.');
      for (const [at, value] of vector.entries()) bytes.setFloat32((row * dimension + at) * FLOAT_BYTES, value, true);
    }
    return { dimension, vectors: Buffer.from(bytes.buffer).toString('base64'), snapshot: snapshot.slice(0, 1000) };
  } catch (error) {
    if (!(error instanceof ModelError) || signal.aborted) throw error;
    return { error: failureOf(error) };
  }
}

/** @throws {ModelError} if it does not have one vector for each text */
export function embeddedOf(
  { dimension, vectors: base64, snapshot }: Extract<EmbedResult, { vectors: string }>,
  { embedder, texts }: EmbedPayload,
): Pick<Embedded, 'vectors' | 'snapshot'> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== texts.length * dimension * FLOAT_BYTES) {
    const message = `The worker's answer for ${embedder} does not have one vector for each text.`;
    throw new ModelError('malformed', { message });
  }
  const vectorAt = (row: number): Float32Array =>
    Float32Array.from({ length: dimension }, (_, at) => bytes.readFloatLE((row * dimension + at) * FLOAT_BYTES));
  return { vectors: texts.map((_, row) => vectorAt(row)), snapshot };
}
