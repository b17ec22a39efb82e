/** The type of a statement as Lean elaborated it: a tree in which every variable has its own number. */
import {
  type Binder,
  type CompiledModule,
  type Declared,
  reachable,
  textOf,
} from '../../verify/audit/compiled-module.ts';
import { shownName } from '../../verify/audit/lean-name.ts';
import type { Subject } from '../../verify/audit/subject.ts';

export interface Variable {
  id: number;
  name: string;
  binder: Binder;
  type: Term;
}

export type Term =
  | { kind: 'var'; id: number }
  | { kind: 'const'; name: string }
  /** `isProp`: the sort of propositions. */
  | { kind: 'sort'; isProp: boolean }
  /** `fn` is no application. */
  | { kind: 'app'; fn: Term; args: readonly Term[] }
  | { kind: 'pi' | 'lam'; variable: Variable; body: Term }
  | { kind: 'let'; variable: Variable; value: Term; body: Term }
  | { kind: 'number'; digits: string }
  | { kind: 'text'; text: string }
  | { kind: 'proj'; index: number; of: Term };

/** A statement whose type is `∀ variables, conclusion`. */
export interface ElaboratedStatement {
  subject: Subject;
  declared: Declared;
  /** Universe parameters. */
  universes: readonly string[];
  variables: readonly Variable[];
  /** Begins with no `∀` or `→`. */
  conclusion: Term;
}

/** A shared term is copied at each place, so the size is limited. */
const MAX_NODES = 50_000;

/** The term has more than `MAX_NODES` nodes. */
export class TermTooLarge extends Error {
  override readonly name = 'TermTooLarge';
}

/** Null if the module has no declaration of this full name. @throws {TermTooLarge} */
export function elaboratedStatement(subject: Subject, name: string): ElaboratedStatement | null {
  const declared = subject.module.declarations.find((each) => shownName(each.name) === name);
  if (declared === undefined) return null;
  const { variables, conclusion } = telescope(termOf(subject.module, declared.type));
  return { subject, declared, universes: declared.levelParams.map(shownName), variables, conclusion };
}

export function telescope(term: Term): { variables: Variable[]; conclusion: Term } {
  const variables: Variable[] = [];
  let conclusion = term;
  for (; conclusion.kind === 'pi'; conclusion = conclusion.body) variables.push(conclusion.variable);
  return { variables, conclusion };
}

/** @throws {TermTooLarge} */
export function termOf(module: CompiledModule, root: number): Term {
  let nodes = 0;
  let ids = 0;
  const bound = (scope: readonly number[], name: number, binder: Binder, type: number): Variable => {
    const plain = shownName(module.names[name]!).replace(/\._@.*$/u, '');
    return { id: ids++, name: plain, binder, type: read(type, scope) };
  };
  const read = (at: number, scope: readonly number[]): Term => {
    if (++nodes > MAX_NODES) throw new TermTooLarge();
    const node = module.exprs[at]!;
    switch (node.kind) {
      case 'bound':
        return { kind: 'var', id: scope[scope.length - 1 - node.index] ?? -1 };
      case 'const':
        return { kind: 'const', name: shownName(module.names[node.name]!) };
      case 'sort':
        return { kind: 'sort', isProp: module.levels[node.level]?.kind === 'zero' };
      case 'app': {
        const args: Term[] = [];
        let fn = at;
        for (let app = module.exprs[fn]!; app.kind === 'app'; app = module.exprs[fn]!) {
          args.push(read(app.arg, scope));
          fn = app.fn;
        }
        return { kind: 'app', fn: read(fn, scope), args: args.toReversed() };
      }
      case 'pi':
      case 'lam': {
        const variable = bound(scope, node.name, node.binder, node.type);
        return { kind: node.kind, variable, body: read(node.body, [...scope, variable.id]) };
      }
      case 'let': {
        const variable = bound(scope, node.name, 'd', node.type);
        const value = read(node.value, scope);
        return { kind: 'let', variable, value, body: read(node.body, [...scope, variable.id]) };
      }
      case 'nat':
        return { kind: 'number', digits: node.digits };
      case 'text':
        return { kind: 'text', text: textOf(node.codes) };
      case 'proj':
        return { kind: 'proj', index: node.index, of: read(node.of, scope) };
    }
  };
  return read(root, []);
}

export function childrenOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'app':
      return [term.fn, ...term.args];
    case 'pi':
    case 'lam':
      return [term.variable.type, term.body];
    case 'let':
      return [term.variable.type, term.value, term.body];
    case 'proj':
      return [term.of];
    default:
      return [];
  }
}

/** The term and all its parts, outermost first. */
export function* partsOf(term: Term): Generator<Term> {
  const todo = [term];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    yield next;
    todo.push(...childrenOf(next).toReversed());
  }
}

export function mentions(term: Term, id: number): boolean {
  for (const part of partsOf(term)) if (part.kind === 'var' && part.id === id) return true;
  return false;
}

/** The constant at the head; null if the head is no constant. */
export function headOf(term: Term): string | null {
  const head = term.kind === 'app' ? term.fn : term;
  return head.kind === 'const' ? head.name : null;
}

export function argsOf(term: Term): readonly Term[] {
  return term.kind === 'app' ? term.args : [];
}

/** The numeral that the term is (`OfNat.ofNat α n _`, `n`, `Nat.zero`); null if it is none. */
export function numeralOf(term: Term): string | null {
  if (term.kind === 'number') return term.digits;
  const digits = headOf(term) === 'OfNat.ofNat' ? argsOf(term)[1] : undefined;
  if (digits !== undefined) return numeralOf(digits);
  return headOf(term) === 'Nat.zero' ? '0' : null;
}

interface KeyOptions {
  /** Numbers of free variables to print instead of their own. */
  rename?: ReadonlyMap<number, number>;
}

/** Equal for equal terms: names and kinds of binders are ignored. */
export function keyOf(root: Term, { rename = new Map<number, number>() }: KeyOptions = {}): string {
  const key = (term: Term, depths: ReadonlyMap<number, number>): string => {
    switch (term.kind) {
      case 'var': {
        const depth = depths.get(term.id);
        return depth === undefined ? `v${rename.get(term.id) ?? term.id}` : `#${depths.size - depth}`;
      }
      case 'const':
        return term.name;
      case 'sort':
        return term.isProp ? 'Prop' : 'Sort';
      case 'app':
        return `(${[term.fn, ...term.args].map((each) => key(each, depths)).join(' ')})`;
      case 'pi':
      case 'lam':
      case 'let': {
        const inside = new Map([...depths, [term.variable.id, depths.size]]);
        const value = term.kind === 'let' ? key(term.value, depths) : '';
        return `(${term.kind} ${key(term.variable.type, depths)} ${value} ${key(term.body, inside)})`;
      }
      case 'number':
        return term.digits;
      case 'text':
        return JSON.stringify(term.text);
      case 'proj':
        return `(${term.index} ${key(term.of, depths)})`;
    }
  };
  return key(root, new Map());
}

/** Universe parameters that occur as `Sort u`: at level 0 such a type would be a proposition. */
export function sortParameters({
  subject: { module },
  declared,
}: Pick<ElaboratedStatement, 'subject' | 'declared'>): Set<string> {
  const found = new Set<string>();
  for (const id of reachable(module, declared.type)) {
    const node = module.exprs[id]!;
    const level = node.kind === 'sort' ? module.levels[node.level] : undefined;
    if (level?.kind === 'param') found.add(shownName(module.names[level.name]!));
  }
  return found;
}
