/** The statements of a document that are to be linked to declarations. Types only, and blueprints. */
import { type BlueprintNode, declaredNames } from '../../../sources/blueprint.ts';

export interface LinkedStatement {
  /** Its first label, or its key. */
  name: string;
  isDefinition: boolean;
  title: string;
  /** In LaTeX or Markdown. */
  text: string;
  /** Its neighbourhood: statements of the same group are in one file and section. */
  group: string;
  /** Numbers of the statements that it refers to, in its statement or its proof. */
  uses: readonly number[];
  /** Full names of declarations that the document gives it. */
  given: readonly string[];
}

/** `\uses` and `\ref` are edges. */
export function statementsOfBlueprint(nodes: readonly BlueprintNode[]): LinkedStatement[] {
  const numbers = new Map(nodes.flatMap(({ piece }, at) => piece.labels.map((label) => [label, at] as const)));
  return nodes.map((node, at) => {
    const { label, piece, statementUses, proofUses } = node;
    const referred = piece.references.flatMap((each) =>
      each.kind === 'refers' ? (numbers.get(each.label) ?? []) : [],
    );
    return {
      name: label,
      isDefinition: piece.kind === 'definition',
      title: piece.title,
      text: piece.body,
      group: JSON.stringify([piece.place.file, ...piece.headings]),
      uses: [...new Set([...statementUses, ...proofUses, ...referred])].filter((other) => other !== at),
      given: declaredNames(node),
    };
  });
}
