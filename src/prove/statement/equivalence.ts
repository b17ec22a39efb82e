/**
 * Compares two statements. Each is compiled alone and both in one file; their elaborated types are compared, not their
 * text. Then the tactics of `equivalence-tactics.ts` try to prove each from the other (as in BEq, Liu et al. 2025).
 */
import { canonical, type CanonicalModule, Interner } from '../../verify/audit/canonical.ts';
import type { Declared } from '../../verify/audit/compiled-module.ts';
import { type LeanName, shownName } from '../../verify/audit/lean-name.ts';
import { closeBy, type StatementTools } from './close-goal.ts';
import { elaborate, type NotElaborated } from './elaborate.ts';
import { equivalenceScripts, type Script } from './equivalence-tactics.ts';
import type { StatementSource } from './statement-source.ts';
import type { EquivalenceLevel } from './statement-verdicts.ts';
import { decide, statementScaffold, type Truth } from './truth.ts';
import { conflictOf, falseScaffold, type Pair, pairNames, pairScaffold, pairText, type Scaffold } from './scaffold.ts';
import { elaboratedStatement, type ElaboratedStatement } from './terms.ts';

export function isEquivalent({ level }: Pick<Comparison, 'level'>): boolean {
  return level === 'same' || level === 'defeq' || level === 'equivalent';
}

/** Whether one statement was proved from the other. `idle`: only by tactics that need no premise. */
export interface Direction {
  state: 'proved' | 'open' | 'idle' | 'unchecked';
  /** The tactic text; null unless proved. */
  by: string | null;
}

export interface Comparison {
  level: EquivalenceLevel;
  /** `b` from `a`, and `a` from `b`. */
  forward: Direction;
  backward: Direction;
  /** What was shown about each alone. */
  a: Truth;
  b: Truth;
  /** Why the level is `unknown`, as a sentence; null otherwise. */
  why: string | null;
}

/** A statement that Lean refused or that could not be checked; `of` names it. */
export type NotCompared = NotElaborated & { of: 'a' | 'b' };

/** The judge of `tools` must allow the axioms of `pairNames`. */
export async function compareStatements(
  tools: StatementTools,
  a: StatementSource,
  b: StatementSource,
): Promise<Comparison | NotCompared> {
  const pair = { a, b };
  const conflict = conflictOf(pair);
  if (conflict !== null) {
    const [one, other] = conflict.lines;
    return undecided(`The two files define '${conflict.name}' differently (lines ${one} and ${other}).`);
  }
  const [first, second] = [await elaborate(tools, a), await elaborate(tools, b)];
  if ('failure' in first) return { ...first, of: 'a' };
  if ('failure' in second) return { ...second, of: 'b' };
  const both = await inOneFile(tools, pair, { a: first, b: second });
  if (both === null) return undecided('In one file with the other, a statement does not mean what it means alone.');
  const level = haveSameType(both.a, both.b) ? 'same' : await equalByComputation(tools, both);
  if (level !== null) return { ...undecided(''), level, why: null };
  const forward = await prove(tools, both, 'b');
  const backward = await prove(tools, both, 'a');
  const isDecided = forward.state === 'proved' && backward.state === 'proved';
  const truth = async (source: StatementSource, statement: ElaboratedStatement): Promise<Truth> =>
    isDecided ? UNKNOWN_TRUTH : decide(tools, source, statement);
  return levelOf({ forward, backward, a: await truth(a, first), b: await truth(b, second) });
}

/** The two statements as elaborated in one file. */
interface Both {
  pair: Pair;
  a: ElaboratedStatement;
  b: ElaboratedStatement;
}

/** Null if the two files do not fit into one: a statement would have another type there. */
async function inOneFile(tools: StatementTools, pair: Pair, alone: Omit<Both, 'pair'>): Promise<Both | null> {
  const result = await tools.judge.elaborate(pairText(pair));
  if (result.kind !== 'elaborated') return null;
  const names = pairNames(pair);
  const a = elaboratedStatement(result.subject, names.a);
  const b = elaboratedStatement(result.subject, names.b);
  if (a === null || b === null) return null;
  return meansTheSame(alone.a, a) && meansTheSame(alone.b, b) ? { pair, a, b } : null;
}

function scaffoldOf(tools: StatementTools, both: Both, goal: 'a' | 'b'): Scaffold {
  const { universes } = both[goal];
  return pairScaffold(both.pair, goal, { statement: universes, goal: universes }, tools.version);
}

/** Whether a statement has the same type in another file, and the definitions of its own file are the same there. */
function meansTheSame(alone: ElaboratedStatement, spliced: ElaboratedStatement): boolean {
  const interner = new Interner();
  const [before, after] = [canonical(alone.subject, interner), canonical(spliced.subject, interner)];
  if (before.expr(alone.declared.type) !== after.expr(spliced.declared.type)) return false;
  return ownDefinitions(alone).every((was) => {
    const is = spliced.subject.module.byKey.get(was.name.key);
    if (is === undefined || is.kind !== was.kind || before.expr(was.type) !== after.expr(is.type)) return false;
    if (was.kind === 'theorem' || !('value' in was) || !('value' in is)) return true;
    return before.expr(was.value) === after.expr(is.value);
  });
}

/**
 * Equal for statements with the same type, except for names and kinds of binders, and the same definitions in their files.
 * `interner`: shared by the statements.
 */
