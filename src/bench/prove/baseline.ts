/** The baseline of a report: which problems each system solved. Small enough to commit; `bench compare` reads it. */
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { formatIssues } from '../../session/json-lines.ts';
import type { BenchReport, ProblemReport } from './report.ts';
import { isCounted } from './result.ts';

const PROBLEM_STATE = z.enum(['solved', 'unsolved', 'unchecked']);

/** `unchecked`: no run of the problem counts, because Lean, the judge or the model gave no answer. */
export type ProblemState = z.infer<typeof PROBLEM_STATE>;

export const baselineSchema = z
  .object({
    schema: z.literal('lemmahead/bench-baseline@1'),
    lemmahead: z.string().describe('version of lemmahead'),
    conditions: z
      .object({ lean: z.string(), level: z.string(), index: z.string().nullable(), dataset: z.string() })
      .describe('must be equal in two baselines to attribute a difference to the systems'),
    problems: z.record(z.string(), z.string()).describe("SHA-256 of each problem's text, by name"),
    systems: z.record(z.string(), z.record(z.string(), PROBLEM_STATE)).describe('by system, then by problem'),
    scripted: z.array(z.string()).default([]).describe('systems whose answers came from a script'),
  })
  .describe("`baseline.json` in a benchmark's folder: what `bench compare` needs of a report. No command prints it.");

export type Baseline = z.infer<typeof baselineSchema>;

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
      systems.map(({ id }) => [id, Object.fromEntries(problems.flatMap((problem) => stateEntry(problem, id)))]),
    ),
    scripted: systems.filter(({ scripted }) => scripted).map(({ id }) => id),
  };
}

function stateEntry({ name, results }: ProblemReport, system: string): [string, ProblemState][] {
  const own = results.filter((result) => result.system === system);
  if (own.length === 0) return [];
  if (own.some(({ state }) => state === 'solved')) return [[name, 'solved']];
  return [[name, own.some(isCounted) ? 'unsolved' : 'unchecked']];
}

/**
 * Parses a report of `bench prove`, or the baseline next to it.
 * @throws {Failure} exit `usage`.
 */
export function parseBaseline(text: string, path: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notAReport(path, `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const schema = (value as { schema?: unknown } | null)?.schema;
  if (schema === 'lemmahead/bench-prove@1') return baselineOfReport(value, path);
  const parsed = baselineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notAReport(path, formatIssues(parsed.error));
}

/** Lemmahead wrote the report, so a schema error means that it is damaged. */
function baselineOfReport(value: unknown, path: string): Baseline {
  try {
    return baselineSchema.parse(baselineOf(value as BenchReport));
  } catch (cause) {
    throw notAReport(path, `Its schema is that of a report, but parts are missing: ${firstLine(String(cause))}`);
  }
}

function notAReport(path: string, reason: string): Failure {
  return new Failure('usage', 'no-report', {
    message: `${path} is not a report of bench prove.`,
    reason,
    next: 'Pass report.json or baseline.json from a folder that bench prove wrote.',
  });
}
