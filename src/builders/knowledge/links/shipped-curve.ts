/** The confidence of links in documents that name few declarations themselves. */
import type { Curve } from './confidence.ts';

/**
 * `fitCurve` of the most probable links of 491 statements of three public blueprints, with no link known. The
 * blueprints that are scored are not among them.
 */
export const SHIPPED_CURVE: Curve = [
  [0.0649, 0.2],
  [0.2421, 0.2],
  [0.2853, 0.4],
  [0.3319, 0.4],
  [0.4602, 0.5],
  [0.6878, 0.727],
  [0.8151, 0.813],
  [0.8919, 0.954],
  [0.9588, 0.958],
  [0.9946, 0.993],
];
