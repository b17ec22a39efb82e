/** Parses JSON Lines text: one JSON object per line. Used for files of problems and queries. */
import type { z } from 'zod';
import type { Failure } from '../base/errors.ts';

/** Formats the validation errors of a zod schema as one line. */
export function formatIssues({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ');
}

/**
 * Yields the value of each line with its place as `shown:line`. Skips empty lines and a byte order mark.
 * @throws the error that `malformed` returns, if a line does not match `schema`
 */
export function* jsonLines<T>(
  text: string,
  shown: string,
  schema: z.ZodType<T>,
  malformed: (place: string, reason: string) => Failure,
): Generator<{ value: T; place: string }> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `${shown}:${at + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      throw malformed(place, `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw malformed(place, formatIssues(parsed.error));
    yield { value: parsed.data, place };
  }
}
