/** Finds for each proof or solution the statement that it belongs to. */
import type { Block, ProofBlock, StatementBlock } from './block.ts';

export interface Hung {
  /** In the order of the document. */
  proofs: Map<StatementBlock, ProofBlock[]>;
  /** Those with no statement before them. */
  alone: Set<ProofBlock>;
}

/** Each proof is given once: to what its head names, else to a statement before it. */
export function hangProofs(blocks: readonly Block[]): Hung {
  const byLabel = new Map<string, StatementBlock>();
  for (const block of blocks) {
    if (block.type === 'statement') for (const label of block.labels) byLabel.set(label, block);
  }
  const hung: Hung = { proofs: new Map(), alone: new Set() };
  for (const block of blocks) {
    if (block.type !== 'proof') continue;
    const named = block.of.map((label) => byLabel.get(label)).find((statement) => statement !== undefined);
    const statement = block.within ?? named ?? before(blocks, block, hung.proofs);
    if (statement === null) hung.alone.add(block);
    else hung.proofs.set(statement, [...(hung.proofs.get(statement) ?? []), block]);
  }
  return hung;
}

type Proven = ReadonlyMap<StatementBlock, unknown>;

/**
 * What is proved stands right before its proof, perhaps with other proofs of the same, or with text between; then a
 * remark between the two is passed over.
 */
function before(blocks: readonly Block[], proof: ProofBlock, proven: Proven): StatementBlock | null {
  let adjacent: StatementBlock | null = null;
  let isAdjacent = true;
  let provenOne: StatementBlock | null = null;
  for (let at = proof.after - 1; at >= 0; at--) {
    const block = blocks[at]!;
    if (block.type === 'heading' && provenOne !== null) break;
    if (block.type === 'text' || block.type === 'heading') isAdjacent = false;
    if (block.type !== 'statement') continue;
    if (isAdjacent && adjacent === null) adjacent = block;
    if (!isProvable(block, proof)) continue;
    if (isAdjacent && block === adjacent) return block;
    if (!proven.has(block)) return adjacent !== null && provenOne !== null ? adjacent : block;
    provenOne ??= block;
  }
  return adjacent ?? provenOne ?? nearest(blocks, proof);
}

const isProvable = ({ kind }: StatementBlock, { role }: ProofBlock): boolean =>
  kind === 'problem' || (role === 'proof' ? kind === 'theorem' : kind === 'example');

function nearest(blocks: readonly Block[], proof: ProofBlock): StatementBlock | null {
  return blocks.slice(0, proof.after).findLast((block) => block.type === 'statement') ?? null;
}
