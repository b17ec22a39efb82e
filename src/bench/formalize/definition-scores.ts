/** Has judges score the definitions in a prompt: how well each is one that the statement needs (`acs@1`). */
import { BudgetSpent } from '../../llm/budget.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import { conceptScorePrompt } from '../../prompt/text-judge-prompts.ts';
import { readConceptScore } from '../../prove/statement/judge-answers.ts';
import type { TextJudge } from '../../prove/statement/text-judge.ts';
import type { PackedDefinition } from '../../search/concepts/statement-pack.ts';
import type { DefinitionScore } from './formalize-result.ts';

/** One request for each definition and judge. @throws {BudgetSpent} of the whole benchmark, {ModelError} that is fatal */
export async function scoresByJudges(
  text: string,
  definitions: readonly PackedDefinition[],
  judges: readonly TextJudge[],
): Promise<DefinitionScore['judges'][]> {
  return Promise.all(
    definitions.map(({ row, ...shown }) => {
      const prompt = conceptScorePrompt(text, { ...shown, kind: row.kind, name: row.name });
      return Promise.all(
        judges.map(async ({ name: judge, ask }) => {
          try {
            return { judge, ...(await ask(prompt, readConceptScore)) };
          } catch (error) {
            const isOwnLimit = error instanceof BudgetSpent && !error.stop.isParents;
            if (isOwnLimit || requestFailure(error) !== null) return { judge, score: null, why: '' };
            throw error;
          }
        }),
      );
    }),
  );
}
