/** Finds the statement that each proof or solution belongs to. */
import { getOrAdd } from '../base/memoize.ts';
import type { Block, ProofBlock, StatementBlock, TextBlock } from './block.ts';

export interface AttachedProofs {
  /** In the order of the document. */
  proofs: Map<StatementBlock, ProofBlock[]>;
  /** Proofs without a statement before them. */
  unattached: Set<ProofBlock>;
}

/**
 * Attaches each proof to one statement: the one that contains it, the one that it or the text before it names, otherwise
 * an earlier one.
 */
export function attachProofs(blocks: readonly Block[]): AttachedProofs {
  const search = new Search(blocks);
  const attached: AttachedProofs = { proofs: new Map(), unattached: new Set() };
  for (const block of blocks) {
    if (block.type !== 'proof') continue;
    const statement = search.find(block, attached.proofs);
    if (statement === null) {
      attached.unattached.add(block);
      continue;
    }
    getOrAdd(attached.proofs, statement, () => []).push(block);
  }
  return attached;
}

/** Maximum number of statements to check, nearest first. */
const MAX_STATEMENTS = 500;

class Search {
  readonly #statements: { block: StatementBlock; at: number }[] = [];
  readonly #byLabel = new Map<string, StatementBlock>();
  /** For each block: the number of statements before it, and the index of the last text or heading before it, or -1. */
  readonly #counts: Int32Array;
  readonly #lastText: Int32Array;
  readonly #lastHeading: Int32Array;
  readonly #blocks: readonly Block[];

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
    this.#counts = new Int32Array(blocks.length + 1);
    this.#lastText = new Int32Array(blocks.length + 1).fill(-1);
    this.#lastHeading = new Int32Array(blocks.length + 1).fill(-1);
    for (const [at, block] of blocks.entries()) {
      if (block.type === 'statement') {
        this.#statements.push({ block, at });
        for (const label of block.labels) this.#byLabel.set(label, block);
      }
      const isOther =
        block.type === 'text' ? WORDS.test(block.body) : block.type === 'heading' || block.type === 'rule';
      this.#counts[at + 1] = this.#statements.length;
      this.#lastText[at + 1] = isOther ? at : this.#lastText[at]!;
      this.#lastHeading[at + 1] = block.type === 'heading' ? at : this.#lastHeading[at]!;
    }
  }

  find(proof: ProofBlock, proven: ReadonlyMap<StatementBlock, unknown>): StatementBlock | null {
    if (proof.within !== null) return proof.within;
    return this.#named(proof) ?? this.#before(proof, proven);
  }

  #named(proof: ProofBlock): StatementBlock | null {
    for (const label of proof.of) {
      const statement = this.#byLabel.get(label);
      if (statement !== undefined) return statement;
    }
    return this.#titled(proof);
  }

  /** `Proof of the Chinese remainder theorem`. */
  #titled({ title, after }: ProofBlock): StatementBlock | null {
    const name = letters(/\bproof of (?:the )?(.{6,})$/i.exec(title)?.[1] ?? '');
    if (name.length < SHORTEST_NAME) return null;
    const count = this.#counts[after] ?? 0;
    for (let at = count - 1; at >= Math.max(0, count - MAX_STATEMENTS); at--) {
      const { block } = this.#statements[at]!;
      const own = letters(block.title);
      if (own.length >= SHORTEST_NAME && (own.startsWith(name) || name.startsWith(own))) return block;
    }
    return null;
  }

  /** The last statement if it is adjacent, otherwise the last provable one in the section without a proof. */
  #before(proof: ProofBlock, proven: ReadonlyMap<StatementBlock, unknown>): StatementBlock | null {
    const { after } = proof;
    let count = this.#counts[after] ?? 0;
    // Claims inside an earlier proof are proved there.
    while (count > 0 && proof.isInner !== true && this.#statements[count - 1]!.block.isInner === true) count -= 1;
    const last = this.#statements[count - 1];
    if (last === undefined) return null;
    const isAdjacent = last.at > this.#lastText[after]!;
    if (isAdjacent && last.block.kind !== 'remark' && (proof.role === 'solution' || last.block.kind !== 'example')) {
      return last.block;
    }
    const announced = isAdjacent ? null : this.#announced(after);
    if (announced !== null) return announced;
    let fallback: StatementBlock | null = null;
    for (let at = count - 1; at >= Math.max(0, count - MAX_STATEMENTS); at--) {
      const statement = this.#statements[at]!;
      if (statement.at < this.#lastHeading[after]! && (isAdjacent || fallback !== null)) break;
      if (statement.block.isInner === true && proof.isInner !== true) continue;
      if (!isProvable(statement.block, proof)) continue;
      if (!proven.has(statement.block)) return statement.block;
      fallback ??= statement.block;
    }
    return isAdjacent ? last.block : (fallback ?? last.block);
  }

  /** The statement named right before the proof: `We now prove Theorem \ref{x}.` */
  #announced(after: number): StatementBlock | null {
    const block = this.#blocks[this.#lastText[after]!];
    if (block?.type !== 'text') return null;
    const label = announcedIn(block);
    return label === null ? null : (this.#byLabel.get(label) ?? null);
  }
}

const SHORTEST_NAME = 6;

/** Text that is more than control words such as `\hrulebar`: only such text separates a proof from its statement. */
const WORDS = /(?<!\\[A-Za-z]*)[\p{L}\d]/u;

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');

const isProvable = ({ kind }: StatementBlock, { role }: ProofBlock): boolean =>
  kind === 'problem' || (role === 'proof' ? kind === 'theorem' : kind === 'example');

const ANNOUNCEMENT =
  /\b(?:prove|proving|proof of|proof for|establish|show|demonstrate)\b[^.]{0,80}?\\\w*ref\*?\{([^{}]+)\}/gi;

/** The last label that the text announces a proof of. */
function announcedIn({ body }: TextBlock): string | null {
  return [...body.slice(-2000).matchAll(ANNOUNCEMENT)].at(-1)?.[1] ?? null;
}
