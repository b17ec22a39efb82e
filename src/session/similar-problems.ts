/** Opens the graph of templates for strategies that prove with solutions of similar problems. */
import { graphDigest, type TemplateGraph } from '../builders/templates/template-graph.ts';
import { normalTheoremName } from '../builders/templates/theorem-names.ts';
import type { FindSolved } from '../prove/strategy.ts';
import { parseMethod } from '../solve/solve-method.ts';
import { solveContext } from '../solve/solve-problem.ts';
import type { CommandContext } from './command-context.ts';
import { openSolveKnowledge } from './open-solve-knowledge.ts';

export interface SimilarProblems {
  find: FindSolved;
  /** Changes whenever the results of `find` may change. */
  digest: string;
  close: () => Promise<void>;
}

/** @throws {Failure} as `openSolveKnowledge` */
export async function openSimilarProblems(context: CommandContext): Promise<SimilarProblems> {
  const { graph, knowledge, close } = await openSolveKnowledge(context, {});
  const method = parseMethod('both', context.settings);
  const declarationsOf = declarationsByTheorem(graph);
  const find: FindSolved = async (problem, ask) => {
    const question = { problem, options: [] };
    const request = { question, method, knowledge, examples: [], strictTable: false, tools: null };
    const found = await solveContext(request, ask);
    const table = found?.table ?? [];
    const declarations = table.flatMap(({ name }) => declarationsOf.get(normalTheoremName(name)) ?? []);
    return { table, template: found?.template ?? null, declarations, notices: found?.notices ?? [] };
  };
  const { name } = context.settings.embedder;
  const { k, threshold, wordings } = method;
  const digest = [graphDigest(graph), k, threshold ?? 'default', wordings, ...(name === null ? [] : [name])].join(' ');
  return { find, digest, close };
}

/** Full names of the declarations that state a theorem, by its normal name. */
function declarationsByTheorem({ theorems }: TemplateGraph): Map<string, string[]> {
  return new Map(
    theorems.map(({ name, declarations }) => [normalTheoremName(name), declarations.map((each) => each.name)]),
  );
}
