/** Counts the contents of a concept base, and checks that it is intact. */
import { statSync } from 'node:fs';
import { PHRASE_ORIGINS, type ListSummary } from './definition.ts';
import type { ConceptBase } from './open-base.ts';

export interface BaseStats {
  path: string;
  bytes: number;
  /** Digest of the index that it was built from. */
  indexDigest: string;
  definitions: number;
  /** Definitions with a docstring or a text of the glossary. */
  annotated: number;
  /** Definitions that belong to a concept. */
  named: number;
  concepts: number;
  coreConcepts: number;
  /** Core concepts with two or more definitions of `POLYMORPHIC_PROBABILITY`. */
  polymorphic: number;
  links: number;
  phrases: number;
  kinds: Record<string, number>;
  annotations: Record<string, number>;
  origins: Record<string, number>;
  /** Concepts by number of definitions. */
  meanings: Record<string, number>;
  lists: ListSummary[];
}

/** A core concept is polymorphic if two definitions or more have this probability. */
export const POLYMORPHIC_PROBABILITY = 0.05;
/** Upper ends of the ranges of the histogram. */
const RANGES: readonly [label: string, upTo: number][] = [
  ['1', 1],
  ['2', 2],
  ['3 to 5', 5],
  ['6 to 10', 10],
  ['11 to 30', 30],
  ['over 30', Infinity],
];

export function readBaseStats(base: ConceptBase, path: string): BaseStats {
  const count = (sql: string): number => base.all<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)[0]!.n;
  const counts = (column: string, table: string): Record<string, number> =>
    Object.fromEntries(
      base
        .all<{ value: string; n: number }>(
          `SELECT ${column} AS value, count(*) AS n FROM ${table} GROUP BY 1 ORDER BY 2 DESC, 1`,
        )
        .map(({ value, n }) => [value, n]),
    );
  const origins = Object.entries(counts('origin', 'edges'));
  return {
    path,
    bytes: statSync(path).size,
    indexDigest: base.meta('index_digest') ?? '',
    definitions: count('definitions'),
    annotated: count("definitions WHERE annotation_origin <> 'rule'"),
    named: count('definitions WHERE number IN (SELECT definition FROM edges)'),
    concepts: count('concepts'),
    coreConcepts: count('concepts WHERE is_core = 1'),
    polymorphic: polymorphicConcepts(base),
    links: count('edges'),
    phrases: count('translations'),
    kinds: counts('kind', 'definitions'),
    annotations: counts('annotation_origin', 'definitions'),
    origins: Object.fromEntries(origins.map(([code, n]) => [PHRASE_ORIGINS[Number(code)]!, n])),
    meanings: histogram(base),
    lists: JSON.parse(base.meta('lists') ?? '[]') as ListSummary[],
  };
}

function polymorphicConcepts(base: ConceptBase): number {
  const core = base.all<{ key: string }>('SELECT key FROM concepts WHERE is_core = 1');
  return core.filter(({ key }) => (base.translations(key)[1]?.probability ?? 0) >= POLYMORPHIC_PROBABILITY).length;
}

function histogram(base: ConceptBase): Record<string, number> {
  const sizes = base.all<{ size: number; n: number }>(
    'SELECT size, count(*) AS n FROM (SELECT count(*) AS size FROM edges GROUP BY concept_id) GROUP BY size',
  );
  const found: Record<string, number> = Object.fromEntries(RANGES.map(([label]) => [label, 0]));
  for (const { size, n } of sizes) found[RANGES.find(([, upTo]) => size <= upTo)![0]]! += n;
  return found;
}

/** Passed checks and faults, as sentences. `exists`: whether the index has a declaration of that name. */
export function verifyBase(
  base: ConceptBase,
  { isCurrent, exists }: { isCurrent: boolean; exists: (name: string) => boolean },
): { checks: string[]; faults: string[] } {
  const count = (sql: string): number => base.all<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)[0]!.n;
  const names = base.all<{ name: string }>('SELECT name FROM definitions ORDER BY number').map(({ name }) => name);
  const missing = names.filter((name) => !exists(name));
  const stray = base
    .all<{ key: string }>('SELECT key FROM translations')
    .filter(({ key }) => base.translations(key).some(({ definition }) => definition >= names.length));
  const [intact] = base.all<{ integrity_check: string }>('PRAGMA integrity_check(1)');
  const results: [isPassed: boolean, passed: string, fault: string][] = [
    [intact?.integrity_check === 'ok', 'the file is intact', `the file is damaged: ${intact?.integrity_check}`],
    [
      count('definitions WHERE number >= (SELECT count(*) FROM definitions)') === 0,
      'the numbers of definitions have no gaps',
      'the numbers of definitions have gaps',
    ],
    [
      count('edges WHERE definition >= (SELECT count(*) FROM definitions)') +
        count('edges WHERE concept_id NOT IN (SELECT id FROM concepts)') ===
        0,
      'every link is between a concept and a definition',
      'some links are between what does not exist',
    ],
    [stray.length === 0, 'every translation is a definition', `${stray.length} phrases stand for no definition`],
    [
      isCurrent,
      'it was built from the present state of the index',
      'it was built from another state of the index: run `lemmahead concepts build`',
    ],
    [
      missing.length === 0,
      'the index has every definition',
      `the index has no longer ${missing.length} of ${names.length} definitions, such as ${missing[0]}`,
    ],
  ];
  return {
    checks: results.filter(([isPassed]) => isPassed).map(([, passed]) => passed),
    faults: results.filter(([isPassed]) => !isPassed).map(([, , fault]) => fault),
  };
}
