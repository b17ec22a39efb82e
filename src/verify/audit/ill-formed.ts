/** What the audit refuses by itself, whatever the kernel said of it: ill-formed terms and foundations that do not hold. */
import type { Foundations } from './axioms.ts';
import { type CompiledModule, type Declared, reachable, rootsOf } from './compiled-module.ts';
import type { Unit } from './declaration-graph.ts';
import { fieldKey, isComputed, projectedFields } from './kernel-questions.ts';
import { type LeanName, shownName } from './lean-name.ts';
import type { ReplayAnswer } from './replay-job.ts';
import type { Subject } from './subject.ts';
import { termFaults } from './term-checks.ts';
import type { Finding } from '../verdict.ts';

/** One finding a declaration and check. */
export function illFormed(module: CompiledModule, answer: ReplayAnswer): Finding[] {
  const faults = termFaults(module, answer.isLaxOnUniverses).map(({ name, fault }) => ({ name, fault }));
  const projected = module.declarations.flatMap((declared) => {
    const fault = answer.fields.size === 0 ? null : fieldFault(module, declared, answer);
    return fault === null ? [] : [{ name: declared.name, fault }];
  });
  return [...faults, ...projected].map(({ name, fault }) => {
    const shown = shownName(name);
    return { rule: 'kernel', name: shown, detail: `the audit refuses '${shown}': it ${fault}` };
  });
}

function fieldFault(module: CompiledModule, declared: Declared, { fields }: ReplayAnswer): string | null {
  const ids = rootsOf(declared).flatMap((root) => reachable(module, root));
  for (const { structure, index } of projectedFields(module, ids, () => false).values()) {
    const why = fields.get(fieldKey(structure, index));
    if (why !== undefined) return `projects field ${index} of '${shownName(structure)}': ${why}`;
  }
  return null;
}

/** Of what the kernel computes wrongly nothing follows for a definition that states nothing, but for what is stated of it. */
export function stated(
  foundations: (declared: Declared) => Foundations,
  { units, answer }: { units: readonly Unit[]; answer: ReplayAnswer },
  { module }: Subject,
): (declared: Declared) => Foundations {
  const data = new Set(
    units.flatMap((unit, number) => (answer.data.has(number) && unit.kind === 'single' ? [unit.declared] : [])),
  );
  return (declared) => {
    const found = foundations(declared);
    if (!data.has(declared)) return found;
    return { ...found, axioms: found.axioms.filter((axiom) => !isComputed(axiom) || module.byKey.has(axiom.key)) };
  };
}

/** What a declaration rests on, by the name that is on the replayer's list of axioms. */
export function foundationWords(axiom: LeanName): string {
  const shown = shownName(axiom);
  return isComputed(axiom) ? `'${shown}', which this Lean's kernel computes wrongly` : `the axiom '${shown}'`;
}
