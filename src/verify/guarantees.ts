/**
 * What the acceptance of a file guarantees in comparison with its original, and the audit rules that enforce it. The
 * documentation lists the guarantees with the fixtures that demonstrate them (`npm run docs`).
 */
import type { FindingRule } from './verdict.ts';

export interface Guarantee {
  /** Stable: notes and issues refer to it. */
  id: string;
  promise: string;
  rules: readonly FindingRule[];
}

export const GUARANTEES: readonly Guarantee[] = [
  {
    id: 'G1',
    promise: 'Every declaration of the original exists exactly once, under its full name.',
    rules: ['missing', 'twice'],
  },
  {
    id: 'G2',
    promise:
      'Each declaration has the same kind: a theorem has not become an axiom, nor a definition an opaque constant.',
    rules: ['kind'],
  },
  {
    id: 'G3',
    promise:
      'Each declaration has the same statement: the same type with the same universe parameters and binder kinds. An inductive type has the same parameters and constructors.',
    rules: ['type', 'universes'],
  },
  {
    id: 'G4',
    promise:
      'Each definition, also a partial, unsafe or opaque one, has the same value, except that its own holes may be filled with anything. A filled definition that cannot be distinguished from a changed one is refused.',
    rules: ['value'],
  },
  {
    id: 'G5',
    promise:
      'Nothing else is declared, except helpers of a declaration with a hole, under its name, and auxiliary declarations that Lean made. `--allow-new` permits other safe declarations. Nothing new is unsafe.',
    rules: ['new', 'unsafe'],
  },
  { id: 'G6', promise: 'The imports are the same.', rules: ['imports'] },
  {
    id: 'G7',
    promise:
      'Attributes, instances, simp lemmas, notations and macros are those of the original, compared as the compiled module stores them.',
    rules: ['attribute'],
  },
  {
    id: 'G8',
    promise: 'No command that is not in the original runs code while the file is compiled.',
    rules: ['code'],
  },
  {
    id: 'G9',
    promise:
      'What was proved depends on no axioms except `propext`, `Classical.choice`, `Quot.sound` and those that you allow; these three are the ones that Lean declares. A declaration without a hole depends on no axiom and no `sorry` that it did not depend on before.',
    rules: ['axiom', 'core'],
  },
  {
    id: 'G10',
    promise: 'No `sorry` remains in what was to be proved, or in anything that it depends on.',
    rules: ['sorry'],
  },
  {
    id: 'G11',
    promise:
      'The kernel accepts every declaration when checked again by a process that never saw the text or its files.',
    rules: ['kernel'],
  },
  { id: 'G12', promise: 'The compared module was written by Lean: a forged module is refused.', rules: ['output'] },
];
