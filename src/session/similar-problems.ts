/** Opens the graph of templates for strategies that prove with solutions of similar problems. */
import type { TemplateGraph } from '../builders/templates/template-graph.ts';
import { normalTheoremName } from '../builders/templates/theorem-names.ts';
import type { FindSolved } from '../prove/strategy.ts';
import { parseMethod } from '../solve/solve-method.ts';
import { solveContext } from '../solve/solve-problem.ts';
import type { CommandContext } from './command-context.ts';
import { openSolveKnowledge } from './open-solve-knowledge.ts';

/** @throws {Failure} as `openSolveKnowledge` */
export async function openSimilarProblems(
  context: CommandContext,
): Promise<{ find: FindSolved; close: () => Promise<void> }> {
  const { graph, knowledge, close } = await openSolveKnowledge(context, {});
  const declarationsOf = declarationsByTheorem(graph);
  const find: FindSolved = async (problem, ask) => {
    const question = { problem, options: [] };
    const request = { question, method: parseMethod('both'), knowledge, examples: [], strictTable: false };
    const found = await solveContext(request, ask);
    const table = found?.table ?? [];
    const declarations = table.flatMap(({ name }) => declarationsOf.get(normalTheoremName(name)) ?? []);
    return { table, template: found?.template ?? null, declarations, notices: found?.notices ?? [] };
  };
  return { find, close };
}

/** Full names of the declarations that state a theorem, by its normal name. */
function declarationsByTheorem({ theorems }: TemplateGraph): Map<string, string[]> {
  return new Map(
    theorems.map(({ name, declarations }) => [normalTheoremName(name), declarations.map((each) => each.name)]),
  );
}
