/**
 * The replayer's input and output (lean/replay-*.lean). A job has the tables of a compiled module, its imports, and the
 * questions: is this axiom Lean's own (`C`), does the kernel compute and compare correctly (`S`, `T`), which axioms does
 * this imported constant depend on (`Q`), may this field be projected (`J`), does the kernel accept this declaration (`D`).
 * Each line of the answer begins with the nonce.
 */
import { type CompiledModule, type Declared, NotAnExport, reachable, rootsOf, textOf } from './compiled-module.ts';
import { constructorsOf, type DeclarationGraph, kernelOrder, membersOf, type Unit } from './declaration-graph.ts';
import { fieldKey, projectedFields, type ProjectedField, suspectFunctions, universeProbe } from './kernel-probes.ts';
import { type LeanName, nameOf, plainName } from './lean-name.ts';

/** The three axioms of mathematics in Lean, by full name, and by key. */
export const CORE_AXIOM_NAMES: readonly string[] = ['propext', 'Quot.sound', 'Classical.choice'];
export const CORE_AXIOMS: ReadonlySet<string> = new Set(CORE_AXIOM_NAMES.map((name) => plainName(name).key));

export interface ReplayJob {
  /** The complete standard input of the replayer. */
  text: string;
  /** The units for the kernel, in the order of its answers. */
  units: Unit[];
  /** The fields to check, in the order of the answers. */
  fields: ProjectedField[];
}

export interface ReplayAnswer {
  /** Refused units, by number, with Lean's reason. */
  refused: Map<number, string>;
  /** Unit numbers of definitions whose type is not a proposition. */
  data: Set<number>;
  /** The axioms of each imported constant, by key. */
  imported: Map<string, LeanName[]>;
  /** Keys of the imported core axioms that come from Lean's own modules and have the correct statement. */
  core: Set<string>;
  /** The reason why a field must not be projected, by `fieldKey`. */
  fields: Map<string, string>;
  /** The kernel confuses `imax u v + 1` with `imax u v`. */
  isLaxOnUniverses: boolean;
}

/**
 * `imports`: the trusted imports. `constants`: the keys of imported constants whose axioms are requested.
 * @throws {NotAnExport} if Lean cannot have written the module
 */
export function replayJob(
  module: CompiledModule,
  graph: DeclarationGraph,
  imports: readonly LeanName[],
  constants: Iterable<string>,
  nonce: string,
): ReplayJob {
  const numbers = new Numbers(module);
  const units = kernelOrder(module, graph);
  const fields: ProjectedField[] = [];
  const requested = new Set<string>();
  /** The fields are checked after their structures are declared, before the declaration that projects them. */
  const fieldLines = (unit: Unit): string[] => {
    const found = projectedFields(module, termsOf(module, unit), (key) => requested.has(key));
    for (const [key, field] of found) {
      requested.add(key);
      fields.push(field);
    }
    return [...found.values()].map(({ structure, index }) => `J ${numbers.name(structure)} ${index}`);
  };
  const questions = [
    ...imports.map((name) => `I ${numbers.name(name)}`),
    'begin',
    ...coreQuestions(numbers),
    ...suspectFunctions(numbers),
    universeProbe(numbers),
    ...[...constants].map((key) => `Q ${numbers.name(nameOf(JSON.parse(key) as (string | number)[]))}`),
    ...units.flatMap((unit) => [...fieldLines(unit), `D ${unitLine(module, unit, numbers)}`]),
    'end',
  ];
  const text = [`nonce ${nonce}`, ...module.tables, ...numbers.added, ...questions, ''].join('\n');
  return { text, units, fields };
}

function termsOf(module: CompiledModule, unit: Unit): Set<number> {
  const terms = new Set<number>();
  for (const declared of membersOf(module, unit)) {
    for (const root of rootsOf(declared)) {
      for (const id of reachable(module, root, (at) => terms.has(at))) terms.add(id);
    }
  }
  return terms;
}

/** Numbers of names, levels and expressions in the job's tables; adds the missing ones. */
class Numbers {
  readonly added: string[] = [];
  private readonly names: Map<string, number>;
  private nextName: number;
  private nextLevel: number;
  private nextExpr: number;

  constructor({ names, levels, exprs }: CompiledModule) {
    this.names = new Map(names.map(({ key }, id) => [key, id] as const).toReversed());
    [this.nextName, this.nextLevel, this.nextExpr] = [names.length, levels.length, exprs.length];
  }

  name(name: LeanName): number {
    const known = this.names.get(name.key);
    if (known !== undefined) return known;
    const parent = this.name(nameOf(name.parts.slice(0, -1)));
    const last = name.parts.at(-1) ?? '';
    this.added.push(typeof last === 'number' ? `N i ${parent} ${last}` : `N s ${parent} ${codesOf(last)}`);
    this.names.set(name.key, this.nextName);
    return this.nextName++;
  }

  level(line: string): number {
    this.added.push(`L ${line}`);
    return this.nextLevel++;
  }

  expr(line: string): number {
    this.added.push(`E ${line}`);
    return this.nextExpr++;
  }
}

function codesOf(text: string): string {
  return text === '' ? '-' : [...text].map((character) => character.codePointAt(0)).join(',');
}

