/** The baseline of a report: which problems each system solved. Small enough to commit; `bench compare` reads it. */
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { formatIssues } from '../../session/json-lines.ts';

const PROBLEM_STATE = z.enum(['solved', 'unsolved', 'unchecked']);

/** `unchecked`: no run of the problem counts, because Lean, the judge or the model gave no answer. */
export type ProblemState = z.infer<typeof PROBLEM_STATE>;

export const baselineSchema = z
  .object({
    schema: z.literal('lemmahead/bench-baseline@1'),
    benchmark: z.enum(['prove', 'solve']).default('prove').describe('the command that measured'),
    lemmahead: z.string().describe('version of lemmahead'),
    conditions: z
      .record(z.string(), z.string().nullable())
      .describe('must be equal in two baselines to attribute a difference to the systems'),
    problems: z.record(z.string(), z.string()).describe("SHA-256 of each problem's text, by name"),
    systems: z
      .record(z.string(), z.record(z.string(), PROBLEM_STATE))
      .describe('by strategy or method, `@` and model, then by problem'),
    scripted: z.array(z.string()).default([]).describe('systems whose answers came from a script'),
  })
  .describe("`baseline.json` in a benchmark's folder: what `bench compare` needs of a report. No command prints it.");

export type Baseline = z.infer<typeof baselineSchema>;

/** Makes the baseline of a report, by the schema of the report. */
export type BaselineReaders = Readonly<Record<string, (report: never) => Baseline>>;

/**
 * Parses a report, or the baseline next to it.
 * @throws {Failure} exit `usage`.
 */
export function parseBaseline(text: string, path: string, readers: BaselineReaders): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notAReport(path, `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const schema = (value as { schema?: unknown } | null)?.schema;
  const read = typeof schema === 'string' && Object.hasOwn(readers, schema) ? readers[schema] : undefined;
  if (read !== undefined) return baselineOfReport(value, path, read);
  const parsed = baselineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notAReport(path, formatIssues(parsed.error));
}

/** Lemmahead wrote the report, so a schema error means that it is damaged. */
function baselineOfReport(value: unknown, path: string, read: BaselineReaders[string]): Baseline {
  try {
    return baselineSchema.parse(read(value as never));
  } catch (cause) {
    throw notAReport(path, `Its schema is that of a report, but parts are missing: ${firstLine(String(cause))}`);
  }
}

function notAReport(path: string, reason: string): Failure {
  return new Failure('usage', 'no-report', {
    message: `${path} is not a report of bench prove or bench solve.`,
    reason,
    next: 'Pass the folder that bench prove or bench solve wrote, or its report.json or baseline.json.',
  });
}
