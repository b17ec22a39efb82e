/** Builds the prompts that solve problems with templates. Everything from a problem, a graph or a model is between marks. */
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import {
  CHOOSE_TEMPLATE,
  DISTIL,
  SOLVE_ANSWER,
  SOLVE_ANSWER_TOOLS,
  THEOREM_TABLE,
} from './templates/solve-problem-stages.ts';

/** Maximum size of the parts in characters. */
const CHARS = { problem: 8000, statement: 600, template: 4000, step: 600, solution: 3000 };

export interface ShownProblem {
  problem: string;
  /** The options of a multiple-choice problem, in order; otherwise empty. */
  options: readonly string[];
}

/** A row of the table of theorems. */
export interface ShownTheorem {
  name: string;
  /** '' if it is not known. */
  statement: string;
  /** When to use it; '' if nobody says. */
  when: string;
}

export interface ShownTemplate {
  title: string;
  problem: string;
  steps: readonly { text: string; theorem: string | null }[];
  /** Names. */
  theorems: readonly string[];
}

/** A solved problem. */
export interface ShownExample {
  problem: string;
  solution: string;
}

/** '' without options. */
export const optionsSection = ({ options }: ShownProblem): string =>
  options.length === 0
    ? ''
    : `# Options\n\n${marked(options.map((text, at) => `${String.fromCharCode(65 + at)}. ${clip(text, CHARS.statement)}`).join('\n'))}`;

const problemText = ({ problem }: ShownProblem): string => marked(clip(problem, CHARS.problem));

/** Asks for `count` wordings of the class of problems. */
export const distilPrompt = (shown: ShownProblem, count: number): Prompt =>
  promptOf(DISTIL, { problem: problemText(shown), options: optionsSection(shown), count: `Give ${count} in all.` });

/** `uses`: number of hits that use the theorem. */
export const theoremTablePrompt = (
  shown: ShownProblem,
  theorems: readonly (Pick<ShownTheorem, 'name' | 'statement'> & { uses: number })[],
): Prompt =>
  promptOf(THEOREM_TABLE, {
    problem: problemText(shown),
    theorems: marked(
      theorems
        .map(({ name, statement, uses }) => `- (${uses}) ${name}${afterColon(clip(statement, CHARS.statement))}`)
        .join('\n'),
    ),
  });

/** The templates are numbered from 1, in their order. */
export const chooseTemplatePrompt = (
  shown: ShownProblem,
  table: readonly ShownTheorem[],
  templates: readonly ShownTemplate[],
): Prompt =>
  promptOf(CHOOSE_TEMPLATE, {
    problem: problemText(shown),
    theorems: marked(tableText(table)),
    templates: marked(templates.map((template, at) => `${at + 1}. ${templateText(template)}`).join('\n\n')),
  });

/** What the method adds to the problem; empty for what it does not have. */
export interface SolveMaterial {
  examples: readonly ShownExample[];
  table: readonly ShownTheorem[];
  template: ShownTemplate | null;
}

/** `hasTools`: the model may call tools. */
export const answerPrompt = (
  shown: ShownProblem,
  { examples, table, template }: SolveMaterial,
  hasTools = false,
): Prompt =>
  promptOf(hasTools ? SOLVE_ANSWER_TOOLS : SOLVE_ANSWER, {
    examples: examples
      .map(({ problem, solution }, at) => {
        const solved = `${clip(problem, CHARS.problem)}\n\nSolution: ${clip(solution, CHARS.solution)}`;
        return `# Example ${at + 1}\n\n${marked(solved)}`;
      })
      .join('\n\n'),
    ...materialSections({ table, template }),
    problem: problemText(shown),
    options: optionsSection(shown),
  });

/** The sections `theorems` and `template`; '' for what is missing. */
export const materialSections = ({
  table,
  template,
}: Pick<SolveMaterial, 'table' | 'template'>): { theorems: string; template: string } => ({
  theorems: table.length === 0 ? '' : `# Theorems\n\n${marked(tableText(table))}`,
  template: template === null ? '' : `# Template\n\n${marked(templateText(template))}`,
});

const afterColon = (text: string): string => (text === '' ? '' : `: ${text}`);

const tableText = (table: readonly ShownTheorem[]): string =>
  table
    .map(({ name, statement, when }) => {
      const use = when === '' ? '' : ` (use: ${clip(when, CHARS.statement)})`;
      return `- ${name}${afterColon(clip(statement, CHARS.statement))}${use}`;
    })
    .join('\n');

function templateText({ title, problem, steps, theorems }: ShownTemplate): string {
  const lines = steps.map(({ text, theorem }, at) => {
    return `Step ${at + 1}: ${clip(text, CHARS.step)}${theorem === null ? '' : ` [${theorem}]`}`;
  });
  const uses = steps.length > 0 || theorems.length === 0 ? [] : [`Uses: ${theorems.join('; ')}`];
  return clip([title, problem, ...lines, ...uses].join('\n'), CHARS.template);
}
