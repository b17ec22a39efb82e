/** Which name translates to which: full names, filled in import order. */
import type { Pairs, Recorder } from './trace.ts';

export class TranslationTable {
  readonly #name: 'to_additive' | 'to_dual';
  readonly #recorder: Recorder;
  readonly #targets = new Map<string, string>();
  /** Last components of the sources: most words of a statement are none of them and need no search by namespace. */
  readonly #lastComponents = new Set<string>();
  /** Set by the module at hand, and the last components that no module before it had. */
  #new = new Map<string, string>();
  #newWords = new Set<string>();

  constructor(name: 'to_additive' | 'to_dual', recorder: Recorder) {
    this.#name = name;
    this.#recorder = recorder;
  }

  get(name: string): string | undefined {
    this.#recorder.ask(this.#name, name);
    return this.#targets.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  hasLastComponent(component: string): boolean {
    this.#recorder.ask(`${this.#name} word`, component);
    return this.#lastComponents.has(component);
  }

  set(source: string, target: string): void {
    const word = lastComponent(source);
    if (!this.#lastComponents.has(word)) this.#newWords.add(word);
    this.#new.set(source, target);
    this.#targets.set(source, target);
    this.#lastComponents.add(word);
  }

  /** Replaces the longest prefix of whole components that translates. */
  translatePrefix(name: string): string {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const target = this.get(name.slice(0, end));
      if (target !== undefined) return target + name.slice(end);
    }
    return name;
  }

  /** What the module at hand has set. To be taken at its end. */
  takeNew(): { pairs: Pairs; words: Set<string> } {
    const taken = { pairs: [...this.#new], words: this.#newWords };
    this.#new = new Map();
    this.#newWords = new Set();
    return taken;
  }

  /** Of what the module at hand set when it was last expanded, the last components that no module before it has. */
  firstWords(pairs: Pairs, newWords: ReadonlySet<string>): Set<string> {
    const words = pairs.map(([source]) => lastComponent(source));
    return new Set(words.filter((word) => newWords.has(word) || !this.#lastComponents.has(word)));
  }

  /** What another module has set. */
  resume(pairs: Pairs): void {
    for (const [source, target] of pairs) {
      this.#targets.set(source, target);
      this.#lastComponents.add(lastComponent(source));
    }
  }
}

const lastComponent = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
