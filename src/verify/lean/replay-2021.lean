/-
Asks the kernel again, for a Lean of 2021: `lean --run replay-2021.lean < JOB`.

A job names the imports of the original and then every declaration, in an order in which each needs only what stands
before it. Names, levels and expressions are built anew from plain text, so nothing that was cached, shared or forged in
a compiled file comes this far. The candidate's text and its compiled file are unknown here. Each line of the answer
begins with the nonce of the job. The format is described in ../replay-job.ts.
-/
import Lean.Util.FoldConsts
open Lean Std

namespace LemmaheadReplay

structure Job where
  nonce  : String := ""
  imports : Array Name := #[]
  names  : Array Name := #[Name.anonymous]
  levels : Array Level := #[levelZero]
  exprs  : Array Expr := #[]
  /-- Declarations that the kernel has accepted or refused so far. -/
  asked  : Nat := 0
  /-- Axioms of each constant that was looked at. -/
  axioms : HashMap Name (List Name) := {}

abbrev M := StateRefT Job IO

def numbers (words : List String) : List Nat := words.map String.toNat!

def text (codes : String) : String :=
  if codes == "-" then "" else (codes.splitOn ",").foldl (fun s c => s.push (Char.ofNat c.toNat!)) ""

def codes (s : String) : String :=
  if s.isEmpty then "-" else ",".intercalate (s.toList.map fun c => toString c.toNat)

/-- A name as one word: `s102,111.i3`. -/
def spelled : Name → String
  | Name.anonymous => ""
  | Name.str Name.anonymous s _ => "s" ++ codes s
  | Name.num Name.anonymous k _ => "i" ++ toString k
  | Name.str p s _ => spelled p ++ ".s" ++ codes s
  | Name.num p k _ => spelled p ++ ".i" ++ toString k

def answer (words : String) : M Unit := do
  (← IO.getStdout).putStr s!"{(← get).nonce} {words}\n"

def nameAt (id : Nat) : M Name := do return (← get).names[id]
def levelAt (id : Nat) : M Level := do return (← get).levels[id]
def exprAt (id : Nat) : M Expr := do return (← get).exprs[id]

def pushName (n : Name) : M Unit := modify fun s => { s with names := s.names.push n }
def pushLevel (l : Level) : M Unit := modify fun s => { s with levels := s.levels.push l }
def pushExpr (e : Expr) : M Unit := modify fun s => { s with exprs := s.exprs.push e }

def binder : String → BinderInfo
  | "i" => BinderInfo.implicit
  | "s" => BinderInfo.strictImplicit
  | "c" => BinderInfo.instImplicit
  | _   => BinderInfo.default

def buildLevel : List String → M Level
  | ["s", a]    => do return mkLevelSucc (← levelAt a.toNat!)
  | ["m", a, b] => do return mkLevelMax (← levelAt a.toNat!) (← levelAt b.toNat!)
  | ["i", a, b] => do return mkLevelIMax (← levelAt a.toNat!) (← levelAt b.toNat!)
  | ["p", n]    => do return mkLevelParam (← nameAt n.toNat!)
  | _           => throw <| IO.userError "level"

def buildExpr : List String → M Expr
  | ["b", k]              => return mkBVar k.toNat!
  | ["s", l]              => do return mkSort (← levelAt l.toNat!)
  | "c" :: n :: ls        => do return mkConst (← nameAt n.toNat!) (← (numbers ls).mapM levelAt)
  | ["a", f, a]           => do return mkApp (← exprAt f.toNat!) (← exprAt a.toNat!)
  | ["l", i, n, t, b]     => do return mkLambda (← nameAt n.toNat!) (binder i) (← exprAt t.toNat!) (← exprAt b.toNat!)
  | ["p", i, n, t, b]     => do return mkForall (← nameAt n.toNat!) (binder i) (← exprAt t.toNat!) (← exprAt b.toNat!)
  | ["z", n, t, v, b]     => do return mkLet (← nameAt n.toNat!) (← exprAt t.toNat!) (← exprAt v.toNat!) (← exprAt b.toNat!)
  | ["n", k]              => return mkNatLit k.toNat!
  | ["t", s]              => return mkStrLit (text s)
  | ["j", n, k, e]        => do return mkProj (← nameAt n.toNat!) k.toNat! (← exprAt e.toNat!)
  | _                     => throw <| IO.userError "expression"

