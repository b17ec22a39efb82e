/** The statements of a document that are to be linked to declarations. Types only, and blueprints. */
import { type BlueprintNode, declaredNames } from '../../../sources/blueprint.ts';
import type { ListedDeclaration } from './listed-declarations.ts';

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
  /** Declarations that lists give under its title. */
  listed: readonly ListedDeclaration[];
}

/** `\uses` and `\ref` are edges. `listedAs`: the declarations that lists give under a title. */
export function statementsOfBlueprint(
  nodes: readonly BlueprintNode[],
  listedAs: (title: string) => readonly ListedDeclaration[],
): LinkedStatement[] {
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
      listed: listedAs(piece.title),
    };
  });
}
