/** Replaces blocks by others and keeps the `after` counts of proofs correct. */
import type { Block } from './block.ts';

export class BlockRewriter {
  readonly #blocks: Block[] = [];
  /** For each old block: the number of new blocks before its replacement. */
  readonly #before: number[] = [];
  /** New blocks, whose `after` already counts new blocks. */
  readonly #new = new Set<Block>();

  get count(): number {
    return this.#blocks.length;
  }

  copy(block: Block): void {
    this.#before.push(this.#blocks.length);
    this.#blocks.push(block);
  }

  /** Replaces the next `oldCount` old blocks by `block`. */
  replace(block: Block, oldCount: number): void {
    for (let count = 0; count < oldCount; count++) this.#before.push(this.#blocks.length);
    this.#new.add(block);
    this.#blocks.push(block);
  }

  blocks(): Block[] {
    return this.#blocks.map((block) => {
      if (block.type !== 'proof' || this.#new.has(block)) return block;
      return { ...block, after: this.#before[block.after] ?? this.#blocks.length };
    });
  }
}
