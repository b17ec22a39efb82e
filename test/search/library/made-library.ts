/** A small library for search tests, with the words of its entries indexed. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibrary, type Library } from '../../../src/library/library.ts';
import { refreshWords } from '../../../src/library/word-rows.ts';
import { entryReader } from '../../../src/search/library/entry-words.ts';
import type { Piece } from '../../../src/sources/document.ts';
import { documentOf, piece } from '../../library/made-document.ts';

/** Creates one document with these pieces per source. */
export async function madeLibrary(sources: Record<string, Piece[]>): Promise<Library> {
  const library = openLibrary(join(mkdtempSync(join(tmpdir(), 'lemmahead-search-')), 'library.sqlite'), {
    writable: true,
  });
  for (const [source, pieces] of Object.entries(sources)) {
    library.addDocument(documentOf(pieces), {
      source,
      name: 'book',
      path: `/books/${source}/book.tex`,
      readBy: 'test',
    });
  }
  await refreshWords(library.database, entryReader());
  return library;
}

export const ANALYSIS: Piece[] = [
  piece('thm:bw', {
    title: 'Bolzano--Weierstrass',
    headings: ['Sequences', 'Bounded sequences'],
    body: 'Every bounded sequence $\\{x_n\\}$ of real numbers has a convergent subsequence.',
  }),
  piece('def:cont', {
    kind: 'definition',
    called: 'Definition',
    headings: ['Functions'],
    body: 'A function is \\emph{uniformly continuous} if one $\\delta$ serves for all points.',
  }),
  piece('text', {
    kind: 'passage',
    called: '',
    headings: ['Functions'],
    body: 'The next result says that monotone functions can be integrated.',
  }),
  piece('thm:int', { headings: ['Functions'], body: 'If $f$ is increasing, then $f \\in \\mathcal{R}([a,b])$.' }),
  piece('ex:bern', {
    kind: 'problem',
    called: 'Exercise',
    headings: ['Numbers'],
    body: 'Prove $(1+x)^n \\geq 1+nx$ for $x > -1$.',
    proof: 'By induction on $n$.',
  }),
  piece('thm:hol', { headings: ['Numbers'], body: "H\\\"older's inequality holds, and so does one of L'H\\^opital." }),
];

export const ALGEBRA: Piece[] = [
  piece('def:group', {
    kind: 'definition',
    called: 'Definition',
    title: 'Group',
    headings: ['Groups'],
    body: 'A set with an associative operation, a neutral element and inverses.',
  }),
  piece('thm:lag', {
    title: "Lagrange's theorem",
    headings: ['Groups'],
    body: 'The order of a subgroup divides the order of the group.',
  }),
];
