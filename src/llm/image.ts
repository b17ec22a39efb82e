/** Pictures in what a model is asked. */
import { sha256 } from '../base/hash.ts';

/** What identifies a picture and what it costs; recordings keep this and not the picture itself. */
export interface ImageFacts {
  /** Of its bytes, in hexadecimal. */
  sha256: string;
  mediaType: 'image/png';
  /** In pixels. */
  width: number;
  height: number;
}

export interface ChatImage extends ImageFacts {
  bytes: Uint8Array;
}

/** `width`, `height`: in pixels, as the PNG itself says. */
export function pngImage(bytes: Uint8Array, width: number, height: number): ChatImage {
  return { sha256: sha256(bytes), mediaType: 'image/png', width, height, bytes };
}

export function base64Of({ bytes }: ChatImage): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Side of the finest patch that a known model makes one token of, in pixels. */
const FINEST_PATCH = 14;

/** The dearest tiles that are billed: those of gpt-4o-mini, which counts 2,833 tokens and 5,667 for each tile. */
const TILED = { base: 2833, tile: 5667, side: 512, longest: 2048, shortest: 768 };

/**
 * At most so many tokens are billed for it. Models count patches or tiles of a picture that many of them make smaller
 * first; the most that any known one counts is taken, far over what most do.
 */
export function mostImageTokens({ width, height }: Pick<ImageFacts, 'width' | 'height'>): number {
  // Some put a token behind each row.
  const patches = Math.ceil(height / FINEST_PATCH) * (Math.ceil(width / FINEST_PATCH) + 1);
  const { base, tile, side, longest, shortest } = TILED;
  const scale = Math.min(1, longest / Math.max(width, height), shortest / Math.min(width, height));
  const tiles = Math.ceil((width * scale) / side) * Math.ceil((height * scale) / side);
  return Math.max(patches, base + tiles * tile);
}
