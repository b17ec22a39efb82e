/**
 * The tactics that may show that one statement follows from another. The list is fixed and weak on purpose: to a strong
 * prover all theorems are equivalent. A change of it needs a new `EQUIVALENCE_TACTICS` number.
 */
import {
  assemble,
  casesOn,
  destructure,
  type Fact,
  FreshNames,
  type Introduced,
  introductions,
  unused,
} from './reshape.ts';
import type { LeanVersion } from '../../lean/toolchain/lean-version.ts';
import { Normaliser } from './normal-term.ts';
import { Tableau } from './tableau.ts';
import { argsOf, type ElaboratedStatement, headOf, keyOf, type Term, type Variable } from './terms.ts';

/** The version of the list, shown in reports. */
export const EQUIVALENCE_TACTICS = 2;

export interface Script {
  /** Scripts of one kind have the same strength. */
  kind: string;
  text: string;
  /** The same tactics without the premise: if they prove the goal, the script shows nothing. */
  control: string;
  /** The tactic without which it is not tried (a name in `portfolio/tactics.ts`). */
  needs: string | null;
}

/** A statement without its universes. */
export type Claim = Pick<ElaboratedStatement, 'variables' | 'conclusion'>;

/** Ways to give the premise the variables of the goal. */
const MOST_INSTANCES = 6;
/** Characters of a script: Lean needs long for a longer one. */
const LONGEST = 20_000;

/** The scripts for `goal` from `base`, whose axiom is called `premise`; cheap ones first. */
export function equivalenceScripts(
  base: ElaboratedStatement,
  goal: Claim,
  premise: string,
  version: LeanVersion,
): Script[] {
  const plain = introductions(goal.variables, new FreshNames('lx'), false).lines;
  const { variables, conclusion } = withNegation(goal);
  const open = introductions(variables, new FreshNames('ly'), true);
  const withBase = `have lb := @${premise}`;
  const reshaped = reshaping(goal);
  const reshape = (...lines: string[]): Script => ({
    kind: 'reshape',
    text: lines.join('\n'),
    control: reshaped,
    needs: null,
  });
  const script = (needs: string | null, lines: readonly string[], text: string, control: string): Script => ({
    kind: control,
    text: [...lines, text].join('\n'),
    control: [...lines, control].join('\n'),
    needs,
  });
  return [
    reshape(`exact @${premise}`),
    ...(plain.length === 0 ? [] : [reshape(...plain, `exact ${premise} ..`)]),
    reshape(...plain, `apply ${premise} <;> assumption`),
    ...logicScript(base, goal, premise, version),
    ...instanceScripts(withNegation(base), { variables, conclusion }, premise).map((text) => reshape(text)),
    script(null, plain, `simp [${premise}]`, 'simp'),
    script(null, plain, `simp only [${premise}]`, 'simp'),
    script(null, plain, `rw [${premise}]`, 'rfl'),
    script(null, plain, `rw [← ${premise}]`, 'rfl'),
    script('simp_all', open.lines, `${withBase}\nsimp_all`, 'simp_all'),
    script('omega', open.lines, `${withBase}\nomega`, 'omega'),
    script('tauto', [], `${withBase}\ntauto`, 'tauto'),
    script(
      'simp_arith',
      open.lines,
      `simp_all (config := { arith := true }) [${premise}]`,
      'simp_all (config := { arith := true })',
    ),
    script('push_neg', [], `${withBase}\npush_neg at *\nsimp_all`, 'push_neg\nsimp_all'),
    ...[0, 1, 2, 3, 4].map((depth) => script('convert', plain, `convert ${premise} .. using ${depth}`, 'rfl')),
    script('noncomm_ring', plain, `have lb := @${premise} ..\nnoncomm_ring`, 'noncomm_ring'),
    script('apply_rules', plain, `apply_rules [${premise}]`, 'assumption'),
    script('exact?', plain, `${withBase}\nexact?`, 'exact?'),
  ];
}

/** A proof by pure logic; none if the tableau finds none. */
function logicScript(base: ElaboratedStatement, goal: Claim, premise: string, version: LeanVersion): Script[] {
  const prove = (axiom: { name: string; type: Term } | null): string | null =>
    new Tableau(new Normaliser([base.subject]), base.subject, version).prove(axiom, typeOf(goal));
  const text =
    prove({ name: premise, type: typeOf(base) }) ?? (isFalse(goal) ? absurdByNumber(base, premise, version) : null);
  if (text === null || text.length > LONGEST) return [];
  return [{ kind: 'logic', text, control: prove(null) ?? reshaping(goal), needs: null }];
}

const isFalse = ({ variables, conclusion }: Claim): boolean =>
  variables.length === 0 && conclusion.kind === 'const' && conclusion.name === 'False';

/** A premise may be absurd only for a number, and `False` mentions none. Null if it is not shown to be absurd. */
function absurdByNumber(base: ElaboratedStatement, premise: string, version: LeanVersion): string | null {
  const forNumbers = typeOf({ variables: [unused({ kind: 'const', name: 'Nat' })], conclusion: FALSE });
  const text = new Tableau(new Normaliser([base.subject]), base.subject, version).prove(
    { name: premise, type: typeOf(base) },
    forNumbers,
  );
  return text === null ? null : `exact (show Nat → False by (${text})) 0`;
}

