/-
Prints the declarations of a compiled module as plain text, with a Lean of 2021: the reference for
`src/verify/audit/stored-declarations.ts`, which reads them from the bytes of the module. The format is described in
`src/verify/audit/compiled-module.ts`.
-/
import Lean.DeclarationRange
open Lean Std

namespace LemmaheadExport

structure Written where
  names  : HashMap Nat Nat := {}
  levels : HashMap Nat Nat := {}
  exprs  : HashMap Nat Nat := {}

abbrev M := StateRefT Written IO

unsafe def addressOf {α : Type} (a : α) : Nat := (ptrAddrUnsafe a).toNat

def put (line : String) : IO Unit := do (← IO.getStdout).putStr (line.push '\n')

/-- Code points in decimal: no quoting, so a name or a string cannot break the format. -/
def codes (s : String) : String :=
  if s.isEmpty then "-" else ",".intercalate (s.toList.map fun c => toString c.toNat)

unsafe def name (n : Name) : M Nat := do
  match n with
  | Name.anonymous => return 0
  | _ =>
    match (← get).names.find? (addressOf n) with
    | some id => return id
    | none =>
      match n with
      | Name.str p s _ => put s!"N s {← name p} {codes s}"
      | Name.num p k _ => put s!"N i {← name p} {k}"
      | Name.anonymous => pure ()
      modifyGet fun s =>
        let id := s.names.size + 1
        (id, { s with names := s.names.insert (addressOf n) id })

unsafe def level (l : Level) : M Nat := do
  match l with
  | Level.zero _ => return 0
  | _ =>
    match (← get).levels.find? (addressOf l) with
    | some id => return id
    | none =>
      match l with
      | Level.succ a _   => put s!"L s {← level a}"
      | Level.max a b _  => put s!"L m {← level a} {← level b}"
      | Level.imax a b _ => put s!"L i {← level a} {← level b}"
      | Level.param n _  => put s!"L p {← name n}"
      | _                => put "L ?"
      modifyGet fun s =>
        let id := s.levels.size + 1
        (id, { s with levels := s.levels.insert (addressOf l) id })

def binder (e : Expr) : String :=
  match e.binderInfo with
  | BinderInfo.implicit       => "i"
  | BinderInfo.strictImplicit => "s"
  | BinderInfo.instImplicit   => "c"
  | _                         => "d"

def words (ids : List Nat) : String := String.join (ids.map fun id => s!" {id}")

/-- Ids begin at 0. Metadata is left out: the kernel ignores it. -/
unsafe def expr (e : Expr) : M Nat := do
  match e with
  | Expr.mdata _ a _ => expr a
  | _ =>
    match (← get).exprs.find? (addressOf e) with
    | some id => return id
    | none =>
      match e with
      | Expr.bvar k _        => put s!"E b {k}"
      | Expr.sort l _        => put s!"E s {← level l}"
      | Expr.const n ls _    => put s!"E c {← name n}{words (← ls.mapM level)}"
      | Expr.app f a _       => put s!"E a {← expr f} {← expr a}"
      | Expr.lam n t b _     => put s!"E l {binder e} {← name n} {← expr t} {← expr b}"
      | Expr.forallE n t b _ => put s!"E p {binder e} {← name n} {← expr t} {← expr b}"
      | Expr.letE n t v b _  => put s!"E z {← name n} {← expr t} {← expr v} {← expr b}"
      | Expr.lit (Literal.natVal k) _ => put s!"E n {k}"
      | Expr.lit (Literal.strVal s) _ => put s!"E t {codes s}"
      | Expr.proj n k a _    => put s!"E j {← name n} {k} {← expr a}"
      | _                    => put "E ?"
      modifyGet fun s =>
        let id := s.exprs.size
        (id, { s with exprs := s.exprs.insert (addressOf e) id })

/-- Name, universe parameters and type, which every declaration has. -/
unsafe def head (v : ConstantVal) : M String := do
  let n ← name v.name
  let params ← v.levelParams.mapM name
  let type ← expr v.type
  return s!"{n} {type} {params.length}{words params}"

def hints : ReducibilityHints → String
  | ReducibilityHints.opaque    => "o"
  | ReducibilityHints.abbrev    => "a"
  | ReducibilityHints.regular h => toString h.toNat

def safety : DefinitionSafety → String
  | DefinitionSafety.safe    => "s"
  | DefinitionSafety.unsafe  => "u"
  | DefinitionSafety.partial => "p"

def mark (isUnsafe : Bool) : String := if isUnsafe then "u" else "s"

unsafe def declaration : ConstantInfo → M Unit
  | ConstantInfo.axiomInfo v  => do let h ← head v.toConstantVal; put s!"D axiom {mark v.isUnsafe} {h}"
  | ConstantInfo.thmInfo v    => do let h ← head v.toConstantVal; let e ← expr v.value; put s!"D theorem s {e} {h}"
  | ConstantInfo.opaqueInfo v => do let h ← head v.toConstantVal; let e ← expr v.value; put s!"D opaque {mark v.isUnsafe} {e} {h}"
  | ConstantInfo.defnInfo v   => do
    let h ← head v.toConstantVal
    let e ← expr v.value
    put s!"D def {safety v.safety} {hints v.hints} {e} {h}"
  | ConstantInfo.inductInfo v => do
    let h ← head v.toConstantVal
    let all ← v.all.mapM name
    let ctors ← v.ctors.mapM name
    put s!"D inductive {mark v.isUnsafe} {v.numParams} {all.length}{words all} {ctors.length}{words ctors} {h}"
  | ConstantInfo.ctorInfo v   => do let h ← head v.toConstantVal; put s!"D constructor {← name v.induct} {h}"
  | ConstantInfo.recInfo v    => do let h ← head v.toConstantVal; put s!"D recursor {h}"
  | ConstantInfo.quotInfo v   => do let h ← head v.toConstantVal; put s!"D quot {h}"

unsafe def ranges (entries : Array (Name × Array EnvExtensionEntry)) : M Unit := do
  for (extension, entry) in entries do
    if extension == `declranges then
      for e in entry do
        let (n, r) : Name × DeclarationRanges := unsafeCast e
        put s!"R {← name n} {r.range.pos.line} {r.range.endPos.line}"

unsafe def everything (data : ModuleData) : M Unit := do
  for i in data.imports do put s!"I {← name i.module}"
  for c in data.constants do declaration c
  ranges data.entries
  put "end"

unsafe def exportMain : List String → IO UInt32
  | [file] => do
    let (data, _) ← readModuleData file
    discard <| (everything data).run {}
    return 0
  | _ => return 2

end LemmaheadExport
