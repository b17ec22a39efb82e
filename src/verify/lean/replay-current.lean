/-
Checks declarations again with the kernel, for a current Lean: `lean --run` a file of one line < JOB. Written from Lean's
sources, see README.md; the self-test of `lemmahead doctor` tries it on the user's toolchain.

A job lists the imports of the original and then every declaration, in dependency order. Names, levels and expressions
are rebuilt from plain text, so nothing that was cached, shared or forged in a compiled file reaches this process. It
never sees the candidate's text or compiled file. Each line of the output begins with the nonce of the job. The format is
described in ../audit/replay-job.ts.
-/
import Std.Data.HashMap
import Lean.AddDecl
import Lean.Util.FoldConsts
open Lean Lean.Core

namespace LemmaheadReplay

structure Job where
  nonce  : String := ""
  imports : Array Name := #[]
  names  : Array Name := #[Name.anonymous]
  levels : Array Level := #[levelZero]
  exprs  : Array Expr := #[]
  /-- Number of declarations that the kernel has checked so far. -/
  checked : Nat := 0
  /-- Number of projections and trials so far. -/
  tried  : Nat := 0
  /-- Constants that count as axioms, each with the axiom that its users then depend on. -/
  suspects : List (Name × Name) := []
  /-- The axioms of each constant, memoized. -/
  axioms : Std.HashMap Name (List Name) := {}

abbrev M := StateRefT Job IO

def numbers (words : List String) : List Nat := words.map String.toNat!

def text (codes : String) : String :=
  if codes == "-" then "" else (codes.splitOn ",").foldl (fun s c => s.push (Char.ofNat c.toNat!)) ""

def codes (s : String) : String :=
  if s.isEmpty then "-" else ",".intercalate (s.toList.map fun c => toString c.toNat)

/-- A name as one word: `s102,111.i3`. -/
def spelled : Name → String
  | Name.anonymous => ""
  | Name.str Name.anonymous s => "s" ++ codes s
  | Name.num Name.anonymous k => "i" ++ toString k
  | Name.str p s => spelled p ++ ".s" ++ codes s
  | Name.num p k => spelled p ++ ".i" ++ toString k

def answer (words : String) : M Unit := do
  (← IO.getStdout).putStr s!"{(← get).nonce} {words}\n"

def nameAt (id : Nat) : M Name := do return (← get).names[id]!
def levelAt (id : Nat) : M Level := do return (← get).levels[id]!
def exprAt (id : Nat) : M Expr := do return (← get).exprs[id]!

def pushName (n : Name) : M Unit := modify fun s => { s with names := s.names.push n }
def pushLevel (l : Level) : M Unit := modify fun s => { s with levels := s.levels.push l }
def pushExpr (e : Expr) : M Unit := modify fun s => { s with exprs := s.exprs.push e }

def binder : String → BinderInfo
  | "i" => BinderInfo.implicit
  | "s" => BinderInfo.strictImplicit
  | "c" => BinderInfo.instImplicit
  | _   => BinderInfo.default

/-- Whether a level is zero (`isZero`) or positive (`isPositive`) for all values of its parameters. -/
def isZero : Level → Bool
  | .zero     => true
  | .max a b  => isZero a && isZero b
  | .imax _ b => isZero b
  | _         => false

def isPositive : Level → Bool
  | .succ _   => true
  | .max a b  => isPositive a || isPositive b
  | .imax _ b => isPositive b
  | _         => false

