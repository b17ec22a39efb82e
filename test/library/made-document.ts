/** Short documents for tests. */
import { sha256 } from '../../src/base/hash.ts';
import type { Document, Piece } from '../../src/sources/document.ts';

/** A lemma whose text contains its label, by default. */
export function piece(label: string, changes: Partial<Piece> = {}): Piece {
  return {
    key: label,
    kind: 'theorem',
    called: 'Lemma',
    number: null,
    title: '',
    headings: [],
    body: `What ${label} says.`,
    proof: null,
    labels: [label],
    references: [],
    place: { file: 'book.tex', line: 1, page: null },
    ...changes,
  };
}

export function documentOf(pieces: Piece[], changes: Partial<Document> = {}): Document {
  const files = [{ path: 'book.tex', sha256: sha256(JSON.stringify(pieces)) }];
  return { title: 'A book', format: 'latex', files, pieces, externals: [], problems: [], ...changes };
}

export function refersTo(...labels: string[]): Pick<Piece, 'references'> {
  return { references: labels.map((label) => ({ kind: 'refers', label })) };
}