def hints : String → ReducibilityHints
  | "o" => ReducibilityHints.opaque
  | "a" => ReducibilityHints.abbrev
  | h   => ReducibilityHints.regular h.toNat!.toUInt32

/-- `NAME TYPE` and the universe parameters, to the end of the line. -/
def head : List Nat → M ConstantVal
  | n :: t :: params => do return { name := ← nameAt n, type := ← exprAt t, levelParams := ← params.mapM nameAt }
  | _ => throw <| IO.userError "declaration"

partial def constructors (count : Nat) (ids : List Nat) : M (List Constructor × List Nat) := do
  match count, ids with
  | 0, rest => return ([], rest)
  | k + 1, n :: t :: rest =>
    let (cs, rest) ← constructors k rest
    return ({ name := ← nameAt n, type := ← exprAt t : Constructor } :: cs, rest)
  | _, _ => throw <| IO.userError "constructor"

partial def inductiveTypes (count : Nat) (ids : List Nat) : M (List InductiveType × List Nat) := do
  match count, ids with
  | 0, rest => return ([], rest)
  | k + 1, n :: t :: c :: rest =>
    let (ctors, rest) ← constructors c rest
    let (types, rest) ← inductiveTypes k rest
    return ({ name := ← nameAt n, type := ← exprAt t, ctors := ctors : InductiveType } :: types, rest)
  | _, _ => throw <| IO.userError "inductive"

def buildDeclaration : List String → M Declaration
  | "axiom" :: rest => do
    let v ← head (numbers rest)
    return Declaration.axiomDecl { toConstantVal := v, isUnsafe := false }
  | "theorem" :: value :: rest => do
    let v ← head (numbers rest)
    return Declaration.thmDecl { toConstantVal := v, value := ← exprAt value.toNat! }
  | "opaque" :: value :: rest => do
    let v ← head (numbers rest)
    return Declaration.opaqueDecl { toConstantVal := v, value := ← exprAt value.toNat!, isUnsafe := false }
  | "def" :: h :: value :: rest => do
    let v ← head (numbers rest)
    let value ← exprAt value.toNat!
    return Declaration.defnDecl { toConstantVal := v, value := value, hints := hints h, safety := DefinitionSafety.safe }
  | "inductive" :: rest => do
    match numbers rest with
    | numParams :: count :: rest =>
      let (types, params) ← inductiveTypes count rest
      return Declaration.inductDecl (← params.mapM nameAt) numParams types false
    | _ => throw <| IO.userError "inductive"
  | ["quot"] => return Declaration.quotDecl
  | _ => throw <| IO.userError "declaration"

def refusal : KernelException → String
  | KernelException.unknownConstant _ n    => s!"unknown-constant {spelled n}"
  | KernelException.alreadyDeclared _ n    => s!"already-declared {spelled n}"
  | KernelException.declTypeMismatch _ _ _ => "value-has-another-type"
  | KernelException.other message          => s!"other {codes message}"
  | _                                      => "ill-typed"