/** The statements of the three axioms: the same in 2021 (Init.Core, Init.Classical) and in 2026 (Init.Core, Init.Prelude). */
function coreQuestions(numbers: Numbers): string[] {
  const name = (dotted: string): number => numbers.name(plainName(dotted));
  const constant = (dotted: string, ...levels: number[]): number =>
    numbers.expr(['c', name(dotted), ...levels].join(' '));
  const apply = (fn: number, ...args: number[]): number =>
    args.reduce((left, right) => numbers.expr(`a ${left} ${right}`), fn);
  const bound = (index: number): number => numbers.expr(`b ${index}`);
  const pi = (binder: 'd' | 'i', variable: string, type: number, body: number): number =>
    numbers.expr(`p ${binder} ${name(variable)} ${type} ${body}`);

  const prop = numbers.expr('s 0');
  const one = numbers.level('s 0');
  const u = numbers.level(`p ${name('u')}`);
  const sortU = numbers.expr(`s ${u}`);

  const equalProps = apply(constant('Eq', one), prop, bound(2), bound(1));
  const propext = pi(
    'i',
    'a',
    prop,
    pi('i', 'b', prop, pi('d', 'h', apply(constant('Iff'), bound(1), bound(0)), equalProps)),
  );

  const choice = pi('i', 'α', sortU, pi('d', 'h', apply(constant('Nonempty', u), bound(0)), bound(1)));

  const relation = pi('d', 'x', bound(0), pi('d', 'y', bound(1), prop));
  const quotient = apply(constant('Quot', u), bound(4), bound(3));
  const classOf = (index: number): number => apply(constant('Quot.mk', u), bound(4), bound(3), bound(index));
  const sameClass = apply(constant('Eq', u), quotient, classOf(2), classOf(1));
  const related = apply(bound(2), bound(1), bound(0));
  const sound = pi(
    'i',
    'α',
    sortU,
    pi('i', 'r', relation, pi('i', 'a', bound(1), pi('i', 'b', bound(2), pi('d', 'h', related, sameClass)))),
  );
  return [
    `C ${name('propext')} ${propext}`,
    `C ${name('Classical.choice')} ${choice} ${name('u')}`,
    `C ${name('Quot.sound')} ${sound} ${name('u')}`,
  ];
}

function unitLine(module: CompiledModule, unit: Unit, numbers: Numbers): string {
  if (unit.kind === 'quot') return 'quot';
  const paramsOf = ({ levelParams }: Declared): number[] => levelParams.map((name) => numbers.name(name));
  if (unit.kind === 'inductive') {
    const first = unit.types[0];
    if (first?.kind !== 'inductive') throw new NotAnExport('an inductive type without types');
    const types = unit.types.flatMap((type) => {
      const constructors = constructorsOf(module, type);
      const made = constructors.flatMap((each) => [numbers.name(each.name), each.type]);
      return [numbers.name(type.name), type.type, constructors.length, ...made];
    });
    return ['inductive', first.parameters, unit.types.length, ...types, ...paramsOf(first)].join(' ');
  }
  const { declared } = unit;
  const head = [numbers.name(declared.name), declared.type, ...paramsOf(declared)];
  if (declared.kind === 'def') return ['def', declared.hints, declared.value, ...head].join(' ');
  return [declared.kind, ...('value' in declared ? [declared.value] : []), ...head].join(' ');
}

/** Null if the answer is incomplete or malformed. Lines without the nonce are ignored. */
export function readReplayAnswer(
  stdout: string,
  nonce: string,
  { units, fields }: Pick<ReplayJob, 'units' | 'fields'>,
): ReplayAnswer | null {
  const answer: ReplayAnswer = {
    ...{
      refused: new Map(),
      data: new Set(),
      imported: new Map(),
      core: new Set(),
      fields: new Map(),
    },
    isLaxOnUniverses: false,
  };
  let answered = 0;
  let answeredFields = 0;
  let isComplete = false;
  for (const line of stdout.split('\n')) {
    // Output of trusted imports while they are loaded has no nonce.
    if (!line.startsWith(`${nonce} `)) continue;
    const [what, first = '', ...rest] = line.slice(nonce.length + 1).split(' ');
    if (isComplete) return null;
    if (what === 'ok' || what === 'no') {
      if (Number(first) !== answered++) return null;
      if (what === 'no') answer.refused.set(answered - 1, reasonOf(rest));
      else if (rest[0] === 'data') answer.data.add(answered - 1);
    } else if (what === 'field' || what === 'no-field') {
      const field = fields[answeredFields];
      if (field === undefined || Number(first) !== answeredFields++) return null;
      if (what === 'no-field') answer.fields.set(fieldKey(field.structure, field.index), textOf(rest[0] ?? ''));
    } else if (what === 'trapped') answer.isLaxOnUniverses = true;
    else if (what === 'rests') answer.imported.set(spelledName(first).key, rest.map(spelledName));
    else if (what === 'core') answer.core.add(spelledName(first).key);
    else if (what === 'end') isComplete = true;
    else return null;
  }
  return isComplete && answered === units.length && answeredFields === fields.length ? answer : null;
}

function reasonOf([kind = '', detail]: string[]): string {
  if (kind === 'other' && detail !== undefined) return textOf(detail);
  if (detail === undefined) return kind.replaceAll('-', ' ');
  return `${kind.replaceAll('-', ' ')} ${spelledName(detail).parts.join('.')}`;
}

/** Parses a name in the answer's format: `s102,111.i3`. */
function spelledName(word: string): LeanName {
  if (word === '') return nameOf([]);
  return nameOf(word.split('.').map((part) => (part.startsWith('i') ? Number(part.slice(1)) : textOf(part.slice(1)))));
}
