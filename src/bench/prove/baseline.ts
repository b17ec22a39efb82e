/** What two reports are compared by: of each system which problems were solved. Small enough to be committed. */
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { issuesInWords } from '../json-lines.ts';
import type { BenchReport, ProblemReport } from './report.ts';
import { isCounted } from './result.ts';

const STANDING = z.enum(['solved', 'unsolved', 'unchecked']);

/** `unchecked`: no run of it counts, because Lean, the judge or the model gave no answer. */
export type Standing = z.infer<typeof STANDING>;

const BASELINE = z.object({
  schema: z.literal('lemmahead/bench-baseline@1'),
  lemmahead: z.string(),
  /** What two baselines should share for a difference to be the systems'. */
  conditions: z.object({ lean: z.string(), level: z.string(), index: z.string().nullable(), dataset: z.string() }),
  /** SHA-256 of each problem's text, by name. */
  problems: z.record(z.string(), z.string()),
  /** By identifier of the system, then by name of the problem. */
  systems: z.record(z.string(), z.record(z.string(), STANDING)),
  /** Systems whose answers were given by a script. */
  scripted: z.array(z.string()).default([]),
});

export type Baseline = z.infer<typeof BASELINE>;

export function baselineOf(report: BenchReport): Baseline {
  const { provenance, dataset, problems, systems } = report;
  return {
    schema: 'lemmahead/bench-baseline@1',
    lemmahead: provenance.lemmahead,
    conditions: {
      lean: provenance.lean.version,
      level: provenance.level,
      index: provenance.index?.digest ?? null,
      dataset: dataset.digest,
    },
    problems: Object.fromEntries(problems.map(({ name, digest }) => [name, digest])),
    systems: Object.fromEntries(
      systems.map(({ id }) => [id, Object.fromEntries(problems.flatMap((problem) => withStanding(problem, id)))]),
    ),
    scripted: systems.filter(({ scripted }) => scripted).map(({ id }) => id),
  };
}

function withStanding({ name, results }: ProblemReport, system: string): [string, Standing][] {
  const own = results.filter((result) => result.system === system);
  if (own.length === 0) return [];
  if (own.some(({ state }) => state === 'solved')) return [[name, 'solved']];
  return [[name, own.some(isCounted) ? 'unsolved' : 'unchecked']];
}

/**
 * A report of `bench prove`, or the baseline that lies beside it.
 * @throws {Failure} exit `usage`.
 */
export function parseBaseline(text: string, path: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw noReport(path, `It is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const schema = (value as { schema?: unknown } | null)?.schema;
  if (schema === 'lemmahead/bench-prove@1') return baselineOfReport(value, path);
  const parsed = BASELINE.safeParse(value);
  if (parsed.success) return parsed.data;
  throw noReport(path, issuesInWords(parsed.error));
}

/** It was written by us, or it is broken. */
function baselineOfReport(value: unknown, path: string): Baseline {
  try {
    return BASELINE.parse(baselineOf(value as BenchReport));
  } catch (cause) {
    throw noReport(path, `It says that it is a report, but parts are missing: ${firstLine(String(cause))}`);
  }
}

function noReport(path: string, reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'no-report',
    message: `${path} is no report of bench prove.`,
    reason,
    next: 'Give report.json or baseline.json of a folder that bench prove wrote.',
  });
}
