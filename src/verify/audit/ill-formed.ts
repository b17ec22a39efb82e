/** Checks that the audit makes independently of the kernel: ill-formed terms and miscomputed arithmetic. */
import type { Dependencies } from './axioms.ts';
import { type CompiledModule, type Declared, reachable, rootsOf } from './compiled-module.ts';
import type { Unit } from './declaration-graph.ts';
import { fieldKey, isMiscomputed, projectedFields } from './kernel-probes.ts';
import { type LeanName, shownName } from './lean-name.ts';
import type { ReplayAnswer } from './replay-job.ts';
import type { Subject } from './subject.ts';
import { termFaults } from './term-checks.ts';
import type { Finding } from '../verdict.ts';

/** At most one finding per declaration and check. */
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

/** Removes miscomputed functions from the axioms of data definitions: a wrong computation matters only in a statement. */
export function exemptDataDefinitions(
  dependencies: (declared: Declared) => Dependencies,
  { units, answer }: { units: readonly Unit[]; answer: ReplayAnswer },
  { module }: Subject,
): (declared: Declared) => Dependencies {
  const data = new Set(
    units.flatMap((unit, number) => (answer.data.has(number) && unit.kind === 'single' ? [unit.declared] : [])),
  );
  return (declared) => {
    const found = dependencies(declared);
    if (!data.has(declared)) return found;
    return { ...found, axioms: found.axioms.filter((axiom) => !isMiscomputed(axiom) || module.byKey.has(axiom.key)) };
  };
}

/** Describes an entry of the replayer's list of axioms. */
export function describeAxiom(axiom: LeanName): string {
  const shown = shownName(axiom);
  return isMiscomputed(axiom) ? `'${shown}', which this Lean's kernel computes incorrectly` : `the axiom '${shown}'`;
}
