/** The statements of a blueprint: a LaTeX document that says which declaration formalizes which statement. */
import type { BlueprintMarks, Document, Piece } from './document.ts';

/** A definition, theorem, lemma or similar of the blueprint. */
export interface BlueprintNode {
  /** Its first label; of a statement without a label, its key. */
  label: string;
  piece: Piece;
  statement: BlueprintMarks;
  /** Null without a proof. */
  proof: BlueprintMarks | null;
  /** Numbers of the nodes that its statement or its proof uses, in rising order. */
  statementUses: number[];
  proofUses: number[];
  /** Labels that no node has. */
  unresolved: string[];
}

export const NO_MARKS: BlueprintMarks = {
  uses: [],
  lean: [],
  isFormalized: false,
  isInMathlib: false,
  isNotReady: false,
};

/** Nodes are definitions and claims, as in leanblueprint; remarks and examples are not. */
export function blueprintNodes({ pieces }: Pick<Document, 'pieces'>): BlueprintNode[] {
  const statements = pieces.filter(({ kind }) => kind === 'definition' || kind === 'theorem');
  const numbers = new Map(statements.flatMap(({ labels }, number) => labels.map((label) => [label, number] as const)));
  return statements.map((piece, number) => {
    const { statement, proof } = piece.facts?.blueprint ?? { statement: NO_MARKS, proof: null };
    const resolve = (labels: readonly string[]): number[] =>
      labels.flatMap((label) => numbers.get(label) ?? []).filter((other) => other !== number);
    return {
      label: piece.labels[0] ?? piece.key,
      piece,
      statement,
      proof: piece.proof === null ? null : (proof ?? NO_MARKS),
      statementUses: resolve(statement.uses).sort((a, b) => a - b),
      proofUses: resolve(proof?.uses ?? []).sort((a, b) => a - b),
      unresolved: [...new Set([...statement.uses, ...(proof?.uses ?? [])])].filter((label) => !numbers.has(label)),
    };
  });
}

/** Names of the declarations that formalize it, as the blueprint says, each once. */
export function declaredNames({ statement, proof }: Pick<BlueprintNode, 'statement' | 'proof'>): string[] {
  return [...new Set([...statement.lean, ...(proof?.lean ?? [])])];
}
