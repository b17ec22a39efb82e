/**
 * What an accepted file guarantees beside its original, by the rules that the audit refuses others for. The documentation
 * lists them with the fixtures that show each (`npm run docs`).
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
    promise: 'Every declaration of the original is there, once, under its full name.',
    rules: ['missing', 'twice'],
  },
  {
    id: 'G2',
    promise: 'Each is of the same kind: a theorem is no axiom, a definition no opaque constant.',
    rules: ['kind'],
  },
  {
    id: 'G3',
    promise:
      'Each states the same: the same type with the same universe parameters and binder kinds; an inductive type has the same parameters and constructors.',
    rules: ['type', 'universes'],
  },
  {
    id: 'G4',
    promise:
      'Each definition, also a partial, unsafe or opaque one, has the same value, with anything in the place of its own holes. Where a filled definition cannot be told from a changed one, it is refused.',
    rules: ['value'],
  },
  {
    id: 'G5',
    promise:
      'Nothing else is declared, but helpers of a declaration that had a hole, under its name, and auxiliaries that Lean made. `--allow-new` lets other safe declarations through. Nothing new is unsafe.',
    rules: ['new', 'unsafe'],
  },
  { id: 'G6', promise: 'The imports are the same.', rules: ['imports'] },
  {
    id: 'G7',
    promise:
      'Attributes, instances, simp lemmas, notations and macros are those of the original, as the compiled module stores them.',
    rules: ['attribute'],
  },
  {
    id: 'G8',
    promise: 'No command runs code while the file is compiled that the original does not have.',
    rules: ['code'],
  },
  {
    id: 'G9',
    promise:
      'What was proved rests on no axiom but `propext`, `Classical.choice`, `Quot.sound` and those that you allow; these three are the ones of Lean. What was no hole rests on nothing that it did not rest on before.',
    rules: ['axiom', 'core'],
  },
  {
    id: 'G10',
    promise: 'No `sorry` is left in what was to be proved, or in what it rests on.',
    rules: ['sorry'],
  },
  {
    id: 'G11',
    promise: 'The kernel accepts every declaration, asked anew by a process that never saw the text or its files.',
    rules: ['kernel'],
  },
  { id: 'G12', promise: 'What was compared was written by Lean: a forged module is refused.', rules: ['output'] },
];
