/** Text with one JSON object a line, as queries and problems come. */
import type { z } from 'zod';
import type { Failure } from '../base/errors.ts';

/** What is wrong with a value, in the words of its schema. */
export function issuesInWords({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ');
}

/**
 * The value of each line, with its place as `shown:line`. Empty lines and a byte order mark are passed over.
 * @throws what `malformed` makes of a line that is none of `schema`
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
      throw malformed(place, `It is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw malformed(place, issuesInWords(parsed.error));
    yield { value: parsed.data, place };
  }
}
