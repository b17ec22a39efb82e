/**
 * Probes with which the replayer detects errors of its own kernel: wrong arithmetic, universes that it confuses, and fields
 * that must not be projected (lean/replay-*.lean). The job contains them before the declarations that they affect.
 */
import type { CompiledModule } from './compiled-module.ts';
import { type LeanName, plainName } from './lean-name.ts';

/** Adds lines to a job and returns their numbers. */
export interface JobTables {
  name(name: LeanName): number;
  level(line: string): number;
  expr(line: string): number;
}

/** A field of a structure that a declaration reads with a primitive projection. */
export interface ProjectedField {
  structure: LeanName;
  index: number;
}

/** Functions that the kernel evaluates by running compiled code. A declaration that uses one depends on the axiom below. */
const NATIVE_FUNCTIONS = ['Lean.reduceBool', 'Lean.reduceNat'];
const NATIVE_AXIOM = 'Lean.trustCompiler';

/** Functions that kernels compute with a library for large numbers, with their correct results. */
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

/** Operands near the widths of machine words, where such a library changes its representation of numbers. */
const OPERANDS: readonly [bigint, bigint][] = [
  [2n ** 65n, 2n ** 33n + 1n],
  [2n ** 64n - 1n, 2n ** 63n - 1n],
  [2n ** 63n, 2n ** 63n - 5n],
  [2n ** 32n + 7n, 2n ** 64n + 3n],
  [2n ** 130n + 2n ** 65n + 1n, 2n ** 65n - 1n],
  [2n ** 64n + 5n, 0n],
];

/** The `S` lines: functions that count as axioms because the kernel runs or may miscompute them. */
export function suspectFunctions(tables: JobTables): string[] {
  const name = (dotted: string): number => tables.name(plainName(dotted));
  const native = NATIVE_FUNCTIONS.map((each) => `S ${name(each)} ${name(NATIVE_AXIOM)}`);
  const one = tables.level('s 0');
  const [nat, eq] = [tables.expr(`c ${name('Nat')}`), tables.expr(`c ${name('Eq')} ${one}`)];
  const refl = tables.expr(`c ${name('Eq.refl')} ${one}`);
  const apply = (fn: number, ...args: number[]): number =>
    args.reduce((left, right) => tables.expr(`a ${left} ${right}`), fn);
  const number = (value: bigint): number => tables.expr(`n ${value}`);
  const computed = Object.entries(ARITHMETIC).flatMap(([dotted, compute]) => {
    const fn = tables.expr(`c ${name(dotted)}`);
    return OPERANDS.map(([a, b]) => {
      const result = number(compute(a, b));
      const type = apply(eq, nat, apply(fn, number(a), number(b)), result);
      return `S ${name(dotted)} ${name(dotted)} ${type} ${apply(refl, nat, result)}`;
    });
  });
  return [...native, ...computed];
}

/**
 * The `T` line: a type that contains itself, `T.{u, v} : Sort (imax u v) := Sort (imax u v)`. A kernel that accepts it
 * confuses `imax u v + 1` with `imax u v` (lean4#1781).
 */
export function universeProbe(tables: JobTables): string {
  const [u, v] = [tables.name(plainName('u')), tables.name(plainName('v'))];
  const level = tables.level(`i ${tables.level(`p ${u}`)} ${tables.level(`p ${v}`)}`);
  const sort = tables.expr(`s ${level}`);
  return `T ${sort} ${sort} ${u} ${v}`;
}

/** The distinct fields that the expressions project, without those that are already known. */
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

/** Whether a name is in the list of axioms because the kernel computes it incorrectly. */
export const isMiscomputed = ({ key }: LeanName): boolean => ARITHMETIC_KEYS.has(key);

const ARITHMETIC_KEYS: ReadonlySet<string> = new Set(Object.keys(ARITHMETIC).map((dotted) => plainName(dotted).key));
