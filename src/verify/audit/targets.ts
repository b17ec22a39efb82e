/** Which declarations of an original must be done: those whose holes are filled, by the names that Lean gave them. */
import { isHoled } from './axioms.ts';
import type { Declared } from './compiled-module.ts';
import type { Hole } from '../hole/holes.ts';
import { shownName } from './lean-name.ts';
import type { Subject } from './subject.ts';

/** The declaration that `hole` stands in; null where none that Lean kept has a `sorry` on its line. */
export function targetOfHole(subject: Subject, hole: Hole): Declared | null {
  const { module } = subject;
  const lines = ({ name }: Declared): number => {
    const range = module.ranges.get(name.key);
    return range !== undefined && range.line <= hole.line && hole.line <= range.endLine
      ? range.endLine - range.line
      : Infinity;
  };
  const around = module.declarations
    .filter((each) => lines(each) < Infinity && isHoled(subject, each))
    .sort((a, b) => lines(a) - lines(b));
  const narrowest = around.filter((each) => lines(each) === lines(around[0] ?? each));
  if (narrowest.length <= 1) return narrowest[0] ?? null;
  // Several on one line: the one of that name.
  const { name } = hole.declaration ?? { name: null };
  return narrowest.find((each) => name !== null && `.${shownName(each.name)}`.endsWith(`.${name}`)) ?? null;
}

/**
 * All declarations with a hole of their own, or the one that is called `name` if it has one. A string says why not.
 */
export function targetsOfFile(subject: Subject, name: string | null): Set<string> | string {
  const all = subject.module.declarations.filter((each) => subject.roles.of(each) === 'own');
  if (name === null) {
    return new Set(all.filter((each) => isHoled(subject, each)).map((each) => each.name.key));
  }
  const found = all.filter((each) => shownName(each.name) === name);
  if (found.length > 0) return new Set(found.map((each) => each.name.key));
  const others = all.slice(0, 5).map((each) => shownName(each.name));
  return `no declaration is called '${name}'; there are ${others.join(', ')}${all.length > 5 ? ', …' : ''}`;
}
