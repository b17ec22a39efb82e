/** Hashes by which a document is known again: all that was read of it, and its files alone. */
import { sha256 } from '../base/hash.ts';
import type { Document, Piece } from '../sources/document.ts';

/** Of all that the library keeps of it, in whatever order its labels and references come. */
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
  const { key, kind, called, number, title, headings, body, proof, labels, references, place } = piece;
  const named = new Set(references.map((reference) => JSON.stringify([reference.kind, reference.label])));
  const words = [key, kind, called, number, title, headings, body, proof];
  return [...words, labels.toSorted(), [...named].toSorted(), placeValues(place)];
}

function placeValues(place: Piece['place'] | null): unknown {
  return place === null ? null : [place.file, place.line, place.page];
}

/** Of its files, whatever they are called. */
export function filesDigest({ files }: Pick<Document, 'files'>): string {
  return sha256(files.map((file) => file.sha256).join('\n'));
}
