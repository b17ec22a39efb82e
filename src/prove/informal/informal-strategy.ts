/** Common part of the strategies that first write an informal proof and then formalize it in Lean. */
import { proposeAndRepair } from '../rag/propose-and-repair.ts';
import type { Strategy } from '../strategy.ts';
import { InformalSteps, type StepsOptions } from './steps.ts';

/** `write` returns the informal proof or null; the statement is known by then. */
export function informalStrategy(
  name: string,
  options: StepsOptions,
  write: (steps: InformalSteps) => Promise<string | null>,
): Strategy {
  return {
    name,
    async *propose(problem, tools) {
      const steps = new InformalSteps(problem, tools, options);
      await steps.findStatement();
      const proof = await write(steps);
      const formalTools = options.withDeclarations ? tools : { ...tools, retrieve: null };
      yield* proposeAndRepair(problem, formalTools, options, { statement: steps.statement, proof });
    },
  };
}
