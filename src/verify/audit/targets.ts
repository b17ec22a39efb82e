/** Determines the declarations of an original that must be proved: those whose holes are filled. */
import { hasHole } from './axioms.ts';
import type { Declared } from './compiled-module.ts';
import type { Hole } from '../hole/holes.ts';
import { shownName } from './lean-name.ts';
import type { Subject } from './subject.ts';

/** The declaration that contains `hole`; null if Lean stored no declaration with a `sorry` on its line. */
export function targetOfHole(subject: Subject, hole: Hole): Declared | null {
  const { module } = subject;
  const lines = ({ name }: Declared): number => {
    const range = module.ranges.get(name.key);
    return range !== undefined && range.line <= hole.line && hole.line <= range.endLine
      ? range.endLine - range.line
      : Infinity;
  };
  const around = module.declarations
    .filter((each) => lines(each) < Infinity && hasHole(subject, each))
    .sort((a, b) => lines(a) - lines(b));
  const narrowest = around.filter((each) => lines(each) === lines(around[0] ?? each));
  if (narrowest.length <= 1) return narrowest[0] ?? null;
  // If several are on the line, the name decides.
  const { name } = hole.declaration ?? { name: null };
  return narrowest.find((each) => name !== null && `.${shownName(each.name)}`.endsWith(`.${name}`)) ?? null;
}

/** Keys of all declarations with a hole, or of the declaration `name`. A string is the reason for having no keys. */
export function targetsOfFile(subject: Subject, name: string | null): Set<string> | string {
  const all = subject.module.declarations.filter((each) => subject.roles.of(each) === 'own');
  if (name === null) {
    return new Set(all.filter((each) => hasHole(subject, each)).map((each) => each.name.key));
  }
  const found = all.filter((each) => shownName(each.name) === name);
  if (found.length > 0) return new Set(found.map((each) => each.name.key));
  const others = all.slice(0, 5).map((each) => shownName(each.name));
  return `no declaration is called '${name}'; there are ${others.join(', ')}${all.length > 5 ? ', …' : ''}`;
}
