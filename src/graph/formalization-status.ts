/**
 * What of a blueprint is formalized, and what can be formalized next: leanblueprint's colours, computed from the sources
 * of the formalization instead of a compiled project.
 */
import { type BlueprintNode, declaredNames } from '../sources/blueprint.ts';
import { EdgeList, neighboursOf, reversed } from './adjacency.ts';
import { breadthFirst, UNREACHED } from './kernels.ts';

/** A declaration that a node names. */
export interface NamedDeclaration {
  name: string;
  /** Whether the index has it. */
  exists: boolean;
  /** Whether its text has no `sorry` or `admit`; false if it does not exist. */
  isComplete: boolean;
}

export const STATEMENT_STATES = ['not-ready', 'blocked', 'can-state', 'stated'] as const;

export type StatementState = (typeof STATEMENT_STATES)[number];

export const PROOF_STATES = ['none', 'blocked', 'can-prove', 'proved', 'fully-proved'] as const;

export type ProofState = (typeof PROOF_STATES)[number];

export interface NodeStatus {
  /** `stated`: all declarations that it names exist. `can-state`: it is not, but all that it uses is. */
  statement: StatementState;
  /** `proved`: its declarations are complete. `fully-proved`: and so is all that it needs. `none`: a definition. */
  proof: ProofState;
  declarations: NamedDeclaration[];
  /** Number of nodes that need it, directly or not, and are not proved. */
  unlocks: number;
  /** Claims of the blueprint that do not hold. */
  falseClaims: string[];
  /** Whether it claims to be formalized without naming a declaration. The claim is believed. */
  isUnchecked: boolean;
}

/** `find`: looks a declaration up by its full name. */
export function formalizationStatus(
  nodes: readonly BlueprintNode[],
  find: (name: string) => Omit<NamedDeclaration, 'name'>,
): NodeStatus[] {
  const declarations = nodes.map((node) => declaredNames(node).map((name) => ({ name, ...find(name) })));
  const isStated = nodes.map(({ statement }, at) =>
    statement.isInMathlib || declarations[at]!.length === 0
      ? statement.isInMathlib || statement.isFormalized
      : declarations[at]!.every(({ exists }) => exists),
  );
  const isProved = nodes.map(({ piece, statement, proof }, at) => {
    if (statement.isInMathlib || !isStated[at]!) return isStated[at]!;
    if (declarations[at]!.length > 0) return declarations[at]!.every(({ isComplete }) => isComplete);
    return piece.kind === 'definition' || proof?.isFormalized === true;
  });
  const edges = new EdgeList();
  for (const [at, { statementUses, proofUses }] of nodes.entries())
    for (const other of [...statementUses, ...proofUses]) edges.add(at, other, 1);
  const graph = edges.adjacency(nodes.length);
  const back = reversed(graph);
  const unproved = [...nodes.keys()].filter((at) => !isProved[at]!);
  const needsUnproved = breadthFirst(back, unproved).distance;
  return nodes.map((node, at): NodeStatus => {
    const needing = breadthFirst(back, [at]).order.slice(1);
    const isDefinition = node.piece.kind === 'definition';
    return {
      statement: statementState(
        node,
        isStated[at]!,
        node.statementUses.every((other) => isStated[other]!),
      ),
      proof: isProved[at]!
        ? needsUnproved[at] === UNREACHED
          ? 'fully-proved'
          : 'proved'
        : isDefinition
          ? 'none'
          : isStated[at]! && neighboursOf(graph, at).every((other) => isStated[other]!)
            ? 'can-prove'
            : 'blocked',
      declarations: declarations[at]!,
      unlocks: needing.filter((other) => !isProved[other]!).length,
      falseClaims: falseClaims(node, declarations[at]!),
      isUnchecked: node.statement.isFormalized && declarations[at]!.length === 0,
    };
  });
}

function statementState({ statement }: BlueprintNode, isStated: boolean, canState: boolean): StatementState {
  if (isStated) return 'stated';
  if (statement.isNotReady) return 'not-ready';
  return canState ? 'can-state' : 'blocked';
}

/** `\leanok` on a statement with a declaration that is missing, or on the proof of one that has a `sorry`. */
function falseClaims({ statement, proof }: BlueprintNode, declarations: readonly NamedDeclaration[]): string[] {
  if (!statement.isFormalized && proof?.isFormalized !== true) return [];
  return declarations.flatMap(({ name, exists, isComplete }) => {
    if (!exists) return [`${name} is not in the index`];
    return !isComplete && proof?.isFormalized === true ? [`${name} has a sorry`] : [];
  });
}
