/** Translations by full name, filled in import order. */
import { splitName } from '../full-name.ts';
import type { Pairs, Recorder } from './trace.ts';

export class TranslationTable {
  readonly #name: 'to_additive' | 'to_dual';
  readonly #recorder: Recorder;
  readonly #targets = new Map<string, string>();
  /** Last components of the sources: most words of a statement are not among them and need no search by namespace. */
  readonly #lastComponents = new Set<string>();
  /** Pairs set by the current module, and the last components that are new in it. */
  #new = new Map<string, string>();
  #newWords = new Set<string>();

  constructor(name: 'to_additive' | 'to_dual', recorder: Recorder) {
    this.#name = name;
    this.#recorder = recorder;
  }

  get(name: string): string | undefined {
    this.#recorder.record(this.#name, name);
    return this.#targets.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  hasLastComponent(component: string): boolean {
    this.#recorder.record(`${this.#name} word`, component);
    return this.#lastComponents.has(component);
  }

  set(source: string, target: string): void {
    const word = splitName(source)[1];
    if (!this.#lastComponents.has(word)) this.#newWords.add(word);
    this.#new.set(source, target);
    this.#targets.set(source, target);
    this.#lastComponents.add(word);
  }

  /** Replaces the longest prefix of complete components that has a translation. */
  translatePrefix(name: string): string {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const target = this.get(name.slice(0, end));
      if (target !== undefined) return target + name.slice(end);
    }
    return name;
  }

  /** Returns and clears what the current module has set. Called at its end. */
  takeNew(): { pairs: Pairs; words: Set<string> } {
    const result = { pairs: [...this.#new], words: this.#newWords };
    this.#new = new Map();
    this.#newWords = new Set();
    return result;
  }

  /** From the pairs that the current module set at its previous expansion, the last components new in that module. */
  newComponents(pairs: Pairs, newWords: ReadonlySet<string>): Set<string> {
    const words = pairs.map(([source]) => splitName(source)[1]);
    return new Set(words.filter((word) => newWords.has(word) || !this.#lastComponents.has(word)));
  }

  /** Restores the pairs that another module set. */
  restore(pairs: Pairs): void {
    for (const [source, target] of pairs) {
      this.#targets.set(source, target);
      this.#lastComponents.add(splitName(source)[1]);
    }
  }
}
