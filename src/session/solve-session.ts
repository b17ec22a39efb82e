/** What `solve` and `bench solve` open and share: the graph, worked examples, models, and the check of answers. */
import type { z } from 'zod';
import { AnswerChecker } from '../answers/answer-checker.ts';
import { chosenLetter } from '../answers/choice.ts';
import { type ExtractedAnswer, extractAnswer } from '../answers/extract-answer.ts';
import { Failure } from '../base/errors.ts';
import { inRandomOrder, makeRandom } from '../base/random.ts';
import type { SeedProblem } from '../builders/templates/seed-problems.ts';
import type { TemplateGraph } from '../builders/templates/template-graph.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import { requestFailure } from '../llm/fatal-model-errors.ts';
import { answerJudgePrompt, readEquivalence } from '../prompt/answer-judge-prompt.ts';
import type { ShownExample } from '../prompt/solve-prompts.ts';
import type { SolveOptions } from '../options/solve-options.ts';
import { type SolveMethod, usesGraph } from '../solve/solve-method.ts';
import { solveTools, type SolveTools } from '../solve/solve-tools.ts';
import type { SolveKnowledge, SolveQuestion } from '../solve/solve-problem.ts';
import type { CommandContext } from './command-context.ts';
import { openSolveKnowledge } from './open-solve-knowledge.ts';
import { solveToolsNamed } from './open-solve-tools.ts';
import { readSeedFile } from './read-seed-file.ts';
import type { answerVerdictSchema } from './answer-verdict-schema.ts';

/** Worked examples of `few-shot`. */
const EXAMPLES = 8;

export interface SolveSession {
  /** Null if no method needs one. */
  graph: TemplateGraph | null;
  knowledge: SolveKnowledge | null;
  /** The same for all questions. */
  examples: ShownExample[];
  /** Not open yet; null without. */
  tools: SolveTools | null;
  /** Closes the embedder and the tools. */
  close: () => Promise<void>;
}

/**
 * `shots`: a file of solved problems; null for problems of the graph. `seed`: draws the examples.
 * @throws {Failure} as `openGraph`; `shots-missing`
 */
export async function openSolveSession(
  methods: readonly SolveMethod[],
  options: Pick<SolveOptions, 'shots' | 'seed' | 'tools' | 'requireSandbox'>,
  context: CommandContext,
): Promise<SolveSession> {
  const { shots, seed, tools: names, requireSandbox } = options;
  const needsExamples = methods.some(({ name }) => name === 'few-shot');
  const needsGraph = methods.some(usesGraph) || (needsExamples && shots === null);
  const opened = needsGraph ? await openSolveKnowledge(context, { withRejected: true }) : null;
  const graph = opened?.graph ?? null;
  const solved = shots === null ? (graph?.problems ?? []) : readSeedFile(shots, context.cwd).file.problems;
  const examples = needsExamples ? drawExamples(solved, seed) : [];
  const { tools, close: closeTools } = solveToolsNamed(names, { requireSandbox }, context);
  return {
    graph,
    knowledge: opened?.knowledge ?? null,
    examples,
    tools: solveTools(tools),
    close: async () => {
      await closeTools();
      await opened?.close();
    },
  };
}

type SolvedProblem = Pick<SeedProblem, 'problem' | 'solution' | 'answer'>;

function drawExamples(problems: readonly SolvedProblem[], seed: number): ShownExample[] {
  const usable = problems.flatMap(({ problem, solution, answer }): ShownExample[] => {
    const text = solutionText(solution, answer);
    return text === null ? [] : [{ problem, solution: text }];
  });
  if (usable.length > 0) return inRandomOrder(usable, makeRandom(seed)).slice(0, EXAMPLES);
  throw new Failure('usage', 'shots-missing', {
    message: 'The method few-shot needs solved problems, and the graph has none with an answer.',
    next: 'Give a file of them: --shots FILE.jsonl',
  });
}

function solutionText(solution: string | null, answer: string | null): string | null {
  if (solution !== null && (answer === null || solution.includes('\\boxed'))) return solution;
  return answer === null ? null : [solution, `The answer is \\boxed{${answer}}.`].filter(Boolean).join(' ');
}

/** The answer in a model's text; of a choice, its letter. */
export function answerIn(text: string, { options }: SolveQuestion): ExtractedAnswer | null {
  const letter = options.length === 0 ? null : chosenLetter(text, [...options]);
  return letter === null ? extractAnswer(text) : { text: letter, rule: 'boxed' };
}

/** Dual verification: an answer is right if the checker or the judge says so (specs/templates.md, section 5.4). */
type AnswerCheck = z.infer<typeof answerVerdictSchema>;

export class AnswerChecks {
  readonly #checker = new AnswerChecker();
  readonly #judge: AskModel | null;

  /** `judge`: asked where the checker does not say `same`; null for none. */
  constructor(judge: AskModel | null) {
    this.#judge = judge;
  }

  async check(question: SolveQuestion, gold: string, text: string): Promise<AnswerCheck> {
    const { options, problem } = question;
    const pair = { gold, text, ...(options.length === 0 ? {} : { options: [...options] }), question: problem };
    const { verdict: checker, extracted } = await this.#checker.check(pair);
    const judge = checker === 'same' || extracted === null ? null : await this.#asked(problem, gold, extracted.text);
    return { checker, judge, correct: checker === 'same' || judge === true };
  }

  /** The largest class of equal answers, by its first member; null if no text has an answer. */
  async majority(question: SolveQuestion, texts: readonly string[]): Promise<{ at: number; votes: number } | null> {
    const classes: { at: number; answer: string; votes: number }[] = [];
    for (const [at, text] of texts.entries()) {
      const answer = answerIn(text, question)?.text;
      if (answer === undefined) continue;
      const same = await this.#classOf(classes, answer);
      if (same === null) classes.push({ at, answer, votes: 1 });
      else same.votes++;
    }
    const [best] = classes.toSorted((a, b) => b.votes - a.votes || a.at - b.at);
    return best === undefined ? null : { at: best.at, votes: best.votes };
  }

  async #classOf<C extends { answer: string }>(classes: readonly C[], answer: string): Promise<C | null> {
    for (const each of classes) {
      const { verdict } = await this.#checker.check({ gold: each.answer, text: `\\boxed{${answer}}` });
      if (verdict === 'same') return each;
    }
    return null;
  }

  async #asked(question: string, reference: string, submitted: string): Promise<boolean | null> {
    if (this.#judge === null) return null;
    try {
      const prompt = answerJudgePrompt({ question, reference, submitted });
      return (await this.#judge(prompt, readEquivalence)).value.isEquivalent;
    } catch (error) {
      if (requestFailure(error) === null) throw error;
      return null;
    }
  }

  close(): Promise<void> {
    return this.#checker.close();
  }
}
