/** Which names an expansion asked for: while none of them changes, neither does what attributes generate. */
import type { LookUp } from '../lean/generate/expand.ts';

/** Hashes stand for names: two that share one only make an update expand once more than it must. */
export class AskedNames {
  readonly #hashes = new Set<number>();

  /** The same look-up, noting what it is asked. */
  watch(lookUp: LookUp): LookUp {
    return (name, module) => {
      this.#hashes.add(hashOf(name));
      return lookUp(name, module);
    };
  }

  /** As kept in the index: rising 32-bit numbers. */
  toBytes(): Uint8Array {
    const sorted = Uint32Array.from(this.#hashes).sort();
    return new Uint8Array(sorted.buffer);
  }
}

/** Whether a name may be among those asked for. */
export function wasAsked(bytes: Uint8Array): (name: string) => boolean {
  const hashes = new Set(new Uint32Array(bytes.slice().buffer));
  return (name) => hashes.has(hashOf(name));
}

/** FNV-1a over UTF-16 units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
