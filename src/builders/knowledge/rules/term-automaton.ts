/** Finds many phrases in one text at once: Aho and Corasick's automaton (1975) over words. */

interface Node {
  next: Map<string, number>;
  /** The node of the longest proper suffix that is also a prefix of a phrase. */
  fail: number;
  /** Number of words on the way here. */
  depth: number;
  /** Number of the phrase that ends here; -1 if none does. */
  phrase: number;
  /** The next node among the suffixes at which a phrase ends; -1 if there is none. */
  shorter: number;
}

/** A phrase at words `from` to `to`, without `to`. */
export interface FoundPhrase {
  phrase: number;
  from: number;
  to: number;
}

export class PhraseAutomaton {
  readonly #nodes: Node[] = [{ next: new Map(), fail: 0, depth: 0, phrase: -1, shorter: -1 }];

  /** @param phrases each a list of words; the number of a phrase is its place. Of equal phrases the first counts. */
  constructor(phrases: readonly (readonly string[])[]) {
    for (const [number, words] of phrases.entries()) if (words.length > 0) this.#add(words, number);
    this.#link();
  }

  /** All phrases in the text, also those that overlap, in time linear in text and results. */
  find(words: readonly string[]): FoundPhrase[] {
    const nodes = this.#nodes;
    const found: FoundPhrase[] = [];
    let state = 0;
    for (const [at, word] of words.entries()) {
      while (state !== 0 && !nodes[state]!.next.has(word)) state = nodes[state]!.fail;
      state = nodes[state]!.next.get(word) ?? 0;
      for (let end = state; end > 0; end = nodes[end]!.shorter) {
        const { phrase, depth } = nodes[end]!;
        if (phrase >= 0) found.push({ phrase, from: at + 1 - depth, to: at + 1 });
      }
    }
    return found;
  }

  #add(words: readonly string[], number: number): void {
    let at = 0;
    for (const word of words) {
      let next = this.#nodes[at]!.next.get(word);
      if (next === undefined) {
        next = this.#nodes.length;
        this.#nodes.push({ next: new Map(), fail: 0, depth: this.#nodes[at]!.depth + 1, phrase: -1, shorter: -1 });
        this.#nodes[at]!.next.set(word, next);
      }
      at = next;
    }
    if (this.#nodes[at]!.phrase < 0) this.#nodes[at]!.phrase = number;
  }

  #link(): void {
    const nodes = this.#nodes;
    const queue = [...nodes[0]!.next.values()];
    for (let head = 0; head < queue.length; head++) {
      const node = nodes[queue[head]!]!;
      for (const [word, next] of node.next) {
        let fail = node.fail;
        while (fail !== 0 && !nodes[fail]!.next.has(word)) fail = nodes[fail]!.fail;
        const target = nodes[fail]!.next.get(word) ?? 0;
        nodes[next]!.fail = target;
        nodes[next]!.shorter = nodes[target]!.phrase >= 0 ? target : nodes[target]!.shorter;
        queue.push(next);
      }
    }
  }
}
