/** A blueprint with what of it is formalized, as the graph of a picture. */
import type { BlueprintNode } from '../sources/blueprint.ts';
import type { NodeStatus } from './formalization-status.ts';
import type { PictureEdge, PictureGraph, PictureState } from './picture-graph.ts';

/** `linkOf`: the address of a declaration's documentation. */
export function blueprintPicture(
  title: string,
  nodes: readonly BlueprintNode[],
  statuses: readonly NodeStatus[],
  linkOf: (name: string) => string | null,
): PictureGraph {
  const ids = uniqueIds(nodes);
  return {
    title,
    nodes: nodes.map(({ label, piece }, at) => {
      const { declarations } = statuses[at]!;
      const names = declarations.map(({ name, exists, isComplete }) =>
        exists ? `${name}${isComplete ? '' : ' (has a sorry, or cannot be read)'}` : `${name} (not in the index)`,
      );
      const called = [piece.called || piece.kind, piece.number ?? ''].filter((part) => part !== '').join(' ');
      const place = piece.place.line === null ? piece.place.file : `${piece.place.file}:${piece.place.line}`;
      return {
        id: ids[at]!,
        label,
        title: piece.title,
        type: piece.kind === 'definition' ? 'definition' : 'theorem',
        state: stateOf(statuses[at]!),
        field: piece.headings[0] ?? null,
        details: [`${called}, ${place}`, ...names.map((name) => `Lean: ${name}`), `\n${piece.body}`].join('\n'),
        link: declarations.map(({ name }) => linkOf(name)).find((link) => link !== null) ?? null,
      };
    }),
    edges: nodes.flatMap(({ statementUses, proofUses }, at) => usesOf(ids, at, statementUses, proofUses)),
  };
}

/** Labels; a label that an earlier node has gets the number of the node. */
function uniqueIds(nodes: readonly BlueprintNode[]): string[] {
  const seen = new Set<string>();
  return nodes.map(({ label }, at) => {
    const id = seen.has(label) ? `${label}#${at}` : label;
    seen.add(id);
    return id;
  });
}

function usesOf(
  ids: readonly string[],
  at: number,
  statement: readonly number[],
  proof: readonly number[],
): PictureEdge[] {
  const edge = (other: number, role: string): PictureEdge => ({ from: ids[at]!, to: ids[other]!, role });
  const onlyProof = [...new Set(proof)].filter((other) => !statement.includes(other));
  return [
    ...[...new Set(statement)].map((other) => edge(other, 'statement')),
    ...onlyProof.map((other) => edge(other, 'proof')),
  ];
}

/** State of a statement; for a formalized statement, the state of its proof. */
function stateOf({ statement, proof }: NodeStatus): PictureState {
  if (statement !== 'stated') return statement;
  return proof === 'none' || proof === 'blocked' ? 'stated' : proof;
}
