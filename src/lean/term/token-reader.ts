/** A cursor with the basic steps that all term parsers share: testing and accepting a word, skipping brackets. */
import { Cursor, END, IDENTIFIER, SYMBOL } from './cursor.ts';

const SPLITTING = /^[()[\]{}⟨⟩|‖]$/;
const OPENING = /[([{⟨⦃‹]$/;
const CLOSING = /^[)\]}⟩⦄›]/;

export class TokenReader extends Cursor {
  /** How many tokens may still be skipped: a parser that tries several notations skips the same text again. */
  private skips = 400 + (this.text.length - this.start) * 12;

  is(word: string): boolean {
    return this.word === word && (this.kind === SYMBOL || this.kind === IDENTIFIER);
  }

  accept(word: string): boolean {
    if (!this.is(word) && !this.splits(word)) return false;
    this.advance();
    return true;
  }

  /** `]]` is one token of `[[a, b]]`, but it may also close two brackets. */
  protected splits(word: string): boolean {
    if (this.kind !== SYMBOL || this.word.length <= word.length || !this.word.startsWith(word) || !SPLITTING.test(word))
      return false;
    this.word = word;
    this.end = this.start + word.length;
    return true;
  }

  /** Skips to the bracket that closes the current level, and past it. */
  closeWith(close: string): void {
    let depth = 0;
    while (this.kind !== END) {
      if (this.kind === SYMBOL) {
        if (depth === 0 && (this.word === close || this.splits(close))) {
          this.advance();
          return;
        }
        if (OPENING.test(this.word)) depth++;
        else if (CLOSING.test(this.word)) {
          if (depth === 0) return;
          depth--;
        }
      }
      this.skipToken();
    }
  }

  /** Skips to the closing bracket or comma that ends the current part. */
  skip(): void {
    let depth = 0;
    while (this.kind !== END) {
      if (this.kind === SYMBOL) {
        if (depth === 0 && (CLOSING.test(this.word) || this.word === ',')) return;
        if (OPENING.test(this.word)) depth++;
        else if (CLOSING.test(this.word)) depth--;
      }
      this.skipToken();
    }
  }

  /** Goes to the end of the text if too much was skipped. */
  private skipToken(): void {
    if (this.skips-- <= 0) this.end = this.text.length;
    this.advance();
  }
}
