/** Measures the dark pixels of an image. */
import { decode } from 'fast-png';

export interface Ink {
  width: number;
  height: number;
  /** Fraction of dark pixels. */
  fraction: number;
  /** Centroid of the ink, from the left and from the top, as fractions of the image size. */
  middle: [number, number];
  /** Whether there is ink at this fraction of the width and height. */
  at: (x: number, y: number) => boolean;
}

export function inkOf(png: Uint8Array): Ink {
  const { width, height, channels, data } = decode(png, { checkCrc: true });
  const isDark = (x: number, y: number): boolean => data[(y * width + x) * channels]! < 128;
  let [count, sumX, sumY] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue;
      [count, sumX, sumY] = [count + 1, sumX + x, sumY + y];
    }
  }
  return {
    width,
    height,
    fraction: count / (width * height),
    middle: [sumX / count / width, sumY / count / height],
    at: (x, y) => isDark(Math.floor(x * width), Math.floor(y * height)),
  };
}
