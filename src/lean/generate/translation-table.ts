/** Which name translates to which: full names, filled in import order. */

export class TranslationTable {
  readonly #targets = new Map<string, string>();
  /** Last components of the sources: most words of a statement are none of them and need no search by namespace. */
  readonly #lastComponents = new Set<string>();

  get(name: string): string | undefined {
    return this.#targets.get(name);
  }

  has(name: string): boolean {
    return this.#targets.has(name);
  }

  hasLastComponent(component: string): boolean {
    return this.#lastComponents.has(component);
  }

  set(source: string, target: string): void {
    this.#targets.set(source, target);
    this.#lastComponents.add(source.slice(source.lastIndexOf('.') + 1));
  }

  /** Replaces the longest prefix of whole components that translates. */
  translatePrefix(name: string): string {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const target = this.#targets.get(name.slice(0, end));
      if (target !== undefined) return target + name.slice(end);
    }
    return name;
  }
}
