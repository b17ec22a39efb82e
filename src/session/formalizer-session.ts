/** What formalizing needs besides a model, open for one problem or many: index, concept base and Lean. */
import type { FormalizeOptions } from '../options/formalize-options.ts';
import type { CommandContext } from './command-context.ts';
import { openStatementCheck, type StatementCheck } from './compile-statements.ts';
import { type FormalCheckOptions, openFormalChecks, type OpenFormalChecks } from './open-formal-checks.ts';
import { refreshProject } from './refresh.ts';
import { BY_MODEL } from './reranker.ts';
import { type SemanticConcepts, withSemanticConcepts } from './semantic-concepts.ts';

export interface FormalizerSession extends SemanticConcepts {
  /** Compiles a statement. Null: nothing is compiled. */
  check: StatementCheck['check'] | null;
  /** Where it is compiled; null if nothing is. */
  lean: Pick<StatementCheck, 'toolchain' | 'sandbox'> | null;
  /** Checks statements about this problem further. Null: none is. */
  formal: OpenFormalChecks['about'] | null;
}

/** All is open while `work` runs. @throws {Failure} if Lean, the index or the concept base cannot be used */
export async function withFormalizer<T>(
  options: Pick<FormalizeOptions, 'check'> & FormalCheckOptions,
  context: CommandContext,
  work: (session: FormalizerSession) => T | Promise<T>,
  { isReplay = false } = {},
): Promise<T> {
  // Nothing is asked before it is known that the answers can be compiled.
  const lean = options.check === 'none' ? null : await openStatementCheck(options, context);
  let formal: OpenFormalChecks | null = null;
  try {
    formal = options.check === 'formal' ? await openFormalChecks(options, context) : null;
    await refreshProject(context);
    // The model is asked for an order by a stage of its own.
    const isByModel = context.settings.reranker.name === BY_MODEL;
    const unranked = isByModel ? { rerank: null } : {};
    return await withSemanticConcepts(
      context,
      (concepts) =>
        work({
          ...{ ...concepts, ...unranked },
          helpersFor: (ask) => ({ ...concepts.helpersFor(ask), ...unranked }),
          lean,
          check: lean?.check ?? null,
          formal: formal?.about ?? null,
        }),
      { isReplay },
    );
  } finally {
    await formal?.close();
    await lean?.close();
  }
}
