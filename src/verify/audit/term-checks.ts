/**
 * Checks of a compiled module that need only the module: its terms are closed, their universes are declared, its inductive
 * types have the plain form, and no declaration replaces a constant that the kernel treats specially by name. Every kernel
 * should check this, and some did not (docs/explanation/judge.md has the list), so the audit checks it too.
 */
import { type CompiledModule, type Declared, type ExprNode, reachable, rootsOf } from './compiled-module.ts';
import { inductiveFault } from './inductive-checks.ts';
import { levelFacts, type LevelFacts } from './level-facts.ts';
import { type LeanName, plainName, shownName } from './lean-name.ts';

/** A fault of a declaration, as a predicate that follows its name. */
export interface TermFault {
  name: LeanName;
  fault: string;
}

/** Lean stores these in a few bits, and silently uses zero if they do not fit (lean4#704, lean4#8554). */
const MAX_BINDERS = 2 ** 16 - 1;
const MAX_LEVEL_DEPTH = 2 ** 16 - 1;

/** Constants that kernels treat by name, for computation or literals, independent of their declaration. */
const BUILT_IN: ReadonlySet<string> = new Set(
  [
    ...['Nat', 'Nat.zero', 'Nat.succ', 'Nat.add', 'Nat.sub', 'Nat.mul', 'Nat.div', 'Nat.mod', 'Nat.gcd', 'Nat.beq'],
    ...['Nat.ble', 'Nat.land', 'Nat.lor', 'Nat.xor', 'Nat.shiftLeft', 'Nat.shiftRight', 'Nat.pow', 'Nat.log2'],
    ...['String', 'String.mk', 'String.ofList', 'Char', 'Char.ofNat', 'List', 'List.nil', 'List.cons'],
    ...['Bool', 'Bool.true', 'Bool.false', 'Lean.reduceBool', 'Lean.reduceNat'],
  ].map((dotted) => plainName(dotted).key),
);

/** The first fault of each declaration. `isLaxOnUniverses`: the kernel confuses `imax u v + 1` with `imax u v`. */
export function termFaults(module: CompiledModule, isLaxOnUniverses: boolean): TermFault[] {
  const levels = levelFacts(module);
  const bound = looseBounds(module);
  return module.declarations
    .filter(({ safety }) => safety === 'safe')
    .flatMap((declared) => {
      const fault =
        nameFault(declared) ??
        closednessFault(declared, bound) ??
        universeFault(module, declared, levels, isLaxOnUniverses) ??
        inductiveFault(module, declared);
      return fault === null ? [] : [{ name: declared.name, fault }];
    });
}

function nameFault({ name, kind }: Declared): string | null {
  // The inductive type already has the finding.
  if (kind === 'constructor' || kind === 'recursor') return null;
  if (BUILT_IN.has(name.key)) return 'is built into the kernel, but declared by this file instead of Lean';
  // The kernel temporarily declares nested types under such names (lean4#14616).
  const isNested = name.parts.some((part) => typeof part === 'string' && part.startsWith('_nested'));
  return isNested ? 'has a name that the kernel reserves' : null;
}

/** The number of binders that each expression needs around it; infinity if that exceeds the maximum. */
function looseBounds({ exprs }: CompiledModule): Float64Array {
  const bounds = new Float64Array(exprs.length);
  for (const [id, node] of exprs.entries()) bounds[id] = looseBound(node, bounds);
  return bounds;
}

function looseBound(node: ExprNode, bounds: Float64Array): number {
  switch (node.kind) {
    case 'bound':
      return node.index >= MAX_BINDERS ? Infinity : node.index + 1;
    case 'app':
      return Math.max(bounds[node.fn]!, bounds[node.arg]!);
    case 'lam':
    case 'pi':
      return Math.max(bounds[node.type]!, bounds[node.body]! - 1, 0);
    case 'let':
      return Math.max(bounds[node.type]!, bounds[node.value]!, bounds[node.body]! - 1, 0);
    case 'proj':
      return bounds[node.of]!;
    default:
      return 0;
  }
}

function closednessFault(declared: Declared, bounds: Float64Array): string | null {
  const needed = Math.max(...rootsOf(declared).map((root) => bounds[root]!));
  if (needed === Infinity) return 'has more binders around a variable than Lean can count';
  return needed > 0 ? 'has a bound variable without its binder' : null;
}

function universeFault(
  module: CompiledModule,
  declared: Declared,
  levels: readonly LevelFacts[],
  isLaxOnUniverses: boolean,
): string | null {
  const params = declared.levelParams.map(({ key }) => key);
  const known = new Set(params);
  if (known.size < params.length) return 'declares a universe parameter twice';
  const isRisky = isLaxOnUniverses && !isSplit(declared);
  const seen = new Set<number>();
  for (const root of rootsOf(declared)) {
    for (const id of reachable(module, root, (at) => seen.has(at))) {
      seen.add(id);
      const node = module.exprs[id]!;
      const fault = argumentsFault(module, node);
      if (fault !== null) return fault;
      const used = node.kind === 'sort' ? [node.level] : node.kind === 'const' ? node.levels : [];
      for (const level of used.map((at) => levels[at]!)) {
        const stray = [...level.params].map((name) => module.names[name]!).find(({ key }) => !known.has(key));
        if (stray !== undefined) return `uses the universe parameter '${shownName(stray)}' without declaring it`;
        if (level.depth > MAX_LEVEL_DEPTH) return 'has a universe that is deeper than Lean can count';
        if (isRisky && level.hasOpenIMax) return "has a universe 'imax', which this Lean's kernel handles incorrectly";
      }
    }
  }
  return null;
}

/** Up to this number of universe parameters, the replayer checks each case (`mostSplit` in lean/replay-2021.lean). */
const MAX_SPLIT = 6;

/** Whether the kernel checked each case of the universes, or generated the declaration itself. */
function isSplit({ kind, levelParams }: Declared): boolean {
  if (kind === 'recursor') return true;
  return (kind === 'def' || kind === 'theorem' || kind === 'opaque') && levelParams.length <= MAX_SPLIT;
}

/** Checks the number of universes of own constants; for imported ones, only the kernel knows it. */
function argumentsFault({ names, byKey }: CompiledModule, node: ExprNode): string | null {
  if (node.kind !== 'const') return null;
  const own = byKey.get(names[node.name]!.key);
  if (own === undefined || own.levelParams.length === node.levels.length) return null;
  return `gives ${node.levels.length} universes to '${shownName(own.name)}', which has ${own.levelParams.length}`;
}
