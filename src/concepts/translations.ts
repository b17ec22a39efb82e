/** The bytes of a list of translations: for each, the definition as uint32 and the probability as float32. */
import type { Translation } from './definition.ts';

const BYTES = 8;

export function encodeTranslations(translations: readonly Translation[]): Buffer {
  const bytes = Buffer.alloc(translations.length * BYTES);
  for (const [i, { definition, probability }] of translations.entries()) {
    bytes.writeUInt32LE(definition, i * BYTES);
    bytes.writeFloatLE(probability, i * BYTES + 4);
  }
  return bytes;
}

export function decodeTranslations(bytes: Buffer): Translation[] {
  return Array.from({ length: bytes.length / BYTES }, (_, i) => ({
    definition: bytes.readUInt32LE(i * BYTES),
    probability: bytes.readFloatLE(i * BYTES + 4),
  }));
}
