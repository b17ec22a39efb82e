/**
 * Whether a statement says what a text says, by models. Each judge reads the statement back without knowing the text, and
 * then compares the two texts; a critic sees both at once. A judge's word is no proof.
 */
import { BadAnswer } from '../../llm/bad-answer.ts';
import { BudgetSpent } from '../../llm/budget.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { Prompt } from '../../prompt/prompts.ts';
import {
  comparePrompt,
  criticPrompt,
  isTooLongToJudge,
  readBackPrompt,
  type ShownStatement,
} from '../../prompt/text-judge-prompts.ts';
import { type Component, type Difference, readComparison, readCritic, readReadBack } from './judge-answers.ts';
import type { NO_OPINION } from './statement-verdicts.ts';

/** A model that judges. */
export interface TextJudge {
  /** `provider/model`. */
  name: string;
  /** Puts a question, again if `read` throws `BadAnswer`. */
  ask: <T extends object>(prompt: Prompt, read: (answer: string) => T) => Promise<T>;
}

export interface Opinion {
  judge: string;
  /** Null if the judge gave no answer. */
  isSame: boolean | null;
  /** What the statement says, in the judge's words; null before it was read. */
  readBack: string | null;
  differences: readonly Difference[];
  /** By the critic; empty without one. */
  components: readonly Component[];
  /** Null if there is an answer. */
  failure: { why: (typeof NO_OPINION)[number]; detail: string } | null;
}

export interface Judgement {
  /**
   * `consistent`: more than half of all judges say yes. `suspect`: at least as many say no as yes. Null if too few
   * answered.
   */
  verdict: 'consistent' | 'suspect' | null;
  /** Whether all who answered say the same. */
  isUnanimous: boolean;
  opinions: readonly Opinion[];
}

/** `hasCritic`: each judge is also asked with both texts at once; then only two `yes` are one. */
export async function judgeText(
  judges: readonly TextJudge[],
  text: string,
  shown: ShownStatement,
  hasCritic: boolean,
): Promise<Judgement> {
  const opinions = await Promise.all(judges.map((judge) => opinionOf(judge, text, shown, hasCritic)));
  const count = (answer: boolean): number => opinions.filter(({ isSame }) => isSame === answer).length;
  const [yes, no] = [count(true), count(false)];
  const verdict = 2 * yes > judges.length ? 'consistent' : no > 0 && no >= yes ? 'suspect' : null;
  return { verdict, isUnanimous: yes === 0 || no === 0, opinions };
}

/** Requests for one statement, without questions that are put again. */
export const questionsOf = (judges: number, hasCritic: boolean): number => judges * (hasCritic ? 3 : 2);

async function opinionOf(
  { name, ask }: TextJudge,
  text: string,
  shown: ShownStatement,
  hasCritic: boolean,
): Promise<Opinion> {
  const opinion: Opinion = {
    ...{ judge: name, isSame: null, readBack: null, differences: [], components: [], failure: null },
  };
  if (isTooLongToJudge(text, shown)) {
    return { ...opinion, failure: { why: 'too-long', detail: 'the text or the statement is too long for a prompt' } };
  }
  try {
    const constants = shown.constants.map((constant) => constant.name);
    const read = await ask(readBackPrompt(shown), (answer) => readReadBack(answer, constants));
    opinion.readBack = read.statement;
    const compared = await ask(comparePrompt(text, read.statement), (answer) =>
      readComparison(answer, text, read.statement),
    );
    opinion.differences = compared.differences;
    const code = [shown.statement, ...shown.own].join('\n');
    const critic = hasCritic
      ? await ask(criticPrompt(text, shown), (answer) => readCritic(answer, text, code))
      : { isSame: true, components: [] };
    return { ...opinion, components: critic.components, isSame: compared.isSame && critic.isSame };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { ...opinion, failure };
  }
}

function failureOf(error: unknown): Opinion['failure'] {
  if (error instanceof BudgetSpent) return { why: 'budget', detail: 'the budget is used up' };
  if (error instanceof BadAnswer) return { why: 'answer', detail: error.message };
  if (!(error instanceof ModelError) || error.kind === 'cancelled') return null;
  return { why: 'model', detail: error.detail.message.replace(/\.$/u, '') };
}
