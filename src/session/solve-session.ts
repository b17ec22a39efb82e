/** What `solve` and `bench solve` open and share: the graph, worked examples and tools. */
import { Failure } from '../base/errors.ts';
import { inRandomOrder, makeRandom } from '../base/random.ts';
import type { SeedProblem } from '../builders/templates/seed-problems.ts';
import type { TemplateGraph } from '../builders/templates/template-graph.ts';
import type { ShownExample } from '../prompt/solve-prompts.ts';
import type { SolveOptions } from '../options/solve-options.ts';
import { type SolveMethod, usesGraph } from '../solve/solve-method.ts';
import { solveTools, type SolveTools } from '../solve/solve-tools.ts';
import type { SolveKnowledge } from '../solve/solve-problem.ts';
import type { CommandContext } from './command-context.ts';
import { openSolveKnowledge } from './open-solve-knowledge.ts';
import { solveToolsNamed } from './open-solve-tools.ts';
import { readSeedFile } from './read-seed-file.ts';

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
