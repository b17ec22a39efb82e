/** Measures the checker of answers on labelled pairs. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AnswerChecker, type AnswerVerdict } from '../../answers/answer-checker.ts';
import { engineVersion } from '../../answers/engine-version.ts';
import { Failure } from '../../base/errors.ts';
import { jsonLines } from '../../session/json-lines.ts';
import { percentile } from '../metrics.ts';
import { wilson } from '../estimates.ts';
import type { AnswerCounts, AnswersReport, JudgeReport } from './answers-schema.ts';

const LABELLED_PAIR = z.object({
  id: z.string().optional(),
  kind: z.string().default('unknown'),
  gold: z.string().min(1),
  text: z.string(),
  same: z.boolean(),
  question: z.string().optional(),
  options: z.array(z.string()).min(1).max(26).optional(),
});

export type LabelledPair = z.infer<typeof LABELLED_PAIR> & { id: string };

const WRITE_PAIRS =
  'Give a file with one JSON object per line: {"gold": "\\\\frac{1}{2}", "text": "0.5", "same": true}';

/** @throws {Failure} if the file cannot be read, has no pair, or a line is not a pair; the message names the line. */
export async function readPairs(path: string): Promise<LabelledPair[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Failure('usage', 'pairs-unreadable', {
      message: `Cannot read the file of pairs ${path}.`,
      reason: (cause as Error).message,
      next: WRITE_PAIRS,
      cause,
    });
  });
  const malformed = (place: string, reason: string): Failure =>
    new Failure('usage', 'pairs-malformed', { message: `${place} is not a valid pair.`, reason, next: WRITE_PAIRS });
  const pairs = [...jsonLines(text, path, LABELLED_PAIR, malformed)].map(({ value, place }) => ({
    ...value,
    id: value.id ?? place,
  }));
  if (pairs.length === 0) {
    throw new Failure('usage', 'pairs-empty', { message: `${path} contains no pair.`, next: WRITE_PAIRS });
  }
  return pairs;
}

export interface Measured {
  pair: LabelledPair;
  result: AnswerVerdict;
  milliseconds: number;
}

/**
 * Checks each pair.
 * @param tolerance relative, for numbers that are no integers
 */
export async function measureAnswers(
  pairs: readonly LabelledPair[],
  tolerance: number,
  { signal, onPair }: { signal: AbortSignal; onPair: (done: number) => void },
): Promise<Measured[]> {
  const checker = new AnswerChecker();
  const measured: Measured[] = [];
  try {
    // Starts the thread, which takes a second, before anything is timed.
    await checker.check({ gold: '1', text: '1' });
    for (const pair of pairs) {
      signal.throwIfAborted();
      const start = performance.now();
      const result = await checker.check({ ...pair, tolerance });
      measured.push({ pair, result, milliseconds: performance.now() - start });
      onPair(measured.length);
    }
  } finally {
    await checker.close();
  }
  return measured;
}

/** @param judge answer of the model judge; absent if it was not asked */
export function summarizeAnswers(measured: readonly Measured[], judge: JudgeReport | null): AnswersReport {
  const all = count(measured);
  const times = measured.map(({ milliseconds }) => milliseconds);
  return {
    all,
    agreement: wilson(all.agreed, all.n),
    by_kind: Object.fromEntries(
      [...Map.groupBy(measured, ({ pair }) => pair.kind)].map(([kind, group]) => [kind, count(group)]),
    ),
    latency_ms: { median: percentile(times, 0.5), p95: percentile(times, 0.95), max: Math.max(...times) },
    disagreements: measured
      .filter((each) => !agrees(each))
      .map(({ pair: { id, gold, text, same }, result: { verdict, extracted } }) => ({
        ...{ id, gold, text, same, verdict },
        extracted: extracted?.text ?? null,
        rule: extracted?.rule ?? null,
      })),
    engine: engineVersion(),
    judge,
  };
}

const agrees = ({ pair, result }: Measured): boolean => (result.verdict === 'same') === pair.same;

function count(measured: readonly Measured[]): AnswerCounts {
  const wrong = measured.filter((each) => !agrees(each));
  return {
    n: measured.length,
    agreed: measured.length - wrong.length,
    false_accepts: wrong.filter(({ pair }) => !pair.same).length,
    misses: wrong.filter(({ pair }) => pair.same).length,
    undecided: measured.filter(({ result }) => result.verdict === 'undecided').length,
  };
}
