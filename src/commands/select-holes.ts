/** Which holes of a file are asked for: `--decl NAME`, `--hole N`. */
import { Failure } from '../base/errors.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { ProveRequest } from './prove-options.ts';

/** @throws {Failure} exit `usage`, with what there is, where nothing fits. */
export function selectHoles(
  holes: readonly Hole[],
  { decl, hole: wanted }: Pick<ProveRequest, 'decl' | 'hole'>,
  path: string,
): (hole: Hole, number: number) => boolean {
  const fits = ({ declaration }: Hole): boolean =>
    decl === null || (declaration !== null && [declaration.fullName, declaration.name].includes(decl));
  const isChosen = (hole: Hole, number: number): boolean => fits(hole) && (wanted === null || number === wanted);
  if (holes.some((hole, at) => isChosen(hole, at + 1))) return isChosen;
  const what = [decl === null ? '' : ` in '${decl}'`, wanted === null ? '' : ` number ${wanted}`].join('');
  throw new Failure({
    exit: 'usage',
    code: 'no-such-hole',
    message: `${path} has no hole${what}.`,
    reason: `It has ${holes.map((hole, at) => `${at + 1}: ${placeOf(hole)}`).join('; ')}`,
    next: `lemmahead holes ${path}`,
  });
}

function placeOf({ line, declaration }: Hole): string {
  const name = declaration?.fullName ?? declaration?.keyword ?? 'outside a declaration';
  return `${name} (line ${line})`;
}
