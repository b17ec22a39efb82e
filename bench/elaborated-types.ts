/** The types that the old Lean elaborated for its own library. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binder } from './binder-agreement.ts';

export interface Elaborated {
  name: string;
  kind: string;
  binders: Binder[];
  /** Constants in its type, and those that are not in implicit arguments. */
  constants: string[];
  visible: string[];
}

/** Prints one line of JSON per constant: the leading binders of its type, and its constants. */
const DUMP = `
import Lean
open Lean

def bracketOf : BinderInfo → String
  | BinderInfo.default => "("
  | BinderInfo.implicit => "{"
  | BinderInfo.strictImplicit => "⦃"
  | BinderInfo.instImplicit => "["
  | _ => "?"

partial def binders (e : Expr) (out : Array Json) : Array Json :=
  match e with
  | Expr.forallE n _ b d =>
    binders b (out.push (Json.arr #[Json.str (bracketOf d.binderInfo), Json.str (toString n.eraseMacroScopes)]))
  | Expr.mdata _ b _ => binders b out
  | _ => out

def kindOf : ConstantInfo → String
  | ConstantInfo.thmInfo _ => "theorem"
  | ConstantInfo.defnInfo _ => "definition"
  | ConstantInfo.axiomInfo _ => "axiom"
  | ConstantInfo.opaqueInfo _ => "opaque"
  | ConstantInfo.inductInfo _ => "inductive"
  | ConstantInfo.ctorInfo _ => "constructor"
  | _ => ""

def isExplicit : Expr → List Bool
  | Expr.forallE _ _ b d => (d.binderInfo == BinderInfo.default) :: isExplicit b
  | _ => []

def explicitArguments (env : Environment) (f : Expr) : List Bool :=
  match f with
  | Expr.const n _ _ => match env.find? n with
    | some info => isExplicit info.type
    | none => []
  | _ => []

partial def visible (env : Environment) (e : Expr) (out : NameSet) : NameSet :=
  match e with
  | Expr.forallE _ t b _ => visible env b (visible env t out)
  | Expr.lam _ t b _ => visible env b (visible env t out)
  | Expr.letE _ t v b _ => visible env b (visible env v (visible env t out))
  | Expr.mdata _ b _ => visible env b out
  | Expr.proj _ _ b _ => visible env b out
  | Expr.const n _ _ => out.insert n
  | Expr.app .. => do
    let f := e.getAppFn
    let mut out := out
    let mut explicit := explicitArguments env f
    -- The default value of a binder is not part of its type.
    if f.isConstOf \`optParam || f.isConstOf \`autoParam then explicit := [true, false]
    else out := visible env f out
    for arg in e.getAppArgs do
      if explicit.headD true then out := visible env arg out
      explicit := explicit.tailD []
    return out
  | _ => out

def namesJson (names : Array Name) : Json := Json.arr (names.map fun n => Json.str (toString n))

def main : IO Unit := do
  initSearchPath
  let env ← importModules [{ module := \`Lean }] {} 0
  env.constants.forM fun name info => do
    let kind := kindOf info
    if kind != "" && !isPrivateName name && !name.isInternal then
      IO.println (Json.compress (Json.mkObj [("name", toString name), ("kind", kind),
        ("binders", Json.arr (binders info.type #[])),
        ("constants", namesJson info.type.getUsedConstants),
        ("visible", namesJson ((visible env info.type {}).fold (init := #[]) fun out n => out.push n))]))
`;

/** All constants that a user can write, by name without «». */
export function elaboratedTypes(binary: string): Map<string, Elaborated> {
  const all = jsonOfLean<Elaborated>(binary, DUMP);
  return new Map(all.map((one): [string, Elaborated] => [one.name.replaceAll(/[«»]/g, ''), one]));
}

/** Runs a Lean program that prints one line of JSON per item. */
export function jsonOfLean<Item>(binary: string, program: string): Item[] {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-statements-'));
  try {
    const script = join(folder, 'dump.lean');
    writeFileSync(script, program);
    const output = execFileSync(binary, ['--run', script], { maxBuffer: 1 << 29, encoding: 'utf8' });
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
