/** Arranges the pieces of a formula before they are written: pairs bars, and removes the ends of integrals. */
import { isUpper } from './latex-meaning.ts';
import { newPiece, type Piece } from './latex-pieces.ts';

/** Removes the `dx` that ends an integral; `d\mu` names a measure. */
export function withoutDifferentials(pieces: readonly Piece[]): readonly Piece[] {
  const integral = pieces.findIndex(({ role, source }) => role === 'big' && source.endsWith('int'));
  if (integral < 0) return pieces;
  const remaining: Piece[] = [];
  pieces.forEach((piece, i) => {
    const next = pieces[i + 1];
    const isD = (one: Piece | undefined): boolean =>
      one?.role === 'letter' && one.source === 'd' && one.above.length === 0;
    if (i > integral && isD(piece) && next !== undefined && next.role !== 'relation') {
      if (next.role !== 'letter' || next.source.length > 1) remaining.push(newPiece('sign', '∂'));
    } else if (!(i > integral + 1 && isD(pieces[i - 1]) && piece.role === 'letter' && piece.source.length === 1))
      remaining.push(piece);
  });
  return remaining;
}

/** Turns paired bars into brackets around the pieces between them; `f|_S` is a restriction; a single bar divides. */
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
  /** Position in `paired` of an open bar, or -1. */
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
