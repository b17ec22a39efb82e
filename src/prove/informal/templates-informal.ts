/**
 * `templates-informal`: finds solutions of similar problems in a graph of templates, writes an informal proof with their
 * theorems and one template, and formalizes it (specs/templates.md, section 4).
 */
import type { Premise } from '../premise.ts';
import { proposeAndRepair } from '../rag/propose-and-repair.ts';
import type { Strategy, Tools } from '../strategy.ts';
import { InformalSteps, type StepsOptions } from './steps.ts';

/** Needs a model and a graph of templates. */
export function templatesInformal(options: StepsOptions): Strategy {
  return {
    name: 'templates-informal',
    async *propose(problem, tools) {
      const steps = new InformalSteps(problem, tools, options);
      await steps.findStatement();
      const material = await steps.similarProblems();
      const proof = await steps.proveByTemplate(material);
      const stated = await declarationsAtHand(material.declarations, tools.retrieve);
      const retrieve = withFirst(stated, options.withDeclarations ? tools.retrieve : null);
      yield* proposeAndRepair(problem, { ...tools, retrieve }, options, { statement: steps.statement, proof });
    },
  };
}

/** The declarations with these names that the file imports or that are above the hole, in this order. */
async function declarationsAtHand(names: readonly string[], retrieve: Tools['retrieve']): Promise<Premise[]> {
  if (retrieve === null) return [];
  const found: Premise[] = [];
  for (const text of new Set(names)) {
    const premises = await retrieve({ text, as: 'name', reason: 'unknown_identifier', limit: 3 });
    found.push(...premises.filter(({ name, isAtHand }) => name === text && isAtHand));
  }
  return found;
}

/** Retrieves `first` before other premises; null if there is nothing to retrieve. */
function withFirst(first: readonly Premise[], retrieve: Tools['retrieve']): Tools['retrieve'] {
  if (first.length === 0) return retrieve;
  return async (query) => [...first, ...(retrieve === null ? [] : await retrieve(query))];
}
