/** Tries attempts one after another with a running language server. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { PoolAnswer, PoolCheck } from '../../lean/server/server-pool.ts';
import { noAnswerOf } from '../trial/warm-lean.ts';
import { syntaxErrorsIn } from './attempt-errors.ts';
import { type AttemptResult, notElaborated, resultOf, type Shown } from './attempt-result.ts';
import { attemptText, type OpenedPlace, whyIncomplete, withoutRest } from './attempts.ts';
import { goalsIn } from './server-answers.ts';

/** Asks the server about a text, within the limits of one attempt. */
export type AskServer = (text: string, questions: NonNullable<PoolCheck['questions']>) => Promise<PoolAnswer>;

/** `known`: what Lean says of the text with the `sorry`. */
export async function tryAttempts(
  ask: AskServer,
  opened: OpenedPlace,
  attempts: readonly string[],
  known: Shown,
): Promise<AttemptResult[]> {
  const rest = withoutRest(opened);
  // A bracket around the place may be closed in the rest.
  const alone = rest === null || (await syntaxErrors(ask, rest.text)).length > 0 ? null : rest;
  const results: AttemptResult[] = [];
  for (const attempt of attempts) {
    const result = await tryOne(ask, opened, attempt, known);
    results.push(await unlessCutOff(ask, result, alone));
  }
  return results;
}

async function tryOne(ask: AskServer, opened: OpenedPlace, attempt: string, known: Shown): Promise<AttemptResult> {
  const attempted = attemptText(opened, attempt);
  const incomplete = whyIncomplete(attempt, attempted);
  if (incomplete !== null) return { ...notElaborated(attempt), refusal: incomplete };
  const answer = await ask(attempted.text, [{ method: '$/lean/plainGoal', offset: attempted.end }]);
  if (answer.kind !== 'answered') return { ...notElaborated(attempt), noAnswer: noAnswerOf(answer) };
  const shown = { diagnostics: answer.diagnostics, goals: goalsIn(answer.answers[0]) };
  return { ...notElaborated(attempt), ...resultOf(opened, attempted, known, shown) };
}

/** What follows in the proof may complete an attempt: `exact` before `exact h`. */
async function unlessCutOff(ask: AskServer, result: AttemptResult, alone: OpenedPlace | null): Promise<AttemptResult> {
  const { errors: own, refusal, noAnswer } = result;
  if (alone === null || own.length > 0 || refusal !== null || noAnswer !== null) return result;
  const errors = await syntaxErrors(ask, attemptText(alone, result.attempt).text);
  return errors.length === 0 ? result : { ...result, errors, goals: null, doubt: null };
}

async function syntaxErrors(ask: AskServer, text: string): Promise<Diagnostic[]> {
  const answer = await ask(text, []);
  return answer.kind === 'answered' ? syntaxErrorsIn(answer.diagnostics) : [];
}
