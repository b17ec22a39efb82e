/** What `templates build` would ask models: the first questions exactly, and all of them by usual lengths of answers. */
import { buildByModel, emptyBuild, type ModelBuildRequest } from '../builders/templates/model/build-by-model.ts';
import {
  isSolution,
  REASONING_TOKENS,
  TOKEN_CHARS,
  usualAnswer,
  usualTokens,
} from '../builders/templates/model/usual-answers.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { SeedProblem } from '../builders/templates/seed-problems.ts';
import type { ChatModel, Price } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { costOf } from '../llm/prices.ts';
import type { TemplatesBuildOptions } from '../options/template-graph-options.ts';
import { answerJudgePrompt, readEquivalence } from '../prompt/answer-judge-prompt.ts';
import type { CommandContext } from './command-context.ts';
import { plannedQuestions } from './model-questions.ts';
import type { PlannedUse, UsualUse } from './model-use-schema.ts';
import { answeredSeeds, buildRequestOf, openAdvancedModel, openBaseModel } from './template-model-build.ts';

/** `planned`: what the first stage asks first. `usual`: the base model, the advanced one, the judge. */
export interface PlannedModelGraph {
  planned: PlannedUse;
  usual: UsualUse[];
}

/** @throws {Failure} as `buildModelGraph` */
export async function plannedModelGraph(
  seeds: readonly SeedProblem[],
  options: TemplatesBuildOptions,
  context: CommandContext,
): Promise<PlannedModelGraph> {
  const { settings } = context;
  const model = await openBaseModel({ ...options, dryRun: true }, context);
  const advanced = await openAdvancedModel({ ...options, dryRun: true }, context);
  const judge =
    settings.judgeModel === null
      ? null
      : await openModelFrom({ ...settings.model, name: settings.judgeModel }, { record: null, isDryRun: true });
  const names = { base: model.name, advanced: advanced?.name ?? null };
  const usable = answeredSeeds(seeds, options);
  const request = (ask: AskModel): ModelBuildRequest => ({
    ...buildRequestOf(usable, options, names),
    ...{ ask, askAdvanced: null, concurrency: 1, signal: context.signal },
    // Every theorem is consistent, so that as many questions follow as can.
    similarity: (own) => Promise.resolve(own.map(() => 1)),
    isRight: () => Promise.resolve(true),
    onProblem: () => undefined,
    onUnit: () => undefined,
  });
  const planned = await plannedQuestions(model, context, (ask) => buildByModel(request(ask), emptyBuild()));
  const [base, second, third] = [model, advanced, judge].map((each) => each && new UsualQuestions(each));
  const build = { ...request(base!.ask), askAdvanced: second?.ask ?? null };
  await buildByModel(
    {
      ...build,
      isRight: async ({ problem, answer }) => {
        // The judge is asked at most once a seed, where the checker does not accept the answer.
        if (third && answer !== null) {
          const judged = { question: problem, reference: answer, submitted: answer, part: 'answer' } as const;
          await third.ask(answerJudgePrompt(judged), readEquivalence);
        }
        return true;
      },
    },
    emptyBuild(),
  );
  return { planned, usual: [base, second, third].flatMap((each) => each?.report() ?? []) };
}

/** Counts questions to a model and answers them itself, by usual lengths. */
class UsualQuestions {
  readonly #model: ChatModel;
  readonly #byTemplate = new Map<string, number>();
  #input = 0;
  #output = 0;
  #cost = 0;
  #reasoningCost = 0;

  constructor(model: ChatModel) {
    this.#model = model;
  }

  readonly ask: AskModel = ({ template, messages }, read) => {
    const { name, price } = this.#model;
    const inputTokens = Math.ceil(messages.reduce((sum, { text }) => sum + text.length, 0) / TOKEN_CHARS);
    const outputTokens = usualTokens(template);
    this.#byTemplate.set(template, (this.#byTemplate.get(template) ?? 0) + 1);
    this.#input += inputTokens;
    this.#output += outputTokens;
    this.#cost += costIn(price, inputTokens, outputTokens);
    this.#reasoningCost += costIn(price, inputTokens, isSolution(template) ? REASONING_TOKENS : outputTokens);
    return Promise.resolve({ value: read(usualAnswer(template), []), model: name, template, snapshot: 'dry run' });
  };

  report(): UsualUse {
    const { name, endpoint, price } = this.#model;
    return {
      ...{ model: name, endpoint, questions: [...this.#byTemplate.values()].reduce((sum, count) => sum + count, 0) },
      by_template: Object.fromEntries(this.#byTemplate),
      ...{ input_tokens: this.#input, output_tokens: this.#output },
      cost: price === null ? null : this.#cost,
      reasoning_cost: price === null ? null : this.#reasoningCost,
    };
  }
}

const costIn = (price: Price | null, inputTokens: number, outputTokens: number): number =>
  price === null ? 0 : costOf({ inputTokens, outputTokens }, price);
