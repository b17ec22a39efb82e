/** Makes the JSON report of `graph status`. */
import type { NodeStatus } from '../graph/formalization-status.ts';
import type { BlueprintNode } from '../sources/blueprint.ts';
import type { GraphStatusReport } from './graph-schema.ts';

export interface BlueprintStatus {
  /** Null for a source of the library. */
  path: string | null;
  source: string | null;
  title: string;
  nodes: readonly BlueprintNode[];
  statuses: readonly NodeStatus[];
  /** Names of declarations similar to this one. */
  near: (name: string) => string[];
}

export function reportStatus({ path, source, title, nodes, statuses, near }: BlueprintStatus): GraphStatusReport {
  const reports = nodes.map(({ label, piece, statement, proof, unresolved, statementUses, proofUses }, at) => {
    const status = statuses[at]!;
    const labels = (numbers: readonly number[]): string[] => numbers.map((number) => nodes[number]!.label);
    return {
      label,
      kind: piece.called.toLowerCase() || piece.kind,
      title: piece.title,
      file: piece.place.file,
      line: piece.place.line,
      statement: status.statement,
      proof: status.proof,
      claims: {
        statement: statement.isFormalized,
        proof: proof?.isFormalized ?? false,
        mathlib: statement.isInMathlib,
      },
      declarations: status.declarations.map(({ name, exists, isComplete }) => ({ name, exists, complete: isComplete })),
      statement_uses: labels(statementUses),
      proof_uses: labels(proofUses),
      unresolved,
      unlocks: status.unlocks,
    };
  });
  const declarations = reports.flatMap((node) => node.declarations);
  const missing = [...new Set(declarations.filter(({ exists }) => !exists).map(({ name }) => name))];
  const isNext = ({ statement, proof }: (typeof reports)[number]): boolean =>
    statement === 'can-state' || (statement === 'stated' && proof === 'can-prove');
  return {
    schema: 'lemmahead/graph-status@1',
    path,
    source,
    title,
    counts: {
      statements: reports.length,
      uses: reports.reduce((sum, node) => sum + new Set([...node.statement_uses, ...node.proof_uses]).size, 0),
      unresolved: reports.reduce((sum, node) => sum + node.unresolved.length, 0),
      declarations: declarations.length,
      found: declarations.filter(({ exists }) => exists).length,
      stated: reports.filter(({ statement }) => statement === 'stated').length,
      can_state: reports.filter(({ statement }) => statement === 'can-state').length,
      proved: reports.filter(({ proof }) => proof === 'proved' || proof === 'fully-proved').length,
      fully_proved: reports.filter(({ proof }) => proof === 'fully-proved').length,
      can_prove: reports.filter(({ proof }) => proof === 'can-prove').length,
    },
    next: reports
      .filter(isNext)
      .sort((a, b) => b.unlocks - a.unlocks)
      .map(({ label }) => label),
    missing: missing.map((name) => ({ name, nearest: near(name) })),
    false_claims: reports.flatMap(({ label }, at) => statuses[at]!.falseClaims.map((claim) => ({ label, claim }))),
    unchecked: reports.filter((_, at) => statuses[at]!.isUnchecked).map(({ label }) => label),
    nodes: reports,
  };
}