export function statementKey(statement: ElaboratedStatement, interner: Interner): string {
  const module = canonicalIn(statement, interner);
  const own = ownDefinitions(statement).map((each) => {
    const value = 'value' in each && each.kind !== 'theorem' ? module.expr(each.value) : null;
    return [each.name.key, each.kind, module.expr(each.type), value];
  });
  return JSON.stringify([statement.universes.length, module.expr(statement.declared.type), own]);
}

function ownDefinitions({ subject, declared }: ElaboratedStatement): Declared[] {
  const { module, roles } = subject;
  return module.declarations.filter((each) => each !== declared && roles.of(each) === 'own');
}

function haveSameType(one: ElaboratedStatement, other: ElaboratedStatement): boolean {
  const interner = new Interner();
  const number = (of: ElaboratedStatement): number => canonicalIn(of, interner).expr(of.declared.type);
  return one.universes.length === other.universes.length && number(one) === number(other);
}

/** The universe parameters of the statement count by their places. */
function canonicalIn({ subject, universes }: ElaboratedStatement, interner: Interner): CanonicalModule {
  const paramName = (name: LeanName): string => {
    const place = universes.indexOf(shownName(name));
    return place < 0 ? name.key : String(place);
  };
  return canonical(subject, interner, { ignoresBinders: true, paramName });
}

/** At reducible transparency, so that two true equations are not equal because both sides compute to the same. */
async function equalByComputation(tools: StatementTools, both: Both): Promise<'defeq' | null> {
  const word = tools.version.generation === 'current' ? 'with_reducible' : 'withReducible';
  const closing = await closeBy(tools, scaffoldOf(tools, both, 'b'), [`${word} exact @${pairNames(both.pair).a}`]);
  return closing.kind === 'proved' ? 'defeq' : null;
}

/** Counts a proof only if the same tactics prove neither the goal without the premise nor `False` from it. */
async function prove(tools: StatementTools, both: Both, to: 'a' | 'b'): Promise<Direction> {
  const from = to === 'a' ? 'b' : 'a';
  const { pair, [from]: base, [to]: goal } = both;
  const premise = pairNames(pair)[from];
  const scaffold = scaffoldOf(tools, both, to);
  const available = await tools.tactics(scaffold.text);
  const isHere = ({ needs }: Script): boolean => needs === null || available.has(needs);
  const scripts = equivalenceScripts(base, goal, premise, tools.version).filter(isHere);
  const alone = statementScaffold(pair[to], goal, tools);
  const proved = await provedBy(
    tools,
    alone,
    scripts.map(({ control }) => control),
  );
  const useless = new Set(scripts.filter(({ control }) => proved.has(control)).map(({ kind }) => kind));
  for (;;) {
    const useful = scripts.filter(({ kind }) => !useless.has(kind));
    const closing = await closeBy(
      tools,
      scaffold,
      useful.map(({ text }) => text),
    );
    if (closing.kind !== 'proved') {
      return { state: useless.size > 0 && closing.kind === 'open' ? 'idle' : closing.kind, by: null };
    }
    const { kind } = useful.find(({ text }) => text === closing.by)!;
    const toFalse = equivalenceScripts(base, NOTHING, premise, tools.version).filter(
      (each) => isHere(each) && each.kind === kind,
    );
    const absurd = await closeBy(
      tools,
      falseScaffold(pair),
      toFalse.map(({ text }) => text),
    );
    // The other statement is an axiom of the same file; a tactic that searches may have found it.
    const isCircular = closing.axioms.includes(pairNames(pair)[to]);
    if (absurd.kind !== 'proved' && !isCircular) return { state: 'proved', by: closing.by };
    useless.add(kind);
  }
}

const NOTHING: Pick<ElaboratedStatement, 'variables' | 'conclusion'> = {
  variables: [],
  conclusion: { kind: 'const', name: 'False' },
};

/** Those of `texts` that prove the goal. */
async function provedBy(tools: StatementTools, scaffold: Scaffold, texts: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const todo = new Set(texts);
  for (;;) {
    const closing = await closeBy(tools, scaffold, [...todo]);
    if (closing.kind !== 'proved') return found;
    found.add(closing.by);
    todo.delete(closing.by);
  }
}

function levelOf(found: Pick<Comparison, 'forward' | 'backward' | 'a' | 'b'>): Comparison {
  const { forward, backward, a, b } = found;
  const states = [a.state, b.state];
  const level = ((): EquivalenceLevel => {
    if (states.includes('proved') && states.includes('refuted')) return 'different';
    if (forward.state === 'proved') return backward.state === 'proved' ? 'equivalent' : 'stronger';
    if (backward.state === 'proved') return 'weaker';
    return states.every((state) => state === 'proved') ? 'both-provable' : 'unknown';
  })();
  return { ...found, level, why: level === 'unknown' ? reasonOf(found) : null };
}

function reasonOf({ forward, backward, a, b }: Pick<Comparison, 'forward' | 'backward' | 'a' | 'b'>): string {
  if (a.state === 'refuted' && b.state === 'refuted') return 'Both are false, so each follows from the other.';
  if ([forward.state, backward.state, a.state, b.state].includes('unchecked')) return 'Lean gave no answer.';
  return 'The tactics proved neither from the other.';
}

const UNKNOWN_TRUTH: Truth = { state: 'open', by: null };

function undecided(why: string): Comparison {
  const open: Direction = { state: 'open', by: null };
  return { level: 'unknown', forward: open, backward: open, a: UNKNOWN_TRUTH, b: UNKNOWN_TRUTH, why };
}
