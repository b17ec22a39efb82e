/** Images in model requests. */
import { sha256 } from '../base/hash.ts';

/** Identity and size of an image. Recordings store this instead of the image. */
export interface ImageFacts {
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string;
  mediaType: 'image/png';
  /** In pixels. */
  width: number;
  height: number;
}

export interface ChatImage extends ImageFacts {
  bytes: Uint8Array;
}

/** `width`, `height`: in pixels, as in the PNG header. */
export function pngImage(bytes: Uint8Array, width: number, height: number): ChatImage {
  return { sha256: sha256(bytes), mediaType: 'image/png', width, height, bytes };
}

export function base64Of({ bytes }: ChatImage): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Side in pixels of the smallest patch that a known model encodes as one token. */
const SMALLEST_PATCH = 14;

/** The most expensive tile scheme: gpt-4o-mini counts 2,833 tokens and 5,667 for each tile. */
const TILED = { base: 2833, tile: 5667, side: 512, longest: 2048, shortest: 768 };

/**
 * Upper bound of the tokens billed for an image. Models count patches or tiles, and many shrink the image first. The
 * bound is the highest count of any known model, far above most of them.
 */
export function maxImageTokens({ width, height }: Pick<ImageFacts, 'width' | 'height'>): number {
  // Some models add a token after each row.
  const patches = Math.ceil(height / SMALLEST_PATCH) * (Math.ceil(width / SMALLEST_PATCH) + 1);
  const { base, tile, side, longest, shortest } = TILED;
  const scale = Math.min(1, longest / Math.max(width, height), shortest / Math.min(width, height));
  const tiles = Math.ceil((width * scale) / side) * Math.ceil((height * scale) / side);
  return Math.max(patches, base + tiles * tile);
}
