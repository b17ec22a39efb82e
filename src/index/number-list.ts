/** Growing lists of 32-bit numbers that create no garbage: a cleared list keeps its capacity. */
import { grown } from './typed-arrays.ts';

export class NumberList {
  /** The numbers, followed by free capacity. Replaced as the list grows. */
  items: Int32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 64) {
    this.items = new Int32Array(capacity);
  }

  push(number: number): void {
    if (this.length === this.items.length) this.items = grown(this.items, 2 * this.length + 1);
    this.items[this.length++] = number;
  }

  append({ items, length }: NumberList): void {
    if (this.length + length > this.items.length) this.items = grown(this.items, 2 * (this.length + length));
    for (let i = 0; i < length; i++) this.items[this.length++] = items[i]!;
  }

  clear(): void {
    this.length = 0;
  }
}
