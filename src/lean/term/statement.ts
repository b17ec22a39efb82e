/** The statement of a declaration: its binders, those of the variables it uses, its premises and its conclusion. */
import { atBinderGroup, atEnd, binderGroup, type Bound } from './binders.ts';
import { IDENTIFIER } from './cursor.ts';
import type { NotationTable } from './notation-table.ts';
import { CodeUnits } from '../code-units.ts';
import { AskedContext, AskedLocals, Locals, type Surroundings } from './context.ts';
import { TermParser } from './parser.ts';
import { HOLE_TERM, LOCAL, PI, typeHead, type Term } from './term.ts';
import { VariableScope, type VariableGroup } from './variables.ts';

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
  /** Groups of variables that it needs. */
  readonly variables: readonly VariableGroup[];
  /** Binders of the signature. */
  readonly own: readonly Bound[];
  /** Those of the variables, then those of the signature. */
  readonly binders: readonly Bound[];
  /** Types of binders and of what stands left of arrows, in order: what the declaration asks for. */
  readonly premises: readonly Term[];
  /** The binder that each premise is of; null for what stands left of an arrow. */
  readonly premiseBinders: readonly (Bound | null)[];
  /** What is left behind all binders and arrows; null if no type is written. */
  readonly conclusion: Term | null;
  /** The whole type behind the colon. */
  readonly type: Term | null;
}

/** Scopes that a reader remembers whose statements come from everywhere, such as a query's candidates. */
const MOST_SCOPES = 2000;
/** Different `variable` binders. */
const MOST_GROUPS = 5000;

/** Reads statements; keeps what it read of `variable` binders, which many declarations share. */
export class StatementReader {
  readonly table: NotationTable;
  /** By text. */
  private readonly groups = new Map<string, KnownGroup>();
  private last: KnownScope | null = null;
  private open = { namespace: '', opens: [] as readonly string[], test: openTest('', []) };
  /** By the array itself: rows of one scope may share it, in whatever order they come. */
  private readonly byArray = new Map<readonly string[], KnownScope>();
  private readonly mostScopes: number;
  /** Of the text being read: one is done with before the next is begun. */
  private readonly units = new CodeUnits();

  /** `mostScopes`: how many scopes are remembered; few do where statements come in the order of files. */
  constructor(table: NotationTable, mostScopes = MOST_SCOPES) {
    this.table = table;
    this.mostScopes = mostScopes;
  }

  read(source: StatementSource): Statement {
    const isOpen = this.openTest(source);
    const { scope } = this.scope(source, isOpen);
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
    return new ReadStatement(scope.used(own, type), own, type);
  }

  /** Neighbours mostly share what is open, and ask for the same namespaces. */
  private openTest({ namespace, opens }: StatementSource): (candidate: string) => boolean {
    const { open } = this;
    if (open.namespace === namespace && isSame(open.opens, opens)) return open.test;
    const test = openTest(namespace, opens);
    const answers = new Map<string, boolean>();
    this.open = {
      namespace,
      opens,
      test: (candidate) => {
        let answer = answers.get(candidate);
        if (answer === undefined) {
          answer = test(candidate);
          answers.set(candidate, answer);
        }
        return answer;
      },
    };
    return this.open.test;
  }

  /** The variables in scope, read; neighbours mostly share them. */
  private scope(source: StatementSource, isOpen: Surroundings['isOpen']): KnownScope {
    if (this.last !== null && isReadAlike(this.last, source)) return this.last;
    const known = this.byArray.get(source.variables);
    if (known !== undefined && isReadAlike(known, source)) return (this.last = known);
    const { variables, namespace, opens, module } = source;
    const names = new Map<string, string>();
    const groups: VariableGroup[] = [];
    for (const text of variables) {
      const group = this.variableGroup(text, names, { isOpen, module });
      groups.push(group);
      for (const { name, type } of group.bound) if (name !== '') names.set(name, names.get(name) || typeHead(type));
    }
    this.last = { variables, namespace, opens, module, scope: new VariableScope(groups, names) };
    if (this.byArray.size >= this.mostScopes) this.byArray.clear();
    this.byArray.set(variables, this.last);
    return this.last;
  }

  private variableGroup(text: string, names: ReadonlyMap<string, string>, surroundings: Surroundings): VariableGroup {
    const known = this.groups.get(text);
    if (known !== undefined && isAnsweredBy(known, names, surroundings)) return known.group;
    const locals = new AskedLocals(names);
    const context = new AskedContext(this.table, locals, surroundings);
    this.units.read(text);
    const parser = new TermParser(text, context, 0, this.units.units);
    const bound: Bound[] = [];
    while (!atEnd(parser)) {
      if (atBinderGroup(parser)) bound.push(...binderGroup(parser));
      else parser.advance();
    }
    const named = new Set<string>();
    for (const { type } of bound) collectLocals(type, named);
    const group = { bound, names: [...named], tokens: null };
    if (this.groups.size >= MOST_GROUPS) this.groups.clear();
    this.groups.set(text, { group, asked: [...locals.asked], surroundings: context.wasAsked ? surroundings : null });
    return group;
  }
}

/** A scope as it was read, and where. */
interface KnownScope extends Omit<StatementSource, 'type'> {
  scope: VariableScope;
}

function isReadAlike(known: KnownScope, { variables, namespace, opens, module }: StatementSource): boolean {
  return (
    known.namespace === namespace &&
    known.module === module &&
    isSame(known.variables, variables) &&
    isSame(known.opens, opens)
  );
}

/** A group as it was read, and what it asked: about names of the groups before it, and what surrounds it. */
interface KnownGroup {
  group: VariableGroup;
  asked: readonly (readonly [string, string | undefined])[];
  /** Null if it reads alike everywhere. */
  surroundings: Surroundings | null;
}

function isAnsweredBy(
  { asked, surroundings }: KnownGroup,
  names: ReadonlyMap<string, string>,
  { isOpen, module }: Surroundings,
): boolean {
  if (surroundings !== null && (surroundings.isOpen !== isOpen || surroundings.module !== module)) return false;
  for (const [name, answer] of asked) if (names.get(name) !== answer) return false;
  return true;
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

function collectLocals(tree: Term, into: Set<string>): void {
  if (tree.kind === LOCAL) into.add(tree.head);
  for (const child of tree.args) collectLocals(child, into);
}

/** A statement as read. Its lists are made when first asked for: an index needs the trees alone. */
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
    return this.#made().binders;
  }

  get premises(): readonly Term[] {
    return this.#made().premises;
  }

  get premiseBinders(): readonly (Bound | null)[] {
    return this.#made().premiseBinders;
  }

  get conclusion(): Term | null {
    let at = this.type;
    while (at !== null && at.kind === PI) at = at.args[1]!;
    return at;
  }

  #made(): Pick<Statement, 'binders' | 'premises' | 'premiseBinders'> {
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
  for (let at = type; at !== null && at.kind === PI; at = at.args[1]!) {
    premises.push(at.args[0]!);
    premiseBinders.push(null);
  }
  return { binders, premises, premiseBinders };
}
