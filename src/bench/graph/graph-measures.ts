/** All measures of `bench graph`. A new one is a file beside this one, a name in `measure-names.ts` and a line here. */
import { ABLATION } from './ablation.ts';
import { LINKS } from './declaration-hits.ts';
import { FUSION } from './editions.ts';
import { COMPLETION } from './ghosts-completion.ts';
import { QUERIES } from './external-queries.ts';
import { FIELDS } from './field-rules.ts';
import { STATS } from './graph-counts.ts';
import { PATHS } from './learning-paths.ts';
import type { Measure } from './measure.ts';
import { PROBLEM_LINKS } from './problem-links.ts';
import { REACHABILITY } from './reachability.ts';
import { REFERENCES } from './references-by-hand.ts';
import { RELEVANCE } from './relevance.ts';
import { ROUND_TRIP } from './round-trip.ts';
import { TACTICS_MEASURE } from './role-rules.ts';
import { TITLE_MATCHES } from './title-matches.ts';
import { TITLES } from './title-rules.ts';
import { TYPES } from './type-rules.ts';
import { UNDO } from './undo.ts';
import { USES } from './uses.ts';
import { WEIGHTS } from './weight-sweep.ts';

export const MEASURES: readonly Measure[] = [
  ...[STATS, REACHABILITY, WEIGHTS, QUERIES, RELEVANCE, ABLATION],
  ...[TYPES, TITLES, FIELDS, TACTICS_MEASURE, REFERENCES, PROBLEM_LINKS, TITLE_MATCHES],
  ...[LINKS, USES, FUSION, PATHS, ROUND_TRIP, UNDO, COMPLETION],
];
