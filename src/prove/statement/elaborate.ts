/** Compiles a statement alone and reads its type. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { UncheckedReason } from '../../verify/verdict.ts';
import type { StatementTools } from './close-goal.ts';
import type { StatementSource } from './statement-source.ts';
import { aloneText, copyName } from './scaffold.ts';
import { elaboratedStatement, type ElaboratedStatement, TermTooLarge } from './terms.ts';

/** `fails`: Lean refuses the statement. */
export interface NotElaborated {
  failure:
    | { kind: 'fails'; diagnostics: readonly Diagnostic[] }
    | { kind: 'unchecked'; why: UncheckedReason; detail: string };
}

export async function elaborate(
  { judge }: Pick<StatementTools, 'judge'>,
  source: StatementSource,
): Promise<ElaboratedStatement | NotElaborated> {
  const result = await judge.elaborate(aloneText(source));
  if (result.kind === 'fails') return { failure: result };
  if (result.kind === 'unchecked') return { failure: { kind: 'unchecked', why: result.why, detail: result.detail } };
  try {
    const found = elaboratedStatement(result.subject, copyName(source));
    if (found !== null) return found;
    return { failure: { kind: 'unchecked', why: 'notAuditable', detail: 'Lean stored no declaration for it' } };
  } catch (error) {
    if (!(error instanceof TermTooLarge)) throw error;
    return { failure: { kind: 'unchecked', why: 'notAuditable', detail: 'its type is too large to read' } };
  }
}
