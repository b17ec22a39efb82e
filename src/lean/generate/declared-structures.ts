/** What all files together declare about structures, before anything is derived from it. */
import type { FileOutline, NameContext, OutlineStep, StructureOutline } from '../declaration.ts';
import { resolveName } from './resolve-name.ts';

export interface DeclaredStructures {
  /** If several have the same name, the last in file order. */
  byName: ReadonlyMap<string, StructureOutline>;
  /** Arguments of `initialize_simps_projections`, by full name of the structure. */
  rules: ReadonlyMap<string, string>;
}

/** The parts of a file that the expansion of other files needs: its structures, commands about them, dictionaries. */
export function sharedOutline(outline: FileOutline): FileOutline {
  return { ...outline, imports: [], steps: outline.steps.filter(isShared) };
}

/** Whether the shared outline is non-empty. */
export const hasSharedContent = ({ steps, dictionaries }: FileOutline): boolean =>
  steps.length > 0 || dictionaries.length > 0;

function isShared(step: OutlineStep): boolean {
  return step.step === 'structure' || isProjectionCommand(step);
}

function isProjectionCommand(step: OutlineStep): step is Extract<OutlineStep, { step: 'command' }> {
  return step.step === 'command' && step.command.startsWith('initialize_simps_projections');
}

/** `outlines` are in expansion order; full or shared outlines. */
export function readStructures(outlines: readonly FileOutline[]): DeclaredStructures {
  const byName = new Map<string, StructureOutline>();
  const commands: { text: string; context: NameContext }[] = [];
  for (const outline of outlines) {
    for (const step of outline.steps) {
      if (step.step === 'structure') byName.set(step.structure.name, step.structure);
      else if (isProjectionCommand(step)) commands.push(step);
    }
  }
  const rules = new Map<string, string>();
  for (const { text, context } of commands) {
    const match = /^\s*(?:\?\s*)?([^\s(]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
    if (match === null) continue;
    const structure = resolveName(match[1]!, context, (name) => byName.has(name));
    // The first command for a structure applies; Lean only reports later ones.
    if (structure !== null && !rules.has(structure)) rules.set(structure, match[2] ?? '');
  }
  return { byName, rules };
}

/** Names of the structures that differ between the two. */
export function changedStructures(before: DeclaredStructures, after: DeclaredStructures): Set<string> {
  const changed = new Set<string>();
  for (const name of new Set([...before.byName.keys(), ...after.byName.keys()])) {
    const [old, now] = [before.byName.get(name), after.byName.get(name)];
    const isSame = old === now || JSON.stringify(old) === JSON.stringify(now);
    if (!isSame || before.rules.get(name) !== after.rules.get(name)) changed.add(name);
  }
  return changed;
}
