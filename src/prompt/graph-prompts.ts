/** Builds the prompts that make a graph of templates. Everything from a problem or a model is between marks. */
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { optionsSection, type ShownExample, type ShownProblem } from './solve-prompts.ts';
import {
  GRAPH_ANSWER,
  GRAPH_MIXED,
  GRAPH_STEP_THEOREMS,
  GRAPH_TEMPLATE,
  GRAPH_THEOREMS,
  GRAPH_VARY,
} from './templates/build-graph.ts';

/** Maximum size of the parts in characters. */
const CHARS = { problem: 8000, solution: 8000, step: 1500, template: 4000 };

/** A template as the prompts show it. */
export interface GraphTemplateText {
  level: number | null;
  title: string;
  problem: string;
  steps: readonly { text: string; theorem: string }[];
}

const shownProblem = (problem: string): string => marked(clip(problem, CHARS.problem));
const shownSolution = (solution: string): string => marked(clip(solution, CHARS.solution));

export const graphAnswerPrompt = (shown: ShownProblem, examples: readonly ShownExample[]): Prompt =>
  promptOf(GRAPH_ANSWER, {
    examples: examples
      .map(
        ({ problem, solution }, at) =>
          `# Example ${at + 1}\n\n${marked(`${clip(problem, CHARS.problem)}\n\nSolution: ${clip(solution, CHARS.solution)}`)}`,
      )
      .join('\n\n'),
    problem: shownProblem(shown.problem),
    options: optionsSection(shown),
  });

export const graphTheoremsPrompt = (problem: string, solution: string): Prompt =>
  promptOf(GRAPH_THEOREMS, { problem: shownProblem(problem), solution: shownSolution(solution) });

export const graphTemplatePrompt = (problem: string, solution: string): Prompt =>
  promptOf(GRAPH_TEMPLATE, { problem: shownProblem(problem), solution: shownSolution(solution) });

export const graphStepTheoremsPrompt = (problem: string, steps: readonly string[]): Prompt =>
  promptOf(GRAPH_STEP_THEOREMS, {
    problem: shownProblem(problem),
    steps: marked(steps.map((step, at) => `${at + 1}. ${clip(step, CHARS.step)}`).join('\n')),
    count: `There are ${steps.length} steps.`,
  });

export const graphMixedPrompt = (templates: readonly GraphTemplateText[], level: number): Prompt =>
  promptOf(GRAPH_MIXED, {
    templates: marked(templates.map(templateText).join('\n\n')),
    level: `Write one new template of level ${level}.`,
  });

export const graphVaryPrompt = (template: GraphTemplateText): Prompt =>
  promptOf(GRAPH_VARY, { template: marked(templateText(template)) });

function templateText({ level, title, problem, steps }: GraphTemplateText): string {
  const head = level === null ? title : `Level ${level}: ${title}`;
  const lines = steps.map(({ text, theorem }, at) => `${at + 1}. ${clip(text, CHARS.step)} [${theorem}]`);
  return clip([head, problem, ...lines].join('\n'), CHARS.template);
}
