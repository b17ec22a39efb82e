/** The measures of `bench graph`, in the order of a report. `--help` reads them, so nothing is imported. */
export const MEASURE_NAMES = [
  'stats',
  'reachability',
  'weights',
  'queries',
  'relevance',
  'ablation',
  'types',
  'titles',
  'fields',
  'tactics',
  'references',
  'problem-links',
  'title-matches',
  'links',
  'uses',
  'fusion',
  'paths',
  'round-trip',
  'undo',
  'completion',
] as const;

export type MeasureName = (typeof MEASURE_NAMES)[number];
