/** The statement of a declaration: its binders, those of the variables it uses, its premises and its conclusion. */
import { openTest } from './open-test.ts';
import { memoizeByValue } from '../../base/memoize.ts';
import { atBinderGroup, atEnd, binderGroup, type Bound } from './binders.ts';
import { IDENTIFIER } from './cursor.ts';
import type { NotationTable } from './notation-table.ts';
import { CodeUnits } from '../code-units.ts';
import { TrackedContext, TrackedLocals, Locals, type Surroundings } from './context.ts';
import { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, typeHead, type Term } from './term.ts';

export interface StatementSource {
  /** Binders and `: type`: the part of a signature after the name. */
  type: string;
  /** Binder groups of the `variable` commands in scope. */
  variables: readonly string[];
  namespace: string;
  opens: readonly string[];
  module: string | null;
}

/** One binder group of a `variable` command. */
export interface VariableGroup {
  readonly bound: readonly Bound[];
  /** Tokens computed by an analyser, cached here because statements share the group; null before that. */
  tokens: GroupTokens | null;
}

export interface GroupTokens {
  readonly tokens: readonly number[];
  readonly nodes: number;
}

export interface Statement {
  /** Groups of variables that enter it. */
  readonly variables: readonly VariableGroup[];
  /** Binders of the signature. */
  readonly own: readonly Bound[];
  /** Binders of the variables, then those of the signature. */
  readonly binders: readonly Bound[];
  /** Types of binders and of terms left of arrows, in order: the requirements of the declaration. */
  readonly premises: readonly Term[];
  /** The binder of each premise; null for a term left of an arrow. */
  readonly premiseBinders: readonly (Bound | null)[];
  /** The term after all binders and arrows; null if no type is written. */
  readonly conclusion: Term | null;
  /** The complete type after the colon. */
  readonly type: Term | null;
}

/** Number of cached scopes for a reader whose statements come from anywhere, such as the candidates of a query. */
const MAX_SCOPES = 2000;
/** Number of cached `variable` binder groups. */
const MAX_GROUPS = 5000;

/** Reads statements; caches parsed `variable` binders, which many declarations share. */
export class StatementReader {
  readonly table: NotationTable;
  /** By text. */
  private readonly groups = new Map<string, CachedGroup>();
  private last: CachedScope | null = null;
  private open = { namespace: '', opens: [] as readonly string[], test: openTest('', []) };
  /** By array identity: rows of one scope may share the array, in any order. */
  private readonly byArray = new Map<readonly string[], CachedScope>();
  private readonly maxScopes: number;
  /** Units of the current text: one text is finished before the next starts. */
  private readonly units = new CodeUnits();

  /** `maxScopes`: number of cached scopes; a few suffice if statements come in file order. */
  constructor(table: NotationTable, maxScopes = MAX_SCOPES) {
    this.table = table;
    this.maxScopes = maxScopes;
  }

  read(source: StatementSource): Statement {
    const isOpen = this.openTest(source);
    const scope = this.scope(source, isOpen);
    const locals = new Locals(scope.names);
    const context = { table: this.table, locals, isOpen, module: source.module };
    this.units.read(source.type);
    const parser = new TermParser(source.type, context, 0, this.units.units);
    let own: Bound[] = [];
    while (!atEnd(parser) && !parser.is(':') && !parser.is('extends')) {
      if (atBinderGroup(parser)) {
        const group = binderGroup(parser);
        if (own.length === 0) own = group;
        else for (const binder of group) own.push(binder);
      } else {
        if (parser.kind === IDENTIFIER) {
          own.push({ name: parser.word, type: HOLE_TERM, style: '(', premise: null });
          parser.declare(parser.word, '');
        }
        parser.advance();
      }
    }
    if (parser.is('extends')) while (!atEnd(parser) && !parser.is(':')) parser.advance();
    const type = parser.accept(':') ? parser.all() : null;
    return new ReadStatement(scope.groups, own, type);
  }

  /** Neighbours usually share the open namespaces and test the same namespaces. */
  private openTest({ namespace, opens }: StatementSource): (candidate: string) => boolean {
    const { open } = this;
    if (open.namespace === namespace && isSame(open.opens, opens)) return open.test;
    this.open = { namespace, opens, test: memoizeByValue(openTest(namespace, opens)) };
    return this.open.test;
  }

