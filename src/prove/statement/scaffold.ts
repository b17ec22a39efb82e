/** Texts for Lean about statements: a statement alone, a goal about it, and two statements in one file. */
import type { LeanVersion } from '../../lean/toolchain/lean-version.ts';
import { findHoles, type Hole } from '../../verify/hole/holes.ts';
import type { ContextCommand, StatementSource } from './statement-source.ts';

/** Names that no file is expected to declare. */
const STATEMENT = 'lemmahead_statement';
const FIRST = 'lemmahead_first';
const SECOND = 'lemmahead_second';
const GOAL = 'lemmahead_goal';

/** A text whose last hole is the goal to prove. */
export interface Scaffold {
  text: string;
  hole: Hole;
}

/** Full name of the copy of a statement that a scaffold declares. */
export function copyName({ namespace }: StatementSource, name = STATEMENT): string {
  return namespace === '' ? name : `${namespace}.${name}`;
}

/** The statement with its context, as a theorem with a `sorry`. */
export function aloneText(source: StatementSource): string {
  return `${headerText(source.header)}${contextText(source.context)}${declared(source, 'theorem', STATEMENT, ' := by\n  sorry')}`;
}

/** How a goal mentions the type of a statement: in the scaffold, the statement is an axiom with its own name. */
export interface Levels {
  /** One universe level per parameter; empty for none. */
  statement: readonly string[];
  /** The universe parameters of the goal. */
  goal: readonly string[];
}

/** A goal about one statement: the statement itself, or its negation. */
export function goalScaffold(
  source: StatementSource,
  form: 'statement' | 'negation',
  levels: Levels,
  version: LeanVersion,
): Scaffold {
  const { header, context, closing } = source;
  const type = typeOf(copyName(source), levels.statement, version);
  const copy = declared(source, 'axiom', STATEMENT, '');
  return withGoal(
    `${headerText(header)}${contextText(context)}${copy}${closingText(closing)}`,
    form === 'negation' ? `¬ (${type})` : type,
    levels.goal,
  );
}

/** Two statements for one file. */
export interface Pair {
  a: StatementSource;
  b: StatementSource;
}

/** A definition that two files make differently. */
export interface Conflict {
  name: string;
  lines: [number, number];
}

/** Definitions of the same name and different text: the two statements then do not speak about the same things. */
export function conflictOf({ a, b }: Pair): Conflict | null {
  const known = definitionsOf(a);
  for (const { definition } of b.context) {
    const other = definition === null ? undefined : known.get(definition.fullName);
    if (definition === null || other === undefined || other.text === definition.text) continue;
    return { name: definition.fullName, lines: [other.line, definition.line] };
  }
  return null;
}

function definitionsOf({ context }: StatementSource): Map<string, NonNullable<ContextCommand['definition']>> {
  return new Map(context.flatMap(({ definition }) => (definition === null ? [] : [[definition.fullName, definition]])));
}

/** Full names of the axioms that a file with both declares. */
export function pairNames({ a, b }: Pair): { a: string; b: string } {
  return { a: copyName(a, FIRST), b: copyName(b, SECOND) };
}

/** Both statements as axioms, and one of them as the type of a theorem. Definitions that both files have are declared once. */
export function pairScaffold(pair: Pair, goal: 'a' | 'b', levels: Levels, version: LeanVersion): Scaffold {
  return withGoal(pairText(pair), typeOf(pairNames(pair)[goal], levels.statement, version), levels.goal);
}

/** The same with the goal `False`. */
export function falseScaffold(pair: Pair): Scaffold {
  return withGoal(pairText(pair), 'False', []);
}

/** The file with both statements, without a goal. */
export function pairText({ a, b }: Pair): string {
  const known = definitionsOf(a);
  const own = b.context.filter(({ definition }) => definition === null || !known.has(definition.fullName));
  return [
    `${headerText([...new Set([...a.header, ...b.header])])}section\n`,
    ...[contextText(a.context), declared(a, 'axiom', FIRST, ''), closingText(a.closing), 'end\nsection\n'],
    ...[contextText(own), declared(b, 'axiom', SECOND, ''), closingText(b.closing), 'end\n'],
  ].join('');
}

function withGoal(before: string, type: string, universes: readonly string[]): Scaffold {
  const levels = universes.length === 0 ? '' : `.{${universes.join(', ')}}`;
  const text = `${before}theorem ${GOAL}${levels} : ${type} := by\n  sorry\n`;
  const hole = findHoles(text).at(-1);
  if (hole === undefined) throw new Error('the scaffold has no hole');
  return { text, hole };
}

function declared(source: StatementSource, keyword: string, name: string, value: string): string {
  return `${source.prefixes}${keyword} ${name}${source.universes} ${source.signature}${value}\n`;
}

/** Lean of 2021 spells it `typeOf%`. */
function typeOf(name: string, levels: readonly string[], { generation }: LeanVersion): string {
  const word = generation === 'current' ? 'type_of%' : 'typeOf%';
  return `${word} @${name}${levels.length === 0 ? '' : `.{${levels.join(', ')}}`}`;
}

function contextText(context: readonly ContextCommand[]): string {
  return context.map(({ text }) => `${text}\n`).join('');
}

function closingText(closing: readonly string[]): string {
  return closing.map((command) => `${command}\n`).join('');
}

function headerText(header: readonly string[]): string {
  return header.map((line) => `${line}\n`).join('');
}

/** The scaffold with `lines` before its hole: tactics that leave one goal. */
export function afterTactics({ text, hole }: Scaffold, lines: readonly string[]): Scaffold {
  const indent = ' '.repeat(hole.column);
  const before = lines.map((line) => `${line}\n${indent}`).join('');
  const changed = text.slice(0, hole.start) + before + text.slice(hole.start);
  return { text: changed, hole: findHoles(changed).at(-1)! };
}
