/** `doctor`'s check of the concept base: it exists, can be read, and belongs to the index. */
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { formatNumber } from '../base/format-number.ts';
import { openConceptBase } from './open-base.ts';

/** `build`: the command that builds it. `indexDigest`: null without a readable index. */
export function checkConceptBase(
  path: string,
  { build, indexDigest }: { build: string; indexDigest: string | null },
): Check {
  try {
    if (!fileExists(path)) {
      return absent('concepts', `no concept base at ${path}; only \`concepts\` and \`formalize\` need one`, build);
    }
    const base = openConceptBase(path, build);
    try {
      const [counts] = base.all<{ concepts: number; definitions: number }>(
        'SELECT (SELECT count(*) FROM concepts) AS concepts, (SELECT count(*) FROM definitions) AS definitions',
      );
      const summary = `${formatNumber(counts!.concepts)} concepts of ${formatNumber(counts!.definitions)} definitions at ${path}`;
      return indexDigest === null || base.meta('index_digest') === indexDigest
        ? ok('concepts', summary)
        : absent('concepts', `${summary}, built from another state of the index`, build);
    } finally {
      base.close();
    }
  } catch (error) {
    const { message, next = build } =
      error instanceof Failure ? error.detail : { message: `${path} is damaged: ${(error as Error).message}` };
    return fault('concepts', message, next);
  }
}
