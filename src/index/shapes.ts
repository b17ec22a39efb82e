/**
 * The shapes of statements as tokens: which constants occur, which head is an argument of which, and the conclusion.
 * A pattern's candidates are the intersection of these lists; only candidates are parsed again at query time.
 *
 * `s:c:NAME`  a constant as written (`sin`, `Real.sin`), a field (`Finset.sum`; `.sum` if the type is not known), a
 *             numeral; `↑` and `:` where a coercion is or may be. Includes those of the `variable` binders that the
 *             statement uses.
 * `s:e:HASH`  an edge: head, argument position, head of the argument. Also from premise and conclusion to their heads.
 * `s:C:HEAD`  the conclusion's head; for an `↔` also the heads of both sides.
 * `s:R:HEAD`  head of a side of the conclusion's `=` or `↔`, which can be rewritten.
 * `s:V:HEAD`  the conclusion is its head applied to variables only.
 * `s:o:NS`    a namespace whose names can be abbreviated: open, or around the declaration. `s:z:NS`: `open scoped`.
 *
 * Smaller statements have larger weights, so a list's heaviest rows are its most specific ones.
 */
import { ARROW, ASCRIBED } from '../lean/term/coercion.ts';
import { makeNotationTable } from '../lean/term/notation-table.ts';
import { type GroupTokens, StatementReader, type Statement, type VariableGroup } from '../lean/term/statement.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, lastPart, size, type Term } from '../lean/term/term.ts';

import { getOrAdd } from '../base/memoize.ts';
import type { Declaration, Notation } from '../lean/declaration.ts';
import type { Emit, MakeAnalyser, NumberToken } from './analysis.ts';
import { ShapeTokens } from './shape-tokens.ts';

/** The name of a term in edges: the last part of its head, or a numeral; '' for variables and terms without a head. */
export function headOf(tree: Term): string {
  const root = underBinders(tree);
  if (root.kind === Kind.CONSTANT || root.kind === Kind.EXPLICIT || root.kind === Kind.PROJECTION)
    return lastPart(root.head);
  return root.kind === Kind.NUMBER ? root.head : '';
}

/** The term below `fun`s, ascriptions and coercions. */
export function underBinders(tree: Term): Term {
  let at = bare(tree);
  while (at.kind === Kind.LAMBDA) at = bare(at.args[1]!);
  return at;
}

/** Reports all edges below `tree`. A field's receiver may be any of its arguments, so the edge is reported at each. */
export function edgesOf(tree: Term, report: (parent: string, position: number, child: string) => void): void {
  const root = bare(tree);
  const { kind, args } = root;
  if (kind === Kind.CONSTANT || kind === Kind.PROJECTION) {
    const parent = lastPart(root.head);
    for (let at = 0; at < args.length; at++) {
      const child = headOf(args[at]!);
      if (child === '') continue;
      if (kind === Kind.CONSTANT) report(parent, at, child);
      else
        for (let position = at === 0 ? 0 : at - 1; position <= (at === 0 ? args.length - 1 : at); position++)
          report(parent, position, child);
    }
  }
  for (const child of args) edgesOf(child, report);
}

/** Reports the constants, fields and numerals of a term, and where a coercion may be. */
export function constantsOf(tree: Term, report: (name: string) => void): void {
  const { kind } = tree;
  if (kind === Kind.CONSTANT || kind === Kind.EXPLICIT || kind === Kind.PROJECTION || kind === Kind.NUMBER)
    report(tree.head);
  else if (kind === Kind.COERCION && tree.head === ARROW) report(ARROW);
  else if (kind === Kind.ASCRIPTION) report(ASCRIBED);
  for (const child of tree.args) constantsOf(child, report);
}

/** The conclusion, and the sides of an `↔`. */
export function conclusionsOf(statement: Statement): Term[] {
  if (statement.conclusion === null) return [];
  const full = bare(statement.conclusion);
  return full.kind === Kind.CONSTANT && full.head === 'Iff' && full.args.length === 2
    ? [full, bare(full.args[0]!), bare(full.args[1]!)]
    : [full];
}

/** Sides of the conclusion's `=` or `↔`. */
export function sidesOf(statement: Statement): Term[] {
  const conclusion = statement.conclusion === null ? null : bare(statement.conclusion);
  if (
    conclusion === null ||
    conclusion.kind !== Kind.CONSTANT ||
    conclusion.args.length !== 2 ||
    (conclusion.head !== 'Eq' && conclusion.head !== 'Iff')
  )
    return [];
  return [bare(conclusion.args[0]!), bare(conclusion.args[1]!)];
}

function isVariable(tree: Term): boolean {
  const root = bare(tree);
  return (root.kind === Kind.LOCAL && root.args.length === 0) || root.kind === Kind.HOLE || root.kind === Kind.META;
}

/** Number of nodes of a statement, without the types of its variables. */
export function statementSize(statement: Statement): number {
  let nodes = statement.conclusion === null ? 1 : size(statement.conclusion);
  for (const premise of statement.premises) nodes += size(premise);
  for (const { bound } of statement.variables) for (const { type } of bound) nodes -= size(type);
  return Math.max(1, nodes);
}

/** 255 for the smallest statement, 1 for the largest. */
export function sizeWeight(nodes: number): number {
  return Math.max(1, Math.round(255 - 32 * Math.log2(1 + nodes / 4)));
}

/** Nodes of a statement of this weight: the inverse of `sizeWeight`. */
export function nodesOf(weight: number): number {
  return 4 * (2 ** ((255 - weight) / 32) - 1);
}

