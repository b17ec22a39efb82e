/-
Prints the declarations of a compiled module as plain text, for a current Lean: `lean --run` a file of one line FILE.olean.
Written from Lean's sources, see README.md; the self-test of `lemmahead doctor` tries it on the user's toolchain.

It reads one `.olean` as data and runs nothing in it: it loads no initialiser, parser or extension. The file may have been
forged, so this process is confined and its output is not trusted: the kernel checks it again (replay-current.lean). The
format is described in ../audit/compiled-module.ts.
-/
import Std.Data.HashMap
import Lean.Environment
import Lean.DeclarationRange
open Lean

namespace LemmaheadExport

structure Written where
  names  : Std.HashMap Nat Nat := {}
  levels : Std.HashMap Nat Nat := {}
  exprs  : Std.HashMap Nat Nat := {}

abbrev M := StateRefT Written IO

unsafe def addressOf {α : Type} (a : α) : Nat := (ptrAddrUnsafe a).toNat

def put (line : String) : IO Unit := do (← IO.getStdout).putStr (line.push '\n')

/-- Code points in decimal: no quoting, so a name or a string cannot break the format. -/
def codes (s : String) : String :=
  if s.isEmpty then "-" else ",".intercalate (s.toList.map fun c => toString c.toNat)

unsafe def name (n : Name) : M Nat := do
  match n with
  | .anonymous => return 0
  | _ =>
    match (← get).names.get? (addressOf n) with
    | some id => return id
    | none =>
      match n with
      | .str p s => put s!"N s {← name p} {codes s}"
      | .num p k => put s!"N i {← name p} {k}"
      | .anonymous => pure ()
      modifyGet fun s =>
        let id := s.names.size + 1
        (id, { s with names := s.names.insert (addressOf n) id })

unsafe def level (l : Level) : M Nat := do
  match l with
  | .zero => return 0
  | _ =>
    match (← get).levels.get? (addressOf l) with
    | some id => return id
    | none =>
      match l with
      | .succ a   => put s!"L s {← level a}"
      | .max a b  => put s!"L m {← level a} {← level b}"
      | .imax a b => put s!"L i {← level a} {← level b}"
      | .param n  => put s!"L p {← name n}"
      | _         => put "L ?"
      modifyGet fun s =>
        let id := s.levels.size + 1
        (id, { s with levels := s.levels.insert (addressOf l) id })

def binder : BinderInfo → String
  | .implicit       => "i"
  | .strictImplicit => "s"
  | .instImplicit   => "c"
  | .default        => "d"

def words (ids : List Nat) : String := String.join (ids.map fun id => s!" {id}")

/-- Ids begin at 0. Metadata is left out: the kernel ignores it. -/
unsafe def expr (e : Expr) : M Nat := do
  match e with
  | .mdata _ a => expr a
  | _ =>
    match (← get).exprs.get? (addressOf e) with
    | some id => return id
    | none =>
      match e with
      | .bvar k          => put s!"E b {k}"
      | .sort l          => put s!"E s {← level l}"
      | .const n ls      => put s!"E c {← name n}{words (← ls.mapM fun l => level l)}"
      | .app f a         => put s!"E a {← expr f} {← expr a}"
      | .lam n t b i     => put s!"E l {binder i} {← name n} {← expr t} {← expr b}"
      | .forallE n t b i => put s!"E p {binder i} {← name n} {← expr t} {← expr b}"
      | .letE n t v b _  => put s!"E z {← name n} {← expr t} {← expr v} {← expr b}"
      | .lit (.natVal k) => put s!"E n {k}"
      | .lit (.strVal s) => put s!"E t {codes s}"
      | .proj n k a      => put s!"E j {← name n} {k} {← expr a}"
      | _                => put "E ?"
      modifyGet fun s =>
        let id := s.exprs.size
        (id, { s with exprs := s.exprs.insert (addressOf e) id })

/-- Name, type and universe parameters, which every declaration has. -/
unsafe def head (v : ConstantVal) : M String := do
  let n ← name v.name
  let params ← v.levelParams.mapM fun p => name p
  let type ← expr v.type
  return s!"{n} {type} {params.length}{words params}"

def hints : ReducibilityHints → String
  | .opaque    => "o"
  | .abbrev    => "a"
  | .regular h => toString h.toNat

def safety : DefinitionSafety → String
  | .safe    => "s"
  | .unsafe  => "u"
  | .partial => "p"

def mark (isUnsafe : Bool) : String := if isUnsafe then "u" else "s"

unsafe def declaration : ConstantInfo → M Unit
  | .axiomInfo v  => do let h ← head v.toConstantVal; put s!"D axiom {mark v.isUnsafe} {h}"
  | .thmInfo v    => do let h ← head v.toConstantVal; let e ← expr v.value; put s!"D theorem s {e} {h}"
  | .opaqueInfo v => do let h ← head v.toConstantVal; let e ← expr v.value; put s!"D opaque {mark v.isUnsafe} {e} {h}"
  | .defnInfo v   => do
    let h ← head v.toConstantVal
    let e ← expr v.value
    put s!"D def {safety v.safety} {hints v.hints} {e} {h}"
  | .inductInfo v => do
    let h ← head v.toConstantVal
    let all ← v.all.mapM fun n => name n
    let ctors ← v.ctors.mapM fun n => name n
    put s!"D inductive {mark v.isUnsafe} {v.numParams} {all.length}{words all} {ctors.length}{words ctors} {h}"
  | .ctorInfo v   => do let h ← head v.toConstantVal; let i ← name v.induct; put s!"D constructor {i} {h}"
  | .recInfo v    => do let h ← head v.toConstantVal; put s!"D recursor {h}"
  | .quotInfo v   => do let h ← head v.toConstantVal; put s!"D quot {h}"

unsafe def ranges (entries : Array (Name × Array EnvExtensionEntry)) : M Unit := do
  for (extension, entry) in entries do
    if extension == `Lean.declRangeExt then
      for e in entry do
        let (n, r) : Name × DeclarationRanges := unsafeCast e
        put s!"R {← name n} {r.range.pos.line} {r.range.endPos.line}"

unsafe def everything (data : ModuleData) : M Unit := do
  for i in data.imports do put s!"I {← name i.module}"
  for c in data.constants do declaration c
  ranges data.entries
  put "end"

/-- A module of the module system has several files, the last with everything. Before Lean 4.22 there is only one file. -/
unsafe def parts (files : Array System.FilePath) : IO (Array (ModuleData × CompactedRegion)) := by
  first
  | exact (readModuleDataParts files)
  | exact (files.mapM fun file => readModuleData file)

unsafe def exportMain : List String → IO UInt32
  | [file] => do
    let mut files : Array System.FilePath := #[file]
    for more in [file ++ ".server", file ++ ".private"] do
      if ← System.FilePath.pathExists more then files := files.push more
    match (← parts files).back? with
    | some (data, _) =>
      discard <| (everything data).run {}
      return 0
    | none => return 1
  | _ => return 2

end LemmaheadExport
