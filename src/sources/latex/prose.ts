/** Accumulates text from runs and paragraphs. */
import type { TextContent } from '../block.ts';
import type { PiecePlace, Reference } from '../document.ts';
import { type BlueprintCommand, marksOf } from './blueprint-commands.ts';
import type { TexOutput } from './tex-writer.ts';

export class Prose {
  readonly place: PiecePlace;
  readonly labels: string[] = [];
  readonly #references: Reference[] = [];
  readonly commands: BlueprintCommand[] = [];
  #body = '';
  #isBroken = false;

  constructor(place: PiecePlace) {
    this.place = place;
  }

  get isEmpty(): boolean {
    return this.#body === '';
  }

  add({ text, labels, references, commands = [] }: TexOutput): void {
    this.labels.push(...labels);
    this.#references.push(...references);
    this.commands.push(...commands);
    if (text === '') return;
    const join = this.#body === '' ? '' : this.#isBroken ? '\n\n' : '\n';
    this.#body += join + text;
    this.#isBroken = false;
  }

  /** Starts a new paragraph. */
  break(): void {
    this.#isBroken = true;
  }

  content(): TextContent {
    const { labels, place } = this;
    const marks = marksOf(this.commands);
    const content = { body: this.#body, labels: [...new Set(labels)], references: this.#references, place };
    return marks === undefined ? content : { ...content, marks };
  }
}
