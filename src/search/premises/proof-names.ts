/** Which declarations the proofs of an index name, looked up for a few proofs at a time. */
import { inflateRawSync } from 'node:zlib';
import type { LibraryIndex } from '../../index/library-index.ts';
import { decodeProofs } from '../../index/proof-lines.ts';
import type { Place } from '../name-meaning.ts';
import { shapeLibrary } from '../shape-library.ts';

interface RawProof {
  id: number;
  name: string;
  namespace: string;
  file_id: number;
  line_start: number;
  origin: string;
  scope_id: number;
}

/** What the proofs of one file write. */
interface FileProofs {
  spellings: readonly string[];
  /** By line of the theorem, places in `spellings`. */
  proofs: ReadonlyMap<number, readonly number[]>;
}

const SELECT = 'SELECT id, name, namespace, file_id, line_start, origin, scope_id FROM decls';
/** Ids a statement, so that few different statements are prepared. */
const IDS_AT_ONCE = 64;
/** Files kept, some 30 kB each. */
const MOST_FILES = 1000;

/** What is generated from a theorem is proved as it is, by what is generated from the same names. */
const TRANSLATED = new Set(['to_additive', 'to_dual']);

const kept = new WeakMap<LibraryIndex, ProofNames>();

/** Kept while the index is open. */
export function proofNames(index: LibraryIndex): ProofNames {
  let names = kept.get(index);
  if (names === undefined) kept.set(index, (names = new ProofNames(index)));
  return names;
}

export class ProofNames {
  readonly #index: LibraryIndex;
  readonly #files = new Map<number, FileProofs>();
  readonly #opens = new Map<number, string[]>();
  /** Rows of full names; -1: none. */
  readonly #rows = new Map<string, number>();

  constructor(index: LibraryIndex) {
    this.#index = index;
  }

  /**
   * By row, the rows that its proof names, each once; rows without a proof are left out. Names are read as Lean resolves
   * them as far as sources show; a name of several declarations is the first.
   */
  namedBy(ids: readonly number[]): Map<number, number[]> {
    const named = new Map<number, number[]>();
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const batch = ids.slice(at, at + IDS_AT_ONCE);
      while (batch.length < IDS_AT_ONCE) batch.push(-1);
      const marks = batch.map(() => '?').join(',');
      for (const proof of this.#index.all<RawProof>(`${SELECT} WHERE id IN (${marks})`, ...batch)) {
        const { spellings, proofs } = this.#file(proof.file_id);
        const written = proofs.get(proof.line_start);
        if (written !== undefined)
          named.set(
            proof.id,
            this.#meant(
              proof,
              written.map((place) => spellings[place]!),
            ),
          );
      }
    }
    return named;
  }

  #file(id: number): FileProofs {
    let file = this.#files.get(id);
    if (file === undefined) {
      if (this.#files.size >= MOST_FILES) this.#files.clear();
      const [raw] = this.#index.all<{ identifiers: Uint8Array; proofs: Uint8Array }>(
        'SELECT identifiers, proofs FROM files WHERE id = ?',
        id,
      );
      const text = raw === undefined ? '' : inflateRawSync(raw.identifiers).toString('utf8');
      const spellings = text.split('\n').map((line) => line.slice(0, Math.max(0, line.lastIndexOf(' '))));
      this.#files.set(id, (file = { spellings, proofs: decodeProofs(raw?.proofs ?? new Uint8Array(0)) }));
    }
    return file;
  }

  #meant(proof: RawProof, spellings: readonly string[]): number[] {
    const own = proof.name.slice(0, Math.max(0, proof.name.lastIndexOf('.')));
    // Within `theorem A.b`, the namespace `A` is open as well.
    const namespace = own.startsWith(proof.namespace) ? own : proof.namespace;
    const place = { namespace, opens: this.#opensOf(proof.scope_id) };
    const found = new Set<number>();
    for (const spelling of spellings) {
      const name = this.#resolve(spelling, place);
      const row = name === null ? -1 : this.#row(this.#translated(name, proof.origin));
      if (row >= 0 && row !== proof.id) found.add(row);
    }
    return [...found];
  }

  /** Of `foo_iff.mpr`, what `foo_iff` means. */
  #resolve(spelling: string, place: Place): string | null {
    const { meanings } = shapeLibrary(this.#index);
    const plain = spelling.startsWith('_root_.') ? spelling.slice('_root_.'.length) : spelling;
    const whole = meanings.resolve(plain, place);
    const dot = plain.lastIndexOf('.');
    return whole !== null || dot <= 0 ? whole : meanings.resolve(plain.slice(0, dot), place);
  }

  #translated(name: string, origin: string): string {
    if (!TRANSLATED.has(origin)) return name;
    const sql = 'SELECT name FROM decls WHERE generated_from = ? AND origin = ?';
    return this.#index.all<{ name: string }>(sql, name, origin)[0]?.name ?? name;
  }

  #row(name: string): number {
    let row = this.#rows.get(name);
    if (row === undefined) this.#rows.set(name, (row = this.#index.idsByName(name)[0] ?? -1));
    return row;
  }

  #opensOf(scope: number): string[] {
    let opens = this.#opens.get(scope);
    if (opens === undefined) {
      const [raw] = this.#index.all<{ opens: string }>('SELECT opens FROM scopes WHERE id = ?', scope);
      this.#opens.set(scope, (opens = raw === undefined || raw.opens === '' ? [] : raw.opens.split('\n')));
    }
    return opens;
  }
}
