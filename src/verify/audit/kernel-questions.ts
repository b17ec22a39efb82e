/**
 * Questions by which the replayer finds out what its own kernel errs on: whether it computes with numbers as it should,
 * whether it tells universes apart, and whether a field may be projected (lean/replay-*.lean). They go into the job
 * before the declarations that they bear on.
 */
import type { CompiledModule } from './compiled-module.ts';
import { type LeanName, plainName } from './lean-name.ts';

/** What makes the lines of a job, and knows their numbers. */
export interface JobTables {
  name(name: LeanName): number;
  level(line: string): number;
  expr(line: string): number;
}

/** A field of a structure that a declaration takes out by a primitive projection. */
export interface ProjectedField {
  structure: LeanName;
  index: number;
}

/** What the kernel evaluates by running compiled code; who uses it rests on that axiom, whatever the kernel says of it. */
const RUN_BY_THE_KERNEL = ['Lean.reduceBool', 'Lean.reduceNat'];
const TRUST_IN_THE_COMPILER = 'Lean.trustCompiler';

/** Functions on numbers that kernels compute by a library for large numbers, with what is right. */
const ARITHMETIC: Record<string, (a: bigint, b: bigint) => bigint> = {
  'Nat.add': (a, b) => a + b,
  'Nat.sub': (a, b) => (a > b ? a - b : 0n),
  'Nat.mul': (a, b) => a * b,
  'Nat.div': (a, b) => (b === 0n ? 0n : a / b),
  'Nat.mod': (a, b) => (b === 0n ? a : a % b),
  'Nat.gcd': gcd,
  'Nat.land': (a, b) => a & b,
  'Nat.lor': (a, b) => a | b,
  'Nat.xor': (a, b) => a ^ b,
};

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Around the widths of machine words, where such a library changes its way to keep a number. */
const OPERANDS: readonly [bigint, bigint][] = [
  [2n ** 65n, 2n ** 33n + 1n],
  [2n ** 64n - 1n, 2n ** 63n - 1n],
  [2n ** 63n, 2n ** 63n - 5n],
  [2n ** 32n + 7n, 2n ** 64n + 3n],
  [2n ** 130n + 2n ** 65n + 1n, 2n ** 65n - 1n],
  [2n ** 64n + 5n, 0n],
];

/** `S` lines: what counts as an axiom besides the axioms. */
export function suspicions(tables: JobTables): string[] {
  const name = (dotted: string): number => tables.name(plainName(dotted));
  const native = RUN_BY_THE_KERNEL.map((each) => `S ${name(each)} ${name(TRUST_IN_THE_COMPILER)}`);
  const one = tables.level('s 0');
  const [nat, eq] = [tables.expr(`c ${name('Nat')}`), tables.expr(`c ${name('Eq')} ${one}`)];
  const refl = tables.expr(`c ${name('Eq.refl')} ${one}`);
  const apply = (fn: number, ...args: number[]): number =>
    args.reduce((left, right) => tables.expr(`a ${left} ${right}`), fn);
  const number = (value: bigint): number => tables.expr(`n ${value}`);
  const computed = Object.entries(ARITHMETIC).flatMap(([dotted, right]) => {
    const fn = tables.expr(`c ${name(dotted)}`);
    return OPERANDS.map(([a, b]) => {
      const result = number(right(a, b));
      const type = apply(eq, nat, apply(fn, number(a), number(b)), result);
      return `S ${name(dotted)} ${name(dotted)} ${type} ${apply(refl, nat, result)}`;
    });
  });
  return [...native, ...computed];
}

/**
 * The `T` line: a type that holds itself, `T.{u, v} : Sort (imax u v) := Sort (imax u v)`. A kernel that accepts it takes
 * `imax u v + 1` for `imax u v` (lean4#1781).
 */
export function universeTrap(tables: JobTables): string {
  const [u, v] = [tables.name(plainName('u')), tables.name(plainName('v'))];
  const level = tables.level(`i ${tables.level(`p ${u}`)} ${tables.level(`p ${v}`)}`);
  const sort = tables.expr(`s ${level}`);
  return `T ${sort} ${sort} ${u} ${v}`;
}

/** Each field that the expressions project, once; `isKnown` tells those that were asked about before. */
export function projectedFields(
  { exprs, names }: CompiledModule,
  ids: Iterable<number>,
  isKnown: (key: string) => boolean,
): Map<string, ProjectedField> {
  const found = new Map<string, ProjectedField>();
  for (const id of ids) {
    const node = exprs[id];
    if (node?.kind !== 'proj') continue;
    const structure = names[node.structure]!;
    const key = fieldKey(structure, node.index);
    if (!isKnown(key)) found.set(key, { structure, index: node.index });
  }
  return found;
}

export const fieldKey = (structure: LeanName, index: number): string => `${index} ${structure.key}`;

/** Whether a name on the list of axioms stands there because the kernel computes it wrongly. */
export const isComputed = ({ key }: LeanName): boolean => COMPUTED.has(key);

const COMPUTED: ReadonlySet<string> = new Set(Object.keys(ARITHMETIC).map((dotted) => plainName(dotted).key));
