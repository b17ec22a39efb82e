/** How often files write each identifier: what shows which declarations are in use. */
import { CodeUnits } from '../lean/code-units.ts';
import { NumberList } from './number-list.ts';
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
  readonly #source = new CodeUnits();
  /** Of the file being counted: few, so that most lookups stay in the processor's nearest cache. */
  readonly #inFile = new SubstringNumbers();
  /** By number in the file: how often, and the identifier that was the first. */
  readonly #countInFile = new NumberList();
  readonly #firstInFile = new NumberList();
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
    this.#source.read(source);
    const lineOf = this.#countPlaces(places);
    const { units } = this.#source;
    let text = '';
    for (let line = 0; line < this.#inFile.size; line++) {
      const first = this.#firstInFile.items[line]!;
      const start = places[first]!;
      const end = places[first + 1]!;
      const count = this.#countInFile.items[line]!;
      text += `${source.slice(start, end)} ${count}\n`;
      this.#addPair(fileId, this.#numbers.numberOf(units, start, end), count);
    }
    return { text, lineOf };
  }

  #countPlaces(places: Int32Array): Int32Array {
    const { units } = this.#source;
    const inFile = this.#inFile;
    const counts = this.#countInFile;
    inFile.clear();
    counts.clear();
    this.#firstInFile.clear();
    const lineOf = new Int32Array(places.length / 2).fill(-1);
    for (let i = 0; i < places.length; i += 2) {
      const start = places[i]!;
      const end = places[i + 1]!;
      if (isLocalName(units, start, end)) continue;
      const line = inFile.numberOf(units, start, end);
      if (line === counts.length) {
        counts.push(0);
        this.#firstInFile.push(i);
      }
      counts.items[line]!++;
      lineOf[i / 2] = line;
    }
    return lineOf;
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

  #addPair(fileId: number, number: number, count: number): void {
    if (this.#pairs === this.#counts.length) this.#grow();
    this.#fileIds[this.#pairs] = fileId;
    this.#counts[this.#pairs] = Math.min(count, MOST_USES);
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
