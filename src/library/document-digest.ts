/** Hashes that identify a document: of all that was read from it, and of its files only. */
import { sha256 } from '../base/hash.ts';
import type { Document, Piece } from '../sources/document.ts';

/** Covers everything that the library stores, independent of the order of labels and references. */
export function documentDigest({ title, format, files, pieces, externals, problems }: Document): string {
  return sha256(
    JSON.stringify([
      title,
      format,
      files.map(({ path, sha256: hash }) => [path, hash]),
      externals.map(({ prefix, document }) => [prefix, document]),
      problems.map(({ code, message, place }) => [code, message, placeValues(place)]),
      pieces.map(pieceValues),
    ]),
  );
}

function pieceValues(piece: Piece): unknown[] {
  const { key, kind, called, number, title, headings, body, proof, labels, references, place, facts } = piece;
  const named = new Set(references.map((reference) => JSON.stringify([reference.kind, reference.label])));
  const texts = [key, kind, called, number, title, headings, body, proof];
  const values = [...texts, labels.toSorted(), [...named].toSorted(), placeValues(place)];
  return facts === undefined ? values : [...values, facts];
}

function placeValues(place: Piece['place'] | null): unknown {
  return place === null ? null : [place.file, place.line, place.page];
}

/** Hash of the contents of its files, independent of their names. */
export function filesDigest({ files }: Pick<Document, 'files'>): string {
  return sha256(files.map((file) => file.sha256).join('\n'));
}