/-- Builds an `imax` only if it is not a simpler level: kernels had bugs in the other cases (lean4#1781, lean4#14613). -/
def simplestIMax (a b : Level) : Level :=
  if isZero b then levelZero else if isPositive b then mkLevelMax a b else mkLevelIMax a b

def buildLevel : List String → M Level
  | ["s", a]    => do return mkLevelSucc (← levelAt a.toNat!)
  | ["m", a, b] => do return mkLevelMax (← levelAt a.toNat!) (← levelAt b.toNat!)
  | ["i", a, b] => do return simplestIMax (← levelAt a.toNat!) (← levelAt b.toNat!)
  | ["p", n]    => do return mkLevelParam (← nameAt n.toNat!)
  | _           => throw <| IO.userError "level"

def buildExpr : List String → M Expr
  | ["b", k]              => return mkBVar k.toNat!
  | ["s", l]              => do return mkSort (← levelAt l.toNat!)
  | "c" :: n :: ls        => do return mkConst (← nameAt n.toNat!) (← (numbers ls).mapM fun l => levelAt l)
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
  | n :: t :: params => do return { name := ← nameAt n, type := ← exprAt t, levelParams := ← params.mapM fun p => nameAt p }
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
      return Declaration.inductDecl (← params.mapM fun p => nameAt p) numParams types false
    | _ => throw <| IO.userError "inductive"
  | ["quot"] => return Declaration.quotDecl
  | _ => throw <| IO.userError "declaration"

def refusal : Kernel.Exception → String
  | Kernel.Exception.unknownConstant _ n    => s!"unknown-constant {spelled n}"
  | Kernel.Exception.alreadyDeclared _ n    => s!"already-declared {spelled n}"
  | Kernel.Exception.declTypeMismatch _ _ _ => "value-has-another-type"
  | Kernel.Exception.other message          => s!"other {codes message}"
  | Kernel.Exception.deterministicTimeout   => "it-takes-too-long"
  | Kernel.Exception.deepRecursion          => "it-is-too-deep"
  | Kernel.Exception.excessiveMemory        => "it-takes-too-much-memory"
  | _                                       => "ill-typed"

/--
The constants that a constant uses. An inductive type includes those of its constructors; constructors and recursors refer
to the inductive type. So cycles exist only within one mutual declaration, whose members all have the same constants.
-/
def uses (env : Kernel.Environment) (info : ConstantInfo) : Array Name :=
  match info with
  | .ctorInfo v   => #[v.induct]
  | .inductInfo v => v.all.foldl (init := #[]) fun found type =>
    match env.find? type with
    | some (.inductInfo each) =>
      each.ctors.foldl (init := found ++ each.type.getUsedConstants) fun found c =>
        match env.find? c with
        | some made => found ++ made.type.getUsedConstants
        | none      => found
    | _ => found
  | .defnInfo v   => v.type.getUsedConstants ++ v.value.getUsedConstants
  | .thmInfo v    => v.type.getUsedConstants ++ v.value.getUsedConstants
  | .opaqueInfo v => v.type.getUsedConstants ++ v.value.getUsedConstants
  | _             => info.type.getUsedConstants

partial def axiomsOf (env : Kernel.Environment) (n : Name) : M (List Name) := do
  match (← get).axioms.get? n with
  | some known => return known
  | none =>
    modify fun s => { s with axioms := s.axioms.insert n [] }
    let mut found : List Name := []
    match env.find? n with
    | none => pure ()
    | some info =>
      if let .axiomInfo _ := info then found := [n]
      for (suspect, counted) in (← get).suspects do
        if suspect == n then found := [counted]
      for used in uses env info do
        for a in ← axiomsOf env used do
          unless found.contains a do found := a :: found
    modify fun s => { s with axioms := s.axioms.insert n found }
    return found

/-- Prints the axioms of an imported constant; prints nothing if it has none. -/
def restsOn (env : Kernel.Environment) (n : Name) : M Unit := do
  let axioms ← axiomsOf env n
  unless axioms.isEmpty do answer s!"rests {spelled n}{String.join (axioms.map fun a => " " ++ spelled a)}"

/-- No limits in the kernel: the limits of the process apply. -/
def options : Options := maxHeartbeats.set (maxRecDepth.set {} 100000) 0

/-- Whether the kernel accepts `value : type` in the current environment, which does not change. -/
def accepts (env : Kernel.Environment) (params : List Name) (type value : Expr) : Bool :=
  let trial := Declaration.defnDecl {
    name := `_lemmahead_trial, levelParams := params, type := type, value := value,
    hints := ReducibilityHints.opaque, safety := DefinitionSafety.safe }
  match env.addDecl options trial with
  | .ok _    => true
  | .error _ => false

/-- Whether the kernel finds a sort for `type`. -/
def isType (env : Kernel.Environment) (params : List Name) (type : Expr) : Bool :=
  let trial := Declaration.axiomDecl {
    name := `_lemmahead_trial, levelParams := params, type := type, isUnsafe := false }
  match env.addDecl options trial with
  | .ok _    => true
  | .error _ => false

def prop : Expr := mkSort levelZero

structure Binder where
  name : Name
  type : Expr
  info : BinderInfo

/-- The binders of a ∀ and its body. -/
partial def telescope (e : Expr) (above : Array Binder := #[]) : Array Binder × Expr :=
  match e with
  | .forallE n d b binderInfo => telescope b (above.push { name := n, type := d, info := binderInfo })
  | _ => (above, e)

/-- Whether the type of a binder is a proposition, for all values of the earlier binders. -/
def isProofBinder (env : Kernel.Environment) (params : List Name) (binders : Array Binder) (at_ : Nat) : Bool :=
  match binders.toList.drop at_ with
  | [] => false
  | binder :: _ =>
    let before := binders.toList.take at_
    let value := before.foldr (fun b e => mkLambda b.name b.info b.type e) binder.type
    let type := before.foldr (fun b e => mkForall b.name b.info b.type e) prop
    accepts env params type value

/-- Whether a type is in a sort above `Prop`, for all values of its universe parameters. -/
def isAboveProp (type : Expr) : Bool :=
  match (telescope type).2 with
  | .sort l => isPositive l
  | _ => false

/--
Why a field must not be projected out of a structure; `none` if it may be. A stricter form of the rule of current
kernels: if the structure may be a proof, only proofs are projected, and nothing depends on a field that is before the
projected one and is not a proof.
-/
def fieldFault (env : Kernel.Environment) (structureName : Name) (index : Nat) : Option String :=
  match env.find? structureName with
  | some (.inductInfo type) =>
    match type.numIndices, type.ctors with
    | 0, [constructorName] =>
      match env.find? constructorName with
      | some (.ctorInfo c) =>
        let (binders, result) := telescope c.type
        if index ≥ c.numFields || binders.size != c.numParams + c.numFields then some "the structure has no such field"
        else if isAboveProp type.type then none
        else
          let isProof := fun field => isProofBinder env c.levelParams binders (c.numParams + field)
          let rest := fun field =>
            (binders.toList.drop (c.numParams + field + 1)).foldr (fun b e => mkForall b.name b.info b.type e) result
          if !isProof index then some "the field is not a proof, and the structure may be a proposition"
          else if (List.range index).any fun field => (rest field).hasLooseBVar 0 && !isProof field then
            some "an earlier field is not a proof, others depend on it, and the structure may be a proposition"
          else none
      | _ => some "it has no constructor"
    | _, _ => some "it is not a structure"
  | _ => some "it is not a structure"

/-- Checks an accepted declaration again for faults that older kernels do not detect. -/
def declaredFault (env : Kernel.Environment) : Declaration → Option String
  | Declaration.thmDecl v =>
    if accepts env v.levelParams prop v.type then none else some "it is called a theorem, and its type is no proposition"
  | Declaration.inductDecl params _ types _ =>
    let made := types.foldl (init := ([] : List Name)) fun found type => found ++ type.ctors.map fun c => c.name
    let recursors := types.map fun type => Name.mkStr type.name "rec"
    -- Nested types are translated to auxiliary types and back, and the kernel does not check the result.
    let isFaulty := fun n => match env.find? n with
      | some info => !isType env info.levelParams info.type
      | none => true
    if (made ++ recursors).any isFaulty then some "its constructors or its recursor are ill-typed" else none
  | _ => none

/-- Whether it is a definition whose type is not a proposition. -/
def isData (env : Kernel.Environment) : Declaration → Bool
  | Declaration.defnDecl v => !accepts env v.levelParams prop v.type
  | _ => false

def declare (env : Kernel.Environment) (words : List String) : M Kernel.Environment := do
  let number := (← get).checked
  modify fun s => { s with checked := number + 1 }
  let declaration ← buildDeclaration words
  match env.addDecl options declaration with
  | .error e => answer s!"no {number} {refusal e}"; return env
  | .ok env  =>
    match declaredFault env declaration with
    | some fault => answer s!"no {number} other {codes fault}"
    | none => answer s!"ok {number}{if isData env declaration then " data" else ""}"
    return env

/-- `STRUCTURE INDEX`: whether that field may be projected. -/
def field (env : Kernel.Environment) (words : List String) : M Unit := do
  match words with
  | [s, k] =>
    let number := (← get).tried
    modify fun s => { s with tried := number + 1 }
    match fieldFault env (← nameAt s.toNat!) k.toNat! with
    | some fault => answer s!"no-field {number} {codes fault}"
    | none => answer s!"field {number}"
  | _ => throw <| IO.userError "field"

/-- Functions that this kernel computes with a library for large numbers. It would unfold others, and not terminate. -/
def computed : List Name := [`Nat.add, `Nat.sub, `Nat.mul, `Nat.div, `Nat.mod, `Nat.gcd, `Nat.land, `Nat.lor, `Nat.xor]

/-- `NAME AXIOM`, or `NAME AXIOM TYPE VALUE`: if the kernel does not accept `VALUE : TYPE`, it computes NAME wrongly. -/
def suspect (env : Kernel.Environment) (words : List String) : M Unit := do
  match numbers words with
  | n :: counted :: rest =>
    let name ← nameAt n
    let mut isSuspect := true
    if let [t, v] := rest then
      isSuspect := computed.contains name && !accepts env [] (← exprAt t) (← exprAt v)
    if isSuspect then
      let pair := (name, ← nameAt counted)
      modify fun s => { s with suspects := pair :: s.suspects }
  | _ => throw <| IO.userError "suspect"

/-- `TYPE VALUE` and the universe parameters: prints `trapped` if the kernel accepts it, which no kernel should. -/
def trap (env : Kernel.Environment) (words : List String) : M Unit := do
  match numbers words with
  | t :: v :: params =>
    if accepts env (← params.mapM fun p => nameAt p) (← exprAt t) (← exprAt v) then answer "trapped"
  | _ => throw <| IO.userError "trap"

/-- Whether an imported axiom is one of Lean's own and has the expected statement. -/
def core (imported : Environment) (env : Kernel.Environment) (words : List String) : M Unit := do
  let v ← head (numbers words)
  let isCore := match imported.getModuleIdxFor? v.name with
    | some i =>
      match imported.header.moduleNames[i.toNat]? with
      | some home => home.getRoot == `Init
      | none      => false
    | none => false
  let same := match env.find? v.name with
    | some (.axiomInfo a) => a.type == v.type && a.levelParams == v.levelParams
    | _ => false
  if isCore && same then answer s!"core {spelled v.name}"

/-- The imports as loaded, and the kernel's environment with the declarations added so far. -/
structure Loaded where
  imported : Environment
  kernel   : Kernel.Environment

/-- Reads the job line by line. The environment exists from the line `begin` on. -/
partial def work (stdin : IO.FS.Stream) (loaded? : Option Loaded) : M Unit := do
  let line ← stdin.getLine
  let words := match line.splitOn "\n" with
    | first :: _ => first.splitOn " "
    | []         => []
  match words, loaded? with
  | ["nonce", n], _ =>
    modify fun s => { s with nonce := n }
    work stdin loaded?
  | ["N", "s", p, s], _ =>
    pushName (Name.mkStr (← nameAt p.toNat!) (text s))
    work stdin loaded?
  | ["N", "i", p, k], _ =>
    pushName (Name.mkNum (← nameAt p.toNat!) k.toNat!)
    work stdin loaded?
  | "L" :: l, _ =>
    pushLevel (← buildLevel l)
    work stdin loaded?
  | "E" :: e, _ =>
    pushExpr (← buildExpr e)
    work stdin loaded?
  | ["I", n], _ =>
    let n ← nameAt n.toNat!
    modify fun s => { s with imports := s.imports.push n }
    work stdin loaded?
  | ["begin"], none =>
    let imports := (← get).imports.map fun n => ({ module := n } : Import)
    -- Without `loadExts` no code of the imports is run.
    let env ← importModules imports {} 0
    work stdin (some { imported := env, kernel := env.toKernelEnv })
  | ["Q", n], some loaded =>
    restsOn loaded.kernel (← nameAt n.toNat!)
    work stdin loaded?
  | "C" :: c, some loaded =>
    core loaded.imported loaded.kernel c
    work stdin loaded?
  | "J" :: j, some loaded =>
    field loaded.kernel j
    work stdin loaded?
  | "S" :: s, some loaded =>
    suspect loaded.kernel s
    work stdin loaded?
  | "T" :: t, some loaded =>
    trap loaded.kernel t
    work stdin loaded?
  | "D" :: d, some loaded =>
    let kernel ← declare loaded.kernel d
    work stdin (some { loaded with kernel := kernel })
  | ["end"], some _ => answer "end"
  | _, _ => throw <| IO.userError "job"

def replayMain : IO UInt32 := do
  discard <| (work (← IO.getStdin) none).run {}
  return 0

end LemmaheadReplay
