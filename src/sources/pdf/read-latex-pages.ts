/** Reads the transcribed pages of a PDF as one document. */
import { basename } from 'node:path';
import { assemble } from '../assemble.ts';
import type { Document, Piece, PiecePlace } from '../document.ts';
import { LatexProject, type LatexFiles } from '../latex/latex-project.ts';
import { loadTexParser } from '../latex/tex-parser.ts';
import type { ReadOptions } from '../read-document.ts';
import { joinPages } from './join-pages.ts';
import { repairPages, type PageText } from './repair-pages.ts';

/** `path`, `sha256`: of the PDF. `pages`: LaTeX text, in order. Files that they input are not opened. */
export async function readLatexPages(
  { path, sha256 }: { path: string; sha256: string },
  pages: readonly PageText[],
  options: ReadOptions,
): Promise<Document> {
  const file = basename(path);
  const { text, pageOf } = joinPages(repairPages(pages));
  const files: LatexFiles = {
    open: (name) => (name === file ? { path: file, real: file, text } : 'input-missing'),
  };
  const project = new LatexProject(files, await loadTexParser(), options);
  const blocks = await project.read(file);
  const title = project.state.title || file;
  const { pieces, problems } = assemble(blocks, title, options.maxTokens);
  project.problems.addAll(problems);
  const onPage = ({ line }: PiecePlace): PiecePlace => ({ file, line: null, page: pageOf(line ?? 1) });
  return {
    title,
    format: 'pdf',
    files: [{ path: file, sha256 }],
    pieces: pieces.map((piece) => withNumber({ ...piece, place: onPage(piece.place) })),
    externals: [],
    problems: project.problems
      .all()
      .map((problem) => ({ ...problem, place: problem.place === null ? null : onPage(problem.place) })),
  };
}

/** Labels for printed numbers, in the format of the transcription template: `theorem:1.4`. */
const NUMBERED = /^\p{L}[\p{L} ]*:(?<number>[\p{L}\d.()'–-]{1,20})$/u;

function withNumber(piece: Piece): Piece {
  if (piece.kind === 'passage' || piece.number !== null) return piece;
  const number = NUMBERED.exec(piece.labels[0] ?? '')?.groups?.['number'] ?? null;
  return { ...piece, number };
}