/** `a.b.c` → `a`, `a.b`, `a.b.c`. */
function prefixesOf(namespace: string, report: (prefix: string) => void): void {
  if (namespace === '') return;
  for (let dot = namespace.indexOf('.'); dot > 0; dot = namespace.indexOf('.', dot + 1))
    report(namespace.slice(0, dot));
  report(namespace);
}

/** Prefix of the tokens of constants. */
export const CONSTANT = 's:c:';

/** What the analyser reads of a declaration. */
export interface ShapeSource {
  declaration: Pick<Declaration, 'signature' | 'typeAt' | 'variables' | 'namespace' | 'opens'>;
  module: string;
}

/** Returns a function for the constants of a statement: the tokens `s:c:NAME` of its lists, without the prefix. */
export function constantReader(notations: readonly Notation[]): (source: ShapeSource) => Set<string> {
  const tokens: string[] = [];
  const numbers = new Map<string, number>();
  const numberToken = (token: string): number => getOrAdd(numbers, token, () => tokens.push(token) - 1);
  const analyse = makeShapeAnalyser({ notations: [...notations], numberToken, onUnreadable: () => {} });
  return (source) => {
    const found = new Set<string>();
    analyse(source, (number) => {
      const token = tokens[number]!;
      if (token.startsWith(CONSTANT)) found.add(token.slice(CONSTANT.length));
    });
    return found;
  };
}

/** Emits the tokens described at the top of this file. */
export const makeShapeAnalyser = ({ notations, numberToken, onUnreadable }: Parameters<MakeAnalyser>[0]) => {
  const reader = new StatementReader(makeNotationTable(notations), NEIGHBOURING_SCOPES);
  const shape = new ShapeTokens(numberToken);
  const scopes = new ScopeTokens(numberToken);
  return ({ declaration, module }: ShapeSource, emit: Emit): void => {
    const opens = declaration.opens ?? NO_OPENS;
    const statement = reader.read({
      type: declaration.signature.slice(declaration.typeAt),
      variables: declaration.variables,
      namespace: declaration.namespace,
      opens,
      module,
    });
    if (
      statement.own.some(({ type }) => isUnreadable(type)) ||
      (statement.type !== null && isUnreadable(statement.type))
    )
      onUnreadable();
    collectStatement(statement, shape);
    const weight = sizeWeight(Math.max(1, shape.nodes));
    for (const token of shape.tokens) emit(token, weight);
    for (const token of scopes.of(declaration.namespace, opens)) emit(token, weight);
  };
};

function isUnreadable({ kind, args }: Term): boolean {
  if (kind === Kind.OPAQUE) return true;
  for (let at = 0; at < args.length; at++) if (isUnreadable(args[at]!)) return true;
  return false;
}

const NO_OPENS: string[] = [];
/** Rows come file by file, so older scopes do not recur, and each cached scope slows every garbage collection. */
const NEIGHBOURING_SCOPES = 100;

/** Tokens of the open namespaces, which neighbouring rows share. */
class ScopeTokens {
  readonly #number: NumberToken;
  #namespace = '';
  #opens: readonly string[] = NO_OPENS;
  #tokens: readonly number[] = [];

  constructor(number: NumberToken) {
    this.#number = number;
  }

  of(namespace: string, opens: readonly string[]): readonly number[] {
    if (namespace === this.#namespace && opens === this.#opens) return this.#tokens;
    const tokens: number[] = [];
    prefixesOf(namespace, (prefix) => tokens.push(this.#number(`s:o:${prefix}`)));
    for (const open of opens)
      tokens.push(this.#number(open.startsWith('scoped ') ? `s:z:${open.slice(7)}` : `s:o:${open}`));
    this.#namespace = namespace;
    this.#opens = opens;
    this.#tokens = tokens;
    return tokens;
  }
}

function collectStatement(statement: Statement, shape: ShapeTokens): void {
  for (const group of statement.variables) group.tokens ??= tokensOfVariables(group, shape);
  shape.clear();
  let nodes = 0;
  for (const { tokens } of statement.variables) {
    for (const token of tokens!.tokens) shape.tokens.push(token);
    nodes += tokens!.nodes;
  }
  shape.nodes = nodes;
  for (const { type, premise } of statement.own) {
    shape.addPremise(type);
    if (premise !== null) shape.addPremise(premise);
  }
  if (statement.type === null) {
    shape.nodes++;
    return;
  }
  let conclusion = statement.type;
  for (; conclusion.kind === Kind.PI; conclusion = conclusion.args[1]!) shape.addPremise(conclusion.args[0]!);
  shape.addTree(conclusion);
  for (const one of conclusionsOf(statement)) {
    const head = headOf(one);
    if (head !== '') shape.addHead('conclusion', head);
    if (one.args.length > 0 && one.args.every(isVariable)) shape.addHead('applied', head);
  }
  // The sides of `=` and `↔` can be rewritten.
  for (const side of sidesOf(statement)) {
    const head = headOf(side);
    if (head !== '') shape.addHead('side', head);
  }
}

/** A statement's size includes the premises about its variables, but not their types. */
function tokensOfVariables(group: VariableGroup, shape: ShapeTokens): GroupTokens {
  shape.clear();
  for (const { type } of group.bound) shape.addPremise(type);
  shape.nodes = 0;
  for (const { premise } of group.bound) if (premise !== null) shape.addPremise(premise);
  return { tokens: [...new Set(shape.tokens)], nodes: shape.nodes };
}
