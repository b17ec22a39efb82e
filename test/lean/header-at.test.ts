/** The header at a line of a file. */
import { expect, it } from 'vitest';
import { headerAt } from '../../src/lean/header-at.ts';

const FILE = `/- Copyright. -/
import Harbour
import Plumbing

open Nat
universe u
namespace Ships.Old
variable {α : Type u} (s : List α)
open List in
theorem first : s = s := rfl
section
variable (n : Nat)
theorem second : n = n := rfl
end
noncomputable section Deep
open Harbour
end Deep
end Ships.Old
variable (last : Nat)
`;
const START = '/- Copyright. -/\nimport Harbour\nimport Plumbing\nopen Nat\nuniverse u';

it.each([
  [5, '/- Copyright. -/\nimport Harbour\nimport Plumbing'],
  [7, START],
  [9, `${START}\nnamespace Ships\nnamespace Old\nvariable {α : Type u} (s : List α)`],
  [13, `${START}\nnamespace Ships\nnamespace Old\nvariable {α : Type u} (s : List α)\nsection\nvariable (n : Nat)`],
  [15, `${START}\nnamespace Ships\nnamespace Old\nvariable {α : Type u} (s : List α)`],
  [19, START],
  [null, `${START}\nvariable (last : Nat)`],
])('at line %s has what is open there', (line, header) => {
  expect(headerAt(FILE, line)).toBe(header);
});