/--
What a constant is made of. An inductive type answers for its constructors too; they and the recursors answer by it, so
that the only cycles are within one mutual declaration, where every member sees the whole.
-/
def uses (env : Environment) : ConstantInfo → Array Name
  | ConstantInfo.ctorInfo v   => #[v.induct]
  | ConstantInfo.inductInfo v => do
    let mut found := #[]
    for type in v.all do
      match env.find? type with
      | some (ConstantInfo.inductInfo each) =>
        found := found ++ each.type.getUsedConstants
        for c in each.ctors do
          match env.find? c with
          | some info => found := found ++ info.type.getUsedConstants
          | none => pure ()
      | _ => pure ()
    return found
  | info =>
    match info.value? with
    | some v => info.type.getUsedConstants ++ v.getUsedConstants
    | none   =>
      match info with
      | ConstantInfo.opaqueInfo v => v.type.getUsedConstants ++ v.value.getUsedConstants
      | _ => info.type.getUsedConstants

partial def axiomsOf (env : Environment) (n : Name) : M (List Name) := do
  match (← get).axioms.find? n with
  | some known => return known
  | none =>
    modify fun s => { s with axioms := s.axioms.insert n [] }
    let mut found : List Name := []
    match env.find? n with
    | none => pure ()
    | some info =>
      if let ConstantInfo.axiomInfo _ := info then found := [n]
      for used in uses env info do
        for a in ← axiomsOf env used do
          unless found.contains a do found := a :: found
    modify fun s => { s with axioms := s.axioms.insert n found }
    return found

/-- Answers for an imported constant, and stays silent on one that rests on no axiom. -/
def restsOn (env : Environment) (n : Name) : M Unit := do
  let axioms ← axiomsOf env n
  unless axioms.isEmpty do answer s!"rests {spelled n}{String.join (axioms.map fun a => " " ++ spelled a)}"

def declare (env : Environment) (words : List String) : M Environment := do
  let number := (← get).asked
  modify fun s => { s with asked := number + 1 }
  match env.addDecl (← buildDeclaration words) with
  | Except.error e => answer s!"no {number} {refusal e}"; return env
  | Except.ok env  => answer s!"ok {number}"; return env

/-- Whether an imported axiom is Lean's own, and says what it should. -/
def core (env : Environment) (words : List String) : M Unit := do
  let v ← head (numbers words)
  let home := (env.getModuleIdxFor? v.name).map fun i => env.header.moduleNames[i]
  let isCore := match home with
    | some m => m.getRoot == `Init
    | none   => false
  let same := match env.find? v.name with
    | some (ConstantInfo.axiomInfo a) => a.type == v.type && a.levelParams == v.levelParams
    | _ => false
  if isCore && same then answer s!"core {spelled v.name}"

/-- Reads line by line; the environment is there from the line `begin` on. -/
partial def work (stdin : IO.FS.Stream) (env? : Option Environment) : M Unit := do
  let line ← stdin.getLine
  match ((line.dropRightWhile (· == '\n')).splitOn " "), env? with
  | ["nonce", n], _ => modify (fun s => { s with nonce := n }); work stdin env?
  | ["N", "s", p, s], _ => pushName (Name.mkStr (← nameAt p.toNat!) (text s)); work stdin env?
  | ["N", "i", p, k], _ => pushName (Name.mkNum (← nameAt p.toNat!) k.toNat!); work stdin env?
  | "L" :: l, _ => pushLevel (← buildLevel l); work stdin env?
  | "E" :: e, _ => pushExpr (← buildExpr e); work stdin env?
  | ["I", n], _ =>
    let n ← nameAt n.toNat!
    modify (fun s => { s with imports := s.imports.push n }); work stdin env?
  | ["begin"], none =>
    let imports := (← get).imports.toList.map fun n => ({ module := n } : Import)
    let env ← importModules imports {} 0
    work stdin (some env)
  | ["Q", n], some env => restsOn env (← nameAt n.toNat!); work stdin env?
  | "C" :: c, some env => core env c; work stdin env?
  | "D" :: d, some env => work stdin (some (← declare env d))
  | ["end"], some env => answer "end"
  | _, _ => throw <| IO.userError "job"

def replayMain : IO UInt32 := do
  initSearchPath none
  discard <| (work (← IO.getStdin) none).run {}
  return 0

end LemmaheadReplay
