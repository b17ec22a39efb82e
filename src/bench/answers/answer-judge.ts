/** Asks a model which answers are the same, beside the checker (dual verification, specs/templates.md 5.4). */
import { forEachConcurrent } from '../../base/for-each-concurrent.ts';
import type { AskModel } from '../../builders/concepts/model-stage.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import { type AskedAbout, judgedSame } from '../../session/answer-checks.ts';
import type { ModelUse } from '../../session/model-use-schema.ts';
import type { JudgeReport } from './answers-schema.ts';
import type { Measured } from './measure-answers.ts';

/**
 * Asks about each pair. `verdicts` gets them by the id of the pair, so that those before a limit are kept.
 * @throws what `ask` throws if it is no fault of one answer
 */
export async function judgeAnswers(
  measured: readonly Measured[],
  about: AskedAbout,
  {
    ask,
    concurrency,
    onProblem,
    verdicts,
  }: {
    ask: AskModel;
    concurrency: number;
    onProblem: (problem: string) => void;
    verdicts: Map<string, boolean>;
  },
): Promise<void> {
  await forEachConcurrent(measured, concurrency, async ({ pair: { id, gold, question, text }, result }) => {
    try {
      const judged = { question: question ?? '', gold, text, checked: result };
      const verdict = await judgedSame(ask, { about, sees: 'answer' }, judged);
      if (verdict !== null) verdicts.set(id, verdict);
    } catch (error) {
      const failure = requestFailure(error);
      if (failure === null) throw error;
      onProblem(`${id}: ${failure.message}`);
    }
  });
}

export function summarizeJudge(
  measured: readonly Measured[],
  about: AskedAbout,
  verdicts: ReadonlyMap<string, boolean>,
  use: ModelUse,
): JudgeReport {
  const accepts = ({ pair, result }: Measured): boolean => result.verdict === 'same' || verdicts.get(pair.id) === true;
  const answered = measured.filter(({ pair }) => verdicts.has(pair.id));
  return {
    asked_about: about,
    asked: answered.length,
    yes: [...verdicts.values()].filter((isSame) => isSame).length,
    model_only: agreement(answered, ({ pair }) => verdicts.get(pair.id)!),
    either: agreement(measured, accepts),
    judge_only: measured
      .filter(({ pair, result }) => verdicts.get(pair.id) === true && result.verdict !== 'same')
      .map(({ pair }) => pair.id),
    use,
  };
}

function agreement(
  measured: readonly Measured[],
  accepts: (each: Measured) => boolean,
): { agreed: number; false_accepts: number } {
  return {
    agreed: measured.filter((each) => accepts(each) === each.pair.same).length,
    false_accepts: measured.filter((each) => accepts(each) && !each.pair.same).length,
  };
}
