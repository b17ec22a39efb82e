/** The binders that fields and constructors get from their type: its parameters, and for fields the structure itself. */
import { lastComponent } from './full-name.ts';
import type { Statement } from './signature.ts';
import { IDENTIFIER, type Tokens } from './tokens.ts';

export interface MemberBinders {
  /** Parameters of the type, implicit except for instances. */
  parameters: string[];
  /** The type applied to its explicit parameters: `Foo α`. */
  type: string;
}

/** `variables`: binders that the type takes from its scope. */
export function memberBinders(tokens: Tokens, statement: Statement, variables: readonly string[]): MemberBinders {
  const own: string[] = [];
  const { from, to } = statement.span;
  for (let at = from; at < to && (tokens.bracket(at) === 1 || tokens.kind(at) === IDENTIFIER);) {
    if (tokens.is(at, 'extends')) break;
    const after = tokens.bracket(at) === 1 ? tokens.afterBracket(at, to) : at + 1;
    const text = tokens.fold(at, after);
    own.push(tokens.bracket(at) === 1 ? text : `(${text})`);
    at = after;
  }
  const binders = [...variables, ...own];
  const type = [lastComponent(statement.declared), ...binders.flatMap(explicitNames)].join(' ');
  return { parameters: binders.map(madeImplicit), type };
}

/** `(α : Type u)` becomes `{α : Type u}`. */
const madeImplicit = (binder: string): string => (binder.startsWith('(') ? `{${binder.slice(1, -1)}}` : binder);

function explicitNames(binder: string): string[] {
  if (!binder.startsWith('(')) return [];
  const [names = ''] = binder.slice(1, -1).split(/\s*(?::=|:)/u, 1);
  return names.split(/\s+/u).filter(Boolean);
}
