/** Text that grows by runs and paragraphs. */
import type { Said } from '../block.ts';
import type { PiecePlace, Reference } from '../document.ts';
import type { Written } from './tex-writer.ts';

export class Prose {
  readonly place: PiecePlace;
  readonly labels: string[] = [];
  readonly #references: Reference[] = [];
  #body = '';
  #isBroken = false;

  constructor(place: PiecePlace) {
    this.place = place;
  }

  get isEmpty(): boolean {
    return this.#body === '';
  }

  add({ text, labels, references }: Written): void {
    this.labels.push(...labels);
    this.#references.push(...references);
    if (text === '') return;
    const join = this.#body === '' ? '' : this.#isBroken ? '\n\n' : '\n';
    this.#body += join + text;
    this.#isBroken = false;
  }

  /** What comes is a new paragraph. */
  break(): void {
    this.#isBroken = true;
  }

  said(): Said {
    const { labels, place } = this;
    return { body: this.#body, labels: [...new Set(labels)], references: this.#references, place };
  }
}
