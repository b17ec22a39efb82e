/** The statement of a declaration: its binders, those of the variables it uses, its premises and its conclusion. */
import { atBinderGroup, atEnd, binderGroup, type Bound } from './binders.ts';
import { IDENTIFIER } from './cursor.ts';
import type { NotationTable } from './notation-table.ts';
import { Locals, type TermContext } from './context.ts';
import { TermParser } from './parser.ts';
import { HOLE_TERM, LOCAL, PI, typeHead, type Term } from './term.ts';

export interface StatementSource {
  /** Binders and `: type`, what follows the name in a signature. */
  type: string;
  /** Binder groups of the `variable` commands in scope. */
  variables: readonly string[];
  namespace: string;
  opens: readonly string[];
  module: string | null;
}

export interface Statement {
  /** Binders of the signature, and of the variables that it needs, in order. */
  readonly binders: readonly Bound[];
  /** Groups of variables that it needs. */
  readonly variables: readonly VariableGroup[];
  /** How many of `binders` come from variables. */
  readonly variableCount: number;
  /** How many of `premises` come from variables. */
  readonly variablePremises: number;
  /** Types of binders and of what stands left of arrows, in order: what the declaration asks for. */
  readonly premises: readonly Term[];
  /** The binder that each premise is of; null for what stands left of an arrow. */
  readonly premiseBinders: readonly (Bound | null)[];
  /** What is left behind all binders and arrows; null if no type is written. */
  readonly conclusion: Term | null;
  /** The whole type behind the colon. */
  readonly type: Term | null;
}

/** One binder group of a `variable` command. */
export interface VariableGroup {
  readonly bound: readonly Bound[];
  /** Locals that its types name. */
  readonly names: readonly string[];
  /** What an analyser made of it, kept here as statements share the group; null until then. */
  tokens: GroupTokens | null;
}

export interface GroupTokens {
  readonly tokens: readonly number[];
  readonly nodes: number;
}

const MOST_SCOPES = 2000;
const MOST_GROUPS = 5000;

/** Reads statements; keeps what it read of `variable` binders, which many declarations share. */
export class StatementReader {
  readonly table: NotationTable;
  /** By namespace, then text. */
  private readonly groups = new Map<string, Map<string, VariableGroup>>();
  private last: VariableScope = { variables: [], namespace: '', groups: [], names: new Map() };
  /** By the array itself: rows of one scope may share it, in whatever order they come. */
  private readonly byArray = new Map<readonly string[], VariableScope>();

  constructor(table: NotationTable) {
    this.table = table;
  }

  read(source: StatementSource): Statement {
    const isOpen = openTest(source.namespace, source.opens);
    const { groups, names } = this.scope(source, isOpen);
    const locals = new Locals(names);
    const context = { table: this.table, locals, isOpen, module: source.module };
    const parser = new TermParser(source.type, context);
    const own: Bound[] = [];
    while (!atEnd(parser) && !parser.is(':') && !parser.is('extends')) {
      if (atBinderGroup(parser)) own.push(...binderGroup(parser));
      else {
        if (parser.kind === IDENTIFIER) {
          own.push({ name: parser.word, type: HOLE_TERM, style: '(', premise: null });
          parser.declare(parser.word, '');
        }
        parser.advance();
      }
    }
    if (parser.is('extends')) while (!atEnd(parser) && !parser.is(':')) parser.advance();
    const type = parser.accept(':') ? parser.all() : null;
    return assemble(usedGroups(groups, own, type), own, type);
  }

  /** The variables in scope, read; neighbours mostly share them. */
  private scope(
    { variables, namespace, module }: StatementSource,
    isOpen: (namespace: string) => boolean,
  ): VariableScope {
    const { last } = this;
    if (last.namespace === namespace && isSame(last.variables, variables)) return last;
    const known = this.byArray.get(variables);
    if (known !== undefined && known.namespace === namespace) return known;
    const names = new Map<string, string>();
    const groups: VariableGroup[] = [];
    for (const text of variables) {
      const group = this.variableGroup(text, namespace, {
        table: this.table,
        locals: new Locals(names),
        isOpen,
        module,
      });
      groups.push(group);
      for (const { name, type } of group.bound) if (name !== '') names.set(name, names.get(name) || typeHead(type));
    }
    this.last = { variables, namespace, groups, names };
    if (this.byArray.size >= MOST_SCOPES) this.byArray.clear();
    this.byArray.set(variables, this.last);
    return this.last;
  }

