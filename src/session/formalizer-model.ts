/**
 * Asks a model for one problem of `formalize`: within a budget and a time limit. Every answer is in the record of the run
 * before it is used; answers that an earlier command kept are used again.
 */
import { AnswerCache } from '../llm/answer-cache.ts';
import { BadAnswer, readComplete, readOrNull } from '../llm/bad-answer.ts';
import { type Budget, BudgetSpent } from '../llm/budget.ts';
import { cachedRequests } from '../llm/cached-requests.ts';
import type { ChatModel } from '../llm/chat.ts';
import { MAX_REQUESTS, ModelClient, type RequestLog } from '../llm/model-client.ts';
import type { OnEvent } from '../prove/events.ts';
import type { RunRecord } from '../prove/run/record.ts';
import { RecordedRequests } from '../prove/run/request-log.ts';
import type { ModelSettings, ProblemModel } from './formalize-problem.ts';

export interface FormalizerModelParts {
  model: ChatModel;
  budget: Budget;
  settings: ModelSettings;
  /** Where answers are kept for other runs; null to keep nothing. */
  answers: string | null;
  record: RunRecord;
  /** Number of the first answer to a question of a stage; default 0. */
  firstSample?: number;
  /** Number of the problem in the run. */
  problem: number;
  /** Writes an event to the record. */
  emit: OnEvent;
  /** An interruption. */
  signal: AbortSignal;
  /** An interruption or the end of the time. */
  deadline: AbortSignal;
}

/** `reused`: answers to prompts for a statement that were kept by an earlier command. */
export function formalizerModel(parts: FormalizerModelParts): ProblemModel & { reused: () => number } {
  const { model, budget, settings, signal, deadline } = parts;
  const client = new ModelClient({ model, budget, signal: deadline });
  let reused = 0;
  const varied = answerLog(parts, () => reused++, null);
  return {
    askStage: ({ template, messages }, read) =>
      inTime(parts, async () => {
        const log = answerLog(
          parts,
          () => undefined,
          (text) => readOrNull({ text }, read) !== null,
        );
        const { maxOutputTokens, temperature } = settings;
        const { firstSample = 0 } = parts;
        for (let sample = firstSample; ; sample++) {
          const answer = await client.ask({ messages, maxOutputTokens, temperature, sample }, template, log);
          try {
            return readComplete(answer, read);
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof BadAnswer) || sample + 1 === firstSample + MAX_REQUESTS) throw error;
          }
        }
      }),
    ask: (request, template) => inTime(parts, () => client.ask(request, template, varied)),
    reused: () => reused,
  };
}

/** @throws {BudgetSpent} if the time is over; the reason of `signal` */
async function inTime<T>({ signal, deadline }: FormalizerModelParts, work: () => Promise<T>): Promise<T> {
  try {
    if (!deadline.aborted) return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
  }
  signal.throwIfAborted();
  throw new BudgetSpent({ limit: 'time', isParents: true });
}

/** Looks into the record of the run first, then for kept answers. `isKept`: null for varied answers, which are all kept. */
function answerLog(
  { record, problem, model, answers, emit }: FormalizerModelParts,
  onReused: () => void,
  isKept: ((text: string) => boolean) | null,
): RequestLog {
  const recorded = new RecordedRequests({ problem }, record, model.price !== null, emit);
  const kept = cachedRequests(answers === null ? null : new AnswerCache(answers), model, isKept === null);
  return {
    find: (request) => {
      const before = recorded.find(request);
      if (record.answer(request.prompt, request.request.sample)?.event.from === 'kept') onReused();
      if (before !== null) return before;
      const found = kept.find(request);
      if (found === null) return null;
      onReused();
      recorded.onKept(request, found);
      return found;
    },
    onTry: (...tried) => recorded.onTry(...tried),
    onError: (...failed) => recorded.onError(...failed),
    onAnswer: (request, answer, counted) => {
      recorded.onAnswer(request, answer, counted);
      if (isKept?.(answer.text) ?? true) kept.onAnswer(request, answer, counted);
    },
  };
}
