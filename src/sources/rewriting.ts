/** Blocks that take the place of others: proofs still know what stood before them. */
import type { Block } from './block.ts';

export class Rewriting {
  readonly #blocks: Block[] = [];
  /** For each of the old blocks how many new ones stand before what it became. */
  readonly #before: number[] = [];
  /** New blocks which say `after` in new counts already. */
  readonly #new = new Set<Block>();

  get count(): number {
    return this.#blocks.length;
  }

  keep(block: Block): void {
    this.#before.push(this.#blocks.length);
    this.#blocks.push(block);
  }

  /** `block` stands for the next `replaced` of the old. */
  make(block: Block, replaced: number): void {
    for (let count = 0; count < replaced; count++) this.#before.push(this.#blocks.length);
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
