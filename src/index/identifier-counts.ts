/** How often files write each identifier: what shows which declarations are in use. */
import { CodeUnits } from '../lean/code-units.ts';
import { shared } from './shared-memory.ts';
import { SubstringNumbers, type PackedUnits } from './substring-numbers.ts';

/** Identifiers as sources write them, by file: three columns, and the spelling by number. */
export interface IdentifierCounts {
  spellings: PackedUnits;
  fileIds: Uint32Array;
  spellingOf: Uint32Array;
  counts: Uint8Array;
}

/** Counts above this are this: one byte says enough. */
export const MOST_USES = 255;

/** A name of one or two letters, or of their components, is a variable. */
const LONGEST_LOCAL = 2;
const DOT = 0x2e;

export class IdentifierCounter {
  readonly #numbers = new SubstringNumbers();
  readonly #spellings: string[] = [];
  readonly #source = new CodeUnits();
  /** Of the file being counted, by number of the spelling; elsewhere 0. */
  #inFile = new Uint32Array(1 << 14);
  /** Where the spelling first stands among those of the file. */
  #placeInFile = new Uint32Array(1 << 14);
  #fileIds = new Uint32Array(1 << 16);
  #spellingOf = new Uint32Array(1 << 16);
  #counts = new Uint8Array(1 << 16);
  #pairs = 0;

  /**
   * Counts what can name a declaration in a file, and returns it as text, `name count` a line, in the order of first
   * occurrence, and for each identifier its line there, from 0; -1 for one that can name none. `places` are start and
   * end of each identifier in `source`, in turns.
   */
  countFile(fileId: number, source: string, places: Int32Array): { text: string; lineOf: Int32Array } {
    const first = this.#pairs;
    this.#source.read(source);
    const { units } = this.#source;
    const lineOf = new Int32Array(places.length / 2).fill(-1);
    for (let i = 0; i < places.length; i += 2) {
      const start = places[i]!;
      const end = places[i + 1]!;
      if (isLocalName(units, start, end)) continue;
      const number = this.#numbers.numberOf(units, start, end);
      if (number === this.#spellings.length) this.#addSpelling(this.#numbers.text(number));
      if (this.#inFile[number]!++ === 0) {
        this.#placeInFile[number] = this.#pairs - first;
        this.#addPair(fileId, number);
      }
      lineOf[i / 2] = this.#placeInFile[number]!;
    }
    let text = '';
    for (let pair = first; pair < this.#pairs; pair++) {
      const number = this.#spellingOf[pair]!;
      const count = this.#inFile[number]!;
      text += `${this.#spellings[number]} ${count}\n`;
      this.#counts[pair] = Math.min(count, MOST_USES);
      this.#inFile[number] = 0;
    }
    return { text, lineOf };
  }

  /** What all files so far have written, in memory that threads share. The counter is spent afterwards. */
  take(): IdentifierCounts {
    return {
      spellings: this.#numbers.packed(),
      fileIds: shared(this.#fileIds.subarray(0, this.#pairs)),
      spellingOf: shared(this.#spellingOf.subarray(0, this.#pairs)),
      counts: shared(this.#counts.subarray(0, this.#pairs)),
    };
  }

  #addSpelling(spelling: string): void {
    const number = this.#spellings.push(spelling) - 1;
    if (number === this.#inFile.length) {
      const larger = new Uint32Array(2 * number);
      larger.set(this.#inFile);
      this.#inFile = larger;
      const places = new Uint32Array(2 * number);
      places.set(this.#placeInFile);
      this.#placeInFile = places;
    }
  }

  #addPair(fileId: number, number: number): void {
    if (this.#pairs === this.#counts.length) this.#grow();
    this.#fileIds[this.#pairs] = fileId;
    this.#spellingOf[this.#pairs++] = number;
  }

  #grow(): void {
    const length = 2 * this.#pairs;
    const grown = {
      fileIds: new Uint32Array(length),
      spellingOf: new Uint32Array(length),
      counts: new Uint8Array(length),
    };
    grown.fileIds.set(this.#fileIds);
    grown.spellingOf.set(this.#spellingOf);
    grown.counts.set(this.#counts);
    this.#fileIds = grown.fileIds;
    this.#spellingOf = grown.spellingOf;
    this.#counts = grown.counts;
  }
}

/** `h`, `hx.le`, `x₁`: a variable of one or two letters, or something of it, says nothing about the library. */
function isLocalName(units: Uint16Array, start: number, end: number): boolean {
  const first = units[start]!;
  if (first >= 0x41 && first <= 0x5a) return false;
  let stop = start;
  while (stop < end && stop - start <= LONGEST_LOCAL && units[stop] !== DOT) stop++;
  return stop - start <= LONGEST_LOCAL;
}
