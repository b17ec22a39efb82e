/** Puts a ranker into an encoded weights file. Every other array stays as it is, byte for byte. */
import { sha256 } from '../../src/base/hash.ts';
import { type Header, LENGTH_DIGITS, MAGIC, type LearnedRanker, RANKER_PREFIX } from '../../src/vectors/weights.ts';

export function withRanker(file: Buffer, name: string, { features, weights }: LearnedRanker): Buffer {
  const start = MAGIC.length + LENGTH_DIGITS;
  const end = start + Number(file.toString('latin1', MAGIC.length, start));
  const header = JSON.parse(file.toString('utf8', start, end)) as Header;
  const pieces: Uint8Array[] = [];
  const arrays: Header['arrays'] = {};
  let at = 0;
  const add = (key: string, type: Header['arrays'][string]['type'], bytes: Uint8Array): void => {
    arrays[key] = { type, at, length: bytes.length };
    pieces.push(bytes);
    at += bytes.length;
  };
  const own = RANKER_PREFIX + name;
  for (const [key, { type, at: from, length }] of Object.entries(header.arrays))
    if (key !== own) add(key, type, file.subarray(end + from, end + from + length));
  add(own, 'floats', new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength));
  const body = Buffer.concat(pieces);
  const text = Buffer.from(
    JSON.stringify({ ...header, checksum: sha256(body), arrays, features: { ...header.features, [name]: features } }),
  );
  return Buffer.concat([Buffer.from(`${MAGIC}${String(text.length).padStart(LENGTH_DIGITS - 1, '0')}\n`), text, body]);
}
