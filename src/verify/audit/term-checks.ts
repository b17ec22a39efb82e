/**
 * Checks of a compiled module that need nothing but the module: that its terms are closed, their universes declared, its
 * inductive types of the plain form, and that nothing stands in the place of what the kernel computes with by name. Any
 * kernel should see to it, and some did not (docs/explanation/judge.md has the list), so the audit looks for itself.
 */
import { type CompiledModule, type Declared, type ExprNode, reachable, rootsOf } from './compiled-module.ts';
import { inductiveFault } from './inductive-checks.ts';
import { levelFacts, type LevelFacts } from './level-facts.ts';
import { type LeanName, plainName, shownName } from './lean-name.ts';

/** What is wrong with a declaration, as words that go on behind its name. */
export interface TermFault {
  name: LeanName;
  fault: string;
}

/** Lean keeps these in a few bits, and goes on with a zero where they do not fit (lean4#704, lean4#8554). */
const MOST_BINDERS = 2 ** 16 - 1;
const DEEPEST_LEVEL = 2 ** 16 - 1;

/** What kernels know by name: they compute with it, or make it of a literal, whatever it is declared as. */
const BUILT_IN: ReadonlySet<string> = new Set(
  [
    ...['Nat', 'Nat.zero', 'Nat.succ', 'Nat.add', 'Nat.sub', 'Nat.mul', 'Nat.div', 'Nat.mod', 'Nat.gcd', 'Nat.beq'],
    ...['Nat.ble', 'Nat.land', 'Nat.lor', 'Nat.xor', 'Nat.shiftLeft', 'Nat.shiftRight', 'Nat.pow', 'Nat.log2'],
    ...['String', 'String.mk', 'String.ofList', 'Char', 'Char.ofNat', 'List', 'List.nil', 'List.cons'],
    ...['Bool', 'Bool.true', 'Bool.false', 'Lean.reduceBool', 'Lean.reduceNat'],
  ].map((dotted) => plainName(dotted).key),
);

/** The first fault of each declaration. `isLaxOnUniverses`: the kernel takes `imax u v + 1` for `imax u v`. */
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
  // Said of the type is said of all of it.
  if (kind === 'constructor' || kind === 'recursor') return null;
  if (BUILT_IN.has(name.key)) return "is built into the kernel, and is this file's own and not Lean's";
  // The kernel declares nested types under such names for a while (lean4#14616).
  const isNested = name.parts.some((part) => typeof part === 'string' && part.startsWith('_nested'));
  return isNested ? 'has a name that the kernel keeps for itself' : null;
}

/** For each expression the number of binders that must stand around it; more than are allowed is infinitely many. */
function looseBounds({ exprs }: CompiledModule): Float64Array {
  const bounds = new Float64Array(exprs.length);
  for (const [id, node] of exprs.entries()) bounds[id] = looseBound(node, bounds);
  return bounds;
}

function looseBound(node: ExprNode, bounds: Float64Array): number {
  switch (node.kind) {
    case 'bound':
      return node.index >= MOST_BINDERS ? Infinity : node.index + 1;
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
  const most = Math.max(...rootsOf(declared).map((root) => bounds[root]!));
  if (most === Infinity) return 'has more binders around a variable than Lean can count';
  return most > 0 ? 'has a bound variable without its binder' : null;
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
        if (stray !== undefined) return `uses the universe parameter '${shownName(stray)}' and does not declare it`;
        if (level.depth > DEEPEST_LEVEL) return 'has a universe that is deeper than Lean can count';
        if (isRisky && level.hasOpenIMax) return "has a universe 'imax', which this Lean's kernel errs on";
      }
    }
  }
  return null;
}

/** Of so many universe parameters the replayer looks at each case (`mostSplit` in lean/replay-2021.lean). */
const MOST_SPLIT = 6;

/** Whether the kernel was asked about each case of the universes, or made the declaration itself. */
function isSplit({ kind, levelParams }: Declared): boolean {
  if (kind === 'recursor') return true;
  return (kind === 'def' || kind === 'theorem' || kind === 'opaque') && levelParams.length <= MOST_SPLIT;
}

/** Of imported constants only the kernel knows how many universes they take. */
function argumentsFault({ names, byKey }: CompiledModule, node: ExprNode): string | null {
  if (node.kind !== 'const') return null;
  const own = byKey.get(names[node.name]!.key);
  if (own === undefined || own.levelParams.length === node.levels.length) return null;
  return `gives ${node.levels.length} universes to '${shownName(own.name)}', which has ${own.levelParams.length}`;
}
