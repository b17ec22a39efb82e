/** Counts of judged mutants by kind: who stopped them, and where the judge was wrong. */
import { isFalseAccept, isFalseReject, type JudgedMutant } from './judged.ts';

/** Counts of mutants. */
export interface Row {
  mutants: number;
  /** Both texts compile and the judge gave a verdict. */
  compiled: number;
  accepted: number;
  gate: number;
  /** By audit rule. A mutant with several rules counts under the first. */
  audit: Record<string, number>;
  nobody: number;
  falseAccepts: number;
  falseRejects: number;
}

export interface Report {
  schema: 'lemmahead/fuzz-judge@1';
  seed: number;
  seconds: number;
  changed: Row;
  neutral: Row;
  /** Only mutants with one mutation, because with more, another mutation could have caused the verdict. */
  alone: Record<string, Row>;
  /** A mutant counts under each of its kinds. */
  kinds: Record<string, Row>;
  mutations: Record<string, Row>;
  wrong: JudgedMutant[];
  /** Neutral mutants that do not compile: a bug of the generator. */
  neutralNotCompiled: JudgedMutant[];
}

const emptyRow = (): Row => ({
  ...{ mutants: 0, compiled: 0, accepted: 0, gate: 0, audit: {}, nobody: 0, falseAccepts: 0, falseRejects: 0 },
});

function count(row: Row, each: JudgedMutant): void {
  row.mutants++;
  if (each.outcome === 'nobody') row.nobody++;
  else if (each.outcome !== 'lean') row.compiled++;
  if (each.outcome === 'accepted') row.accepted++;
  if (each.outcome === 'gate') row.gate++;
  const [rule] = each.rules;
  if (rule !== undefined) row.audit[rule] = (row.audit[rule] ?? 0) + 1;
  if (isFalseAccept(each)) row.falseAccepts++;
  if (isFalseReject(each)) row.falseRejects++;
}

function rowsBy(all: readonly JudgedMutant[], keys: (each: JudgedMutant) => readonly string[]): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (const each of all) for (const key of new Set(keys(each))) count((rows[key] ??= emptyRow()), each);
  return Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Report of a run. `seconds`: its duration. */
export function reportOf(all: readonly JudgedMutant[], seed: number, seconds: number): Report {
  const of = (effect: JudgedMutant['effect']): Row => {
    const row = emptyRow();
    for (const each of all) if (each.effect === effect) count(row, each);
    return row;
  };
  return {
    schema: 'lemmahead/fuzz-judge@1',
    seed,
    seconds,
    changed: of('changed'),
    neutral: of('neutral'),
    alone: rowsBy(
      all.filter(({ mutations }) => mutations.length === 1),
      ({ kinds }) => kinds,
    ),
    kinds: rowsBy(all, ({ kinds }) => kinds),
    mutations: rowsBy(all, ({ mutations }) => mutations),
    wrong: all.filter((each) => isFalseAccept(each) || isFalseReject(each)),
    neutralNotCompiled: all.filter(({ effect, outcome }) => effect === 'neutral' && outcome === 'lean'),
  };
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);

/** The report as text: one line per kind, then the totals of changed and of neutral mutants. */
export function formatReport({ changed, neutral, kinds, wrong, neutralNotCompiled, seconds }: Report): string {
  const head = [
    'kind',
    'mutants',
    'compiled',
    'accepted',
    'gate',
    'audit',
    'no answer',
    'false accepts',
    'false rejects',
  ];
  const line = (name: string, row: Row): string[] => [
    name,
    ...[row.mutants, row.compiled, row.accepted, row.gate].map(String),
    Object.entries(row.audit)
      .map(([rule, number]) => `${rule} ${number}`)
      .join(', ') || '0',
    ...[row.nobody, row.falseAccepts, row.falseRejects].map(String),
  ];
  const rows = [head, ...Object.entries(kinds).map(([kind, row]) => line(kind, row))];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`);
  table.splice(1, 0, `|${' --- |'.repeat(head.length)}`);
  const stopped = changed.mutants - changed.accepted - changed.nobody;
  const refused = changed.compiled - changed.accepted;
  return [
    ...table,
    '',
    `changed: ${changed.mutants}, ${changed.compiled} compile; stopped ${stopped}: ${share(stopped, changed.mutants)} of all, ` +
      `${refused}: ${share(refused, changed.compiled)} of those that compile`,
    `neutral: ${neutral.mutants}, ${neutral.compiled} compile; accepted ${neutral.accepted}: ` +
      `${share(neutral.accepted, neutral.mutants)} of all, ${share(neutral.accepted, neutral.compiled)} of those that compile`,
    `false accepts ${changed.falseAccepts}, false rejects ${neutral.falseRejects}, no answer ${changed.nobody + neutral.nobody}, ` +
      `neutral but not compiled ${neutralNotCompiled.length}, wrong in total ${wrong.length}`,
    `${(seconds / Math.max(1, changed.mutants + neutral.mutants)).toFixed(2)} s per mutant`,
    '',
  ].join('\n');
}
