/** Selects holes of a file by `--decl NAME` and `--hole N`. */
import { Failure } from '../base/errors.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { ProveRequest } from '../options/prove-options.ts';

/** @throws {Failure} exit `usage`, with a list of all holes, if none matches */
export function selectHoles(
  holes: readonly Hole[],
  { decl, hole: selected }: Pick<ProveRequest, 'decl' | 'hole'>,
  path: string,
): (hole: Hole, number: number) => boolean {
  const matches = ({ declaration }: Hole): boolean =>
    decl === null || (declaration !== null && [declaration.fullName, declaration.name].includes(decl));
  const isSelected = (hole: Hole, number: number): boolean =>
    matches(hole) && (selected === null || number === selected);
  if (holes.some((hole, at) => isSelected(hole, at + 1))) return isSelected;
  const what = [decl === null ? '' : ` in '${decl}'`, selected === null ? '' : ` number ${selected}`].join('');
  throw new Failure('usage', 'no-such-hole', {
    message: `${path} has no hole${what}.`,
    reason: `It has ${holes.map((hole, at) => `${at + 1}: ${placeOf(hole)}`).join('; ')}`,
    next: `lemmahead holes ${path}`,
  });
}

function placeOf({ line, declaration }: Hole): string {
  const name = declaration?.fullName ?? declaration?.keyword ?? 'outside a declaration';
  return `${name} (line ${line})`;
}