  /** The parsed variables in scope; neighbours usually share them. */
  private scope(source: StatementSource, isOpen: Surroundings['isOpen']): CachedScope {
    if (this.last !== null && isSameSource(this.last, source)) return this.last;
    const known = this.byArray.get(source.variables);
    if (known !== undefined && isSameSource(known, source)) return (this.last = known);
    const { variables, namespace, opens, module } = source;
    const names = new Map<string, string>();
    const groups: VariableGroup[] = [];
    for (const text of variables) {
      const group = this.variableGroup(text, names, { isOpen, module });
      groups.push(group);
      for (const { name, type } of group.bound) if (name !== '') names.set(name, names.get(name) || typeHead(type));
    }
    this.last = { variables, namespace, opens, module, groups, names };
    if (this.byArray.size >= this.maxScopes) this.byArray.clear();
    this.byArray.set(variables, this.last);
    return this.last;
  }

  private variableGroup(text: string, names: ReadonlyMap<string, string>, surroundings: Surroundings): VariableGroup {
    const known = this.groups.get(text);
    if (known !== undefined && isValidFor(known, names, surroundings)) return known.group;
    const locals = new TrackedLocals(names);
    const context = new TrackedContext(this.table, locals, surroundings);
    this.units.read(text);
    const parser = new TermParser(text, context, 0, this.units.units);
    const bound: Bound[] = [];
    while (!atEnd(parser)) {
      if (atBinderGroup(parser)) bound.push(...binderGroup(parser));
      else parser.advance();
    }
    const group = { bound, tokens: null };
    if (this.groups.size >= MAX_GROUPS) this.groups.clear();
    this.groups.set(text, { group, queries: [...locals.queries], surroundings: context.wasUsed ? surroundings : null });
    return group;
  }
}

/** A parsed scope and its context. */
interface CachedScope extends Omit<StatementSource, 'type'> {
  groups: readonly VariableGroup[];
  /** Head of the type by variable name. */
  names: ReadonlyMap<string, string>;
}

function isSameSource(known: CachedScope, { variables, namespace, opens, module }: StatementSource): boolean {
  return (
    known.namespace === namespace &&
    known.module === module &&
    isSame(known.variables, variables) &&
    isSame(known.opens, opens)
  );
}

/** A parsed group and what it depends on: names of the previous groups, and its surroundings. */
interface CachedGroup {
  group: VariableGroup;
  queries: readonly (readonly [string, string | undefined])[];
  /** Null if the result is independent of the surroundings. */
  surroundings: Surroundings | null;
}

function isValidFor(
  { queries, surroundings }: CachedGroup,
  names: ReadonlyMap<string, string>,
  { isOpen, module }: Surroundings,
): boolean {
  if (surroundings !== null && (surroundings.isOpen !== isOpen || surroundings.module !== module)) return false;
  for (const [name, answer] of queries) if (names.get(name) !== answer) return false;
  return true;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((text, at) => text === b[at]));
}

/** A parsed statement. Its lists are built on demand, because an index needs only the trees. */
class ReadStatement implements Statement {
  readonly variables: readonly VariableGroup[];
  readonly own: readonly Bound[];
  readonly type: Term | null;
  #lists: Pick<Statement, 'binders' | 'premises' | 'premiseBinders'> | null = null;

  constructor(variables: readonly VariableGroup[], own: readonly Bound[], type: Term | null) {
    this.variables = variables;
    this.own = own;
    this.type = type;
  }

  get binders(): readonly Bound[] {
    return this.#getLists().binders;
  }

  get premises(): readonly Term[] {
    return this.#getLists().premises;
  }

  get premiseBinders(): readonly (Bound | null)[] {
    return this.#getLists().premiseBinders;
  }

  get conclusion(): Term | null {
    let at = this.type;
    while (at !== null && at.kind === Kind.PI) at = at.args[1]!;
    return at;
  }

  #getLists(): Pick<Statement, 'binders' | 'premises' | 'premiseBinders'> {
    this.#lists ??= listsOf([...this.variables.flatMap(({ bound }) => bound), ...this.own], this.type);
    return this.#lists;
  }
}

function listsOf(
  binders: readonly Bound[],
  type: Term | null,
): Pick<Statement, 'binders' | 'premises' | 'premiseBinders'> {
  const premises: Term[] = [];
  const premiseBinders: (Bound | null)[] = [];
  for (const binder of binders) {
    premises.push(binder.type);
    premiseBinders.push(binder);
    if (binder.premise === null) continue;
    premises.push(binder.premise);
    premiseBinders.push(null);
  }
  for (let at = type; at !== null && at.kind === Kind.PI; at = at.args[1]!) {
    premises.push(at.args[0]!);
    premiseBinders.push(null);
  }
  return { binders, premises, premiseBinders };
}