  private variableGroup(text: string, namespace: string, context: TermContext): VariableGroup {
    let groups = this.groups.get(namespace);
    if (groups === undefined || groups.size > MOST_GROUPS) {
      if (this.groups.size > MOST_SCOPES) this.groups.clear();
      groups = new Map();
      this.groups.set(namespace, groups);
    }
    const known = groups.get(text);
    if (known !== undefined) return known;
    const parser = new TermParser(text, context);
    const bound: Bound[] = [];
    while (!atEnd(parser)) {
      if (atBinderGroup(parser)) bound.push(...binderGroup(parser));
      else parser.advance();
    }
    const names = new Set<string>();
    for (const { type } of bound) collectLocals(type, names);
    const group = { bound, names: [...names], tokens: null };
    groups.set(text, group);
    return group;
  }
}

interface VariableScope {
  readonly variables: readonly string[];
  readonly namespace: string;
  readonly groups: readonly VariableGroup[];
  readonly names: ReadonlyMap<string, string>;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((text, at) => text === b[at]));
}

const SCOPED = 'scoped ';

/** Whether the notation of a namespace is usable: it is `namespace` or encloses it, or an `open` names it (perhaps relatively). */
export function openTest(namespace: string, opens: readonly string[]): (candidate: string) => boolean {
  return (candidate) => {
    if (candidate === '' || namespace === candidate || namespace.startsWith(`${candidate}.`)) return true;
    for (const open of opens) {
      const opened = open.startsWith(SCOPED) ? open.slice(SCOPED.length) : open;
      if (opened === candidate || candidate.endsWith(`.${opened}`)) return true;
    }
    return false;
  };
}

const NO_GROUPS: VariableGroup[] = [];

/** As Lean does it: a variable that is named, and an instance whose subjects are all in. */
function usedGroups(groups: readonly VariableGroup[], own: readonly Bound[], type: Term | null): VariableGroup[] {
  if (groups.length === 0) return NO_GROUPS;
  const names = new Set<string>();
  for (const { type: one, premise } of own) {
    collectLocals(one, names);
    if (premise !== null) collectLocals(premise, names);
  }
  if (type !== null) collectLocals(type, names);
  // A binder of the signature hides the variable of its name.
  for (const { name } of own) names.delete(name);
  const isUsed = new Uint8Array(groups.length);
  for (let grew = true; grew;) {
    grew = false;
    for (let at = groups.length - 1; at >= 0; at--) {
      const group = groups[at]!;
      if (isUsed[at] === 1 || !isNeeded(group, names)) continue;
      isUsed[at] = 1;
      for (const name of group.names) names.add(name);
      grew = true;
    }
  }
  return groups.filter((_, at) => isUsed[at] === 1);
}

function isNeeded({ bound, names: subjects }: VariableGroup, names: ReadonlySet<string>): boolean {
  for (const { name } of bound) if (names.has(name)) return true;
  if (bound[0]?.style !== '[' || subjects.length === 0) return false;
  for (const subject of subjects) if (!names.has(subject)) return false;
  return true;
}

function collectLocals(tree: Term, into: Set<string>): void {
  if (tree.kind === LOCAL) into.add(tree.head);
  for (const child of tree.args) collectLocals(child, into);
}

function assemble(variables: readonly VariableGroup[], own: readonly Bound[], type: Term | null): Statement {
  const binders: Bound[] = [];
  const premises: Term[] = [];
  const premiseBinders: (Bound | null)[] = [];
  const add = (bound: readonly Bound[]): void => {
    for (const binder of bound) {
      binders.push(binder);
      premises.push(binder.type);
      premiseBinders.push(binder);
      if (binder.premise === null) continue;
      premises.push(binder.premise);
      premiseBinders.push(null);
    }
  };
  for (const { bound } of variables) add(bound);
  const variableCount = binders.length;
  const variablePremises = premises.length;
  add(own);
  let conclusion = type;
  while (conclusion !== null && conclusion.kind === PI) {
    premises.push(conclusion.args[0]!);
    premiseBinders.push(null);
    conclusion = conclusion.args[1]!;
  }
  return { binders, variables, variableCount, variablePremises, premises, premiseBinders, conclusion, type };
}
