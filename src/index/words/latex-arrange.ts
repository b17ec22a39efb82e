/** Pieces of a formula put in order before they are written: bars paired, ends of integrals taken off. */
import { isUpper } from './latex-meaning.ts';
import { newPiece, type Piece } from './latex-pieces.ts';

/** Without the `dx` that ends an integral; `d\mu` names a measure. */
export function withoutDifferentials(pieces: readonly Piece[]): readonly Piece[] {
  const integral = pieces.findIndex(({ role, source }) => role === 'big' && source.endsWith('int'));
  if (integral < 0) return pieces;
  const kept: Piece[] = [];
  pieces.forEach((piece, i) => {
    const next = pieces[i + 1];
    const isD = (one: Piece | undefined): boolean =>
      one?.role === 'letter' && one.source === 'd' && one.above.length === 0;
    if (i > integral && isD(piece) && next !== undefined && next.role !== 'relation') {
      if (next.role !== 'letter' || next.source.length > 1) kept.push(newPiece('sign', '∂'));
    } else if (!(i > integral + 1 && isD(pieces[i - 1]) && piece.role === 'letter' && piece.source.length === 1))
      kept.push(piece);
  });
  return kept;
}

/** Bars that stand in pairs become brackets around what is between them; `f|_S` is a restriction; one alone divides. */
export function pairBars(written: readonly Piece[]): readonly Piece[] {
  if (!written.some(({ role }) => role === 'bar')) return written;
  return bracketPairs(bracketPairs(written, '‖'), '|').map((piece) =>
    piece.role === 'bar' ? { ...piece, role: 'relation', source: piece.source === '|' ? 'mid' : 'parallel' } : piece,
  );
}

/** `f|_S`. */
function isRestriction({ source, below }: Piece, before: Piece | undefined): boolean {
  return source === '|' && isUpper(below[0]) && before?.role === 'letter';
}

function bracketPairs(pieces: readonly Piece[], bar: string): Piece[] {
  const isBar = ({ role, source }: Piece): boolean => role === 'bar' && source === bar;
  const paired: Piece[] = [];
  /** Place in `paired` of a bar that waits for its other. */
  let open = -1;
  for (const piece of pieces) {
    if (!isBar(piece)) paired.push(piece);
    else if (open < 0 && isRestriction(piece, paired.at(-1))) paired.push(newPiece('sign', 'restrict'));
    else if (open < 0) open = paired.push(piece) - 1;
    else {
      const parts = [paired.splice(open).slice(1)];
      paired.push({ ...piece, role: 'bracket', close: bar, parts });
      open = -1;
    }
  }
  return paired;
}
