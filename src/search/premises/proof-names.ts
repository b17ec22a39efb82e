/** The declarations that proofs in an index use, resolved on demand. */
import { memoize, memoizeByValue } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Place } from '../name-meaning.ts';
import { contextWithin } from '../resolve-at-place.ts';
import { shapeLibrary } from '../shape-library.ts';
import { fileProofs } from './file-proofs.ts';

interface RawProof {
  id: number;
  name: string;
  namespace: string;
  file_id: number;
  line_start: number;
  origin: string;
  scope_id: number;
}

const SELECT = 'SELECT id, name, namespace, file_id, line_start, origin, scope_id FROM decls';
/** Ids per SQL statement; fixed, so only one statement is prepared. */
const BATCH_SIZE = 64;

/** Origins whose proof is the source's proof, with every name replaced by the one generated from it. */
const TRANSLATED = new Set(['to_additive', 'to_dual']);

/** Cached while the index is open. */
export const proofNames = memoize((index: LibraryIndex) => new ProofNames(index));

export class ProofNames {
  readonly #index: LibraryIndex;

  constructor(index: LibraryIndex) {
    this.#index = index;
  }

  /**
   * By row: the rows that its proof uses, without duplicates. Rows without a proof are omitted. Names are resolved like
   * in Lean, as far as the sources show; if several declarations have a name, the first is used.
   */
  premisesOf(ids: readonly number[]): Map<number, number[]> {
    const named = new Map<number, number[]>();
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const batch = ids.slice(at, at + BATCH_SIZE);
      while (batch.length < BATCH_SIZE) batch.push(-1);
      const marks = batch.map(() => '?').join(',');
      for (const proof of this.#index.all<RawProof>(`${SELECT} WHERE id IN (${marks})`, ...batch)) {
        const { spellings, proofs } = fileProofs(this.#index, proof.file_id);
        const written = proofs.get(proof.line_start);
        if (written !== undefined)
          named.set(
            proof.id,
            this.#resolveAll(
              proof,
              written.map((place) => spellings[place]!),
            ),
          );
      }
    }
    return named;
  }

  #resolveAll(proof: RawProof, spellings: readonly string[]): number[] {
    const place = contextWithin({ ...proof, opens: this.#opensOf(proof.scope_id) });
    const found = new Set<number>();
    for (const spelling of spellings) {
      const name = this.#resolve(spelling, place);
      const row = name === null ? -1 : this.#row(this.#translated(name, proof.origin));
      if (row >= 0 && row !== proof.id) found.add(row);
    }
    return [...found];
  }

  /** Resolves a spelling. `foo_iff.mpr` resolves to `foo_iff`. */
  #resolve(spelling: string, place: Place): string | null {
    const { meanings } = shapeLibrary(this.#index);
    const plain = spelling.startsWith('_root_.') ? spelling.slice('_root_.'.length) : spelling;
    const resolved = meanings.resolve(plain, place);
    const dot = plain.lastIndexOf('.');
    return resolved !== null || dot <= 0 ? resolved : meanings.resolve(plain.slice(0, dot), place);
  }

  #translated(name: string, origin: string): string {
    if (!TRANSLATED.has(origin)) return name;
    const sql = 'SELECT name FROM decls WHERE generated_from = ? AND origin = ?';
    return this.#index.all<{ name: string }>(sql, name, origin)[0]?.name ?? name;
  }

  /** The row with this full name; -1: not found. */
  readonly #row = memoizeByValue((name: string) => this.#index.idsByName(name)[0] ?? -1);

  readonly #opensOf = memoizeByValue((scope: number): string[] => {
    const [raw] = this.#index.all<{ opens: string }>('SELECT opens FROM scopes WHERE id = ?', scope);
    return raw === undefined || raw.opens === '' ? [] : raw.opens.split('\n');
  });
}