const typeOf = ({ variables, conclusion }: Claim): Term =>
  variables.reduceRight<Term>((body, variable) => ({ kind: 'pi', variable, body }), conclusion);

/** Puts a goal together from its own hypotheses. */
export function reshaping(goal: Claim): string {
  const { variables, conclusion } = withNegation(goal);
  const { lines, parts } = introductions(variables, new FreshNames('ly'), true);
  return [...lines, casesOn(parts, assemble(conclusion, parts, new FreshNames('lz'), 0))].join('\n');
}

const FALSE: Term = { kind: 'const', name: 'False' };

const notOf = (type: Term): Term => ({ kind: 'app', fn: { kind: 'const', name: 'Not' }, args: [type] });

/** With a conclusion `¬ p` or `a ≠ b` read as `p → False`. */
function withNegation({ variables, conclusion }: Claim): {
  variables: readonly Variable[];
  conclusion: Term;
} {
  const head = headOf(conclusion);
  if (head !== 'Not' && head !== 'Ne') return { variables, conclusion };
  const args = argsOf(conclusion);
  const type: Term = head === 'Not' ? args[0]! : { kind: 'app', fn: { kind: 'const', name: 'Eq' }, args };
  return { variables: [...variables, unused(type)], conclusion: FALSE };
}

/** The scripts that take an instance of the premise apart; directly and by contradiction, the simplest first. */
function instanceScripts(base: Claim, { variables, conclusion }: Claim, premise: string): string[] {
  const open = introductions(variables, new FreshNames('ly'), true);
  const negation: Fact = { name: 'ln', type: notOf(conclusion) };
  const denied = {
    ...open,
    lines: [...open.lines, 'apply Classical.byContradiction', 'intro ln'],
    parts: [...open.parts, negation],
  };
  const all = instances(base, [...open.whole, ...open.parts], variables);
  const texts = [0, 1].flatMap((nested) => [
    ...all.map((args) => instanceScript(base, conclusion, open, premise, args, nested)),
    ...all.map((args) => instanceScript(base, FALSE, denied, premise, args, nested)),
  ]);
  return [...new Set(texts)].filter(({ length }) => length <= LONGEST);
}

/** Takes an instance of the premise apart and puts the goal together from it. */
function instanceScript(
  base: Claim,
  conclusion: Term,
  open: Introduced,
  premise: string,
  args: readonly (string | null)[],
  nested: number,
): string {
  const names = new FreshNames('lz');
  const { pattern, parts } = destructure(base.conclusion, new FreshNames('lb'));
  const close = casesOn(parts, assemble(conclusion, [...open.parts, ...parts], names, nested));
  const use = `match ${instance(base, open, premise, args, names, nested)} with | ${pattern} => ${close}`;
  return [...open.lines, casesOn(open.parts, `(${use})`)].join('\n');
}

/** `@premise a b (by …)`; an argument without a fitting part is put together, by contradiction if need be. */
function instance(
  base: Claim,
  open: Introduced,
  premise: string,
  args: readonly (string | null)[],
  names: FreshNames,
  nested: number,
): string {
  const terms = args.map((name, at) => {
    if (name !== null) return name;
    const { type } = base.variables[at]!;
    const contrary: Fact = { name: names.next(), type: notOf(type) };
    const indirect = `(apply Classical.byContradiction; intro ${contrary.name}; ${assemble(FALSE, [...open.parts, contrary], names, nested)})`;
    const direct = assemble(type, open.parts, names, nested);
    return nested === 0 ? `(by ${direct})` : `(by first | ${direct} | ${indirect})`;
  });
  return [`@${premise}`, ...terms].join(' ');
}

/**
 * Ways to give each variable of the base a part of the goal with the same type; null for a variable without one. Parts of
 * a type that depends on variables of the goal are compared by the numbers of these.
 */
function instances(base: Claim, parts: readonly Fact[], variables: readonly Variable[]): (string | null)[][] {
  const found: (string | null)[][] = [];
  const keys = parts.map(({ type }) => keyOf(type));
  const extend = (args: readonly (number | null)[]): void => {
    if (found.length >= MOST_INSTANCES) return;
    const variable = base.variables[args.length];
    if (variable === undefined) return void found.push(args.map((at) => (at === null ? null : parts[at]!.name)));
    const rename = new Map(
      args.flatMap((at, k) => {
        const id = at === null ? undefined : variables[at]?.id;
        return id === undefined ? [] : [[base.variables[k]!.id, id] as const];
      }),
    );
    const key = keyOf(variable.type, { rename });
    const fitting = keys.flatMap((other, at) => (other === key && !args.includes(at) ? [at] : []));
    const byName = fitting.toSorted((one, other) => {
      const isNamed = (at: number): number => (variables[at]?.name === variable.name ? 0 : 1);
      return isNamed(one) - isNamed(other);
    });
    for (const at of byName) extend([...args, at]);
    if (fitting.length === 0) extend([...args, null]);
  };
  extend([]);
  return found;
}
