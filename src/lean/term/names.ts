/** Names in terms: each spelling is stored and analysed once. */
import { occursAt } from '../code-units.ts';
import { SPECIAL } from './vocabulary.ts';

export interface Name {
  /** As in the source; identifies the name. */
  readonly spelling: string;
  /** Without `«»`. */
  readonly text: string;
  /** Whether it is a keyword or similar. */
  readonly isSpecial: boolean;
  /** The parts before and after the first dot; the full name and '' without a dot or with one at the start. */
  readonly root: string;
  readonly rest: string;
  /** `α`, `β₁`: assumed to be bound somewhere, although the text does not show where. */
  readonly isGreekLetter: boolean;
  /** Whether a notation starts with it (`Gal`), and whether it is a notation itself (`π`). */
  readonly beginsNotation: boolean;
  readonly isNotation: boolean;
}

/** Names that have a meaning in a notation table. */
export interface NotationNames {
  readonly words: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, unknown>;
}

/** Capacity for the spellings of a large library's statements; beyond it, the table is cleared and refilled. */
const SLOTS = 1 << 17;
const MAX_NAMES = SLOTS / 2;

export class Names {
  /** Open addressing with the hash passed to `find`. */
  #slots: (Name | undefined)[] = [];
  #count = 0;
  readonly #fields = new Map<string, Map<string, string>>();
  readonly #notation: NotationNames;

  constructor(notation: NotationNames) {
    this.#notation = notation;
  }

  /** The name at `from` in `text`; `units` are the text's units. `hash` depends only on the characters of the name. */
  find(text: string, units: Uint16Array, from: number, to: number, hash: number): Name {
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (;;) {
      const known = this.#slots[slot];
      if (known === undefined) break;
      if (known.spelling.length === to - from && occursAt(known.spelling, units, from)) return known;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.#add(text.slice(from, to), slot);
  }

  /** `Type.field`, `.field`: the head of a projection. */
  field(type: string, field: string): string {
    let fields = this.#fields.get(type);
    if (fields === undefined) {
      if (this.#fields.size > MAX_NAMES) this.#fields.clear();
      fields = new Map();
      this.#fields.set(type, fields);
    }
    let head = fields.get(field);
    if (head === undefined) {
      head = `${type}.${field}`;
      fields.set(field, head);
    }
    return head;
  }

  #add(slice: string, slot: number): Name {
    if (this.#count === 0 || this.#count >= MAX_NAMES) {
      // Ten times as fast as `Array.from`.
      this.#slots = new Array<Name | undefined>(SLOTS).fill(undefined);
      this.#count = 0;
    }
    this.#count++;
    const spelling = detached(slice);
    const text = spelling.includes('«') ? spelling.replace(/[«»]/g, '') : spelling;
    const dot = text.indexOf('.');
    const name: Name = {
      spelling,
      text,
      isSpecial: SPECIAL.has(text),
      root: dot > 0 ? text.slice(0, dot) : text,
      rest: dot > 0 ? text.slice(dot + 1) : '',
      isGreekLetter: isGreekLetter(text),
      beginsNotation: this.#notation.words.has(text),
      isNotation: this.#notation.aliases.has(text),
    };
    this.#slots[slot] = name;
    return name;
  }
}

/** A separate copy: a slice would keep the complete text in memory. The engine copies short strings anyway. */
function detached(slice: string): string {
  return slice.length < 13 ? slice : Buffer.from(slice, 'utf16le').toString('utf16le');
}

function isGreekLetter(word: string): boolean {
  const unit = word.charCodeAt(0);
  return unit >= 0x3b1 && unit <= 0x3c9 && /^.[₀-₉']*$/.test(word);
}
