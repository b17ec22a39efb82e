/** Reads `variable`, `omit` and `include`. */
import type { Notation } from './declaration.ts';
import { freeNames, freeVariable } from './free-names.ts';
import { tokenise } from './lexer.ts';
import { isTooMuchInScope, limitText } from './scope-bounds.ts';
import type { Scopes } from './scopes.ts';
import { IDENTIFIER, type Span, type Tokens } from './tokens.ts';
import { bindsName, type Variable, type VariableScope, variableScope } from './variables.ts';

const DOT = 0x2e;

/** Why `withVariables` rejects a group, for messages. */
export const TOO_MANY_VARIABLES = `${limitText(' variables')} in scope`;

/** The scope after the binders in the tokens of `variable`. Calls `onExcess` with the start of each excess group. */
export function withVariables(
  scopes: Pick<Scopes, 'variables' | 'bindsFreeNames' | 'isDeclared'>,
  tokens: Tokens,
  { from, to }: Span,
  onExcess: (at: number) => void,
): VariableScope {
  const { variables: scope, bindsFreeNames } = scopes;
  let { variables } = scope;
  for (let at = from; at < to;) {
    if (tokens.bracket(at) !== 1) {
      at++;
      continue;
    }
    const after = tokens.afterBracket(at, to);
    const { group, type: span } = readGroup(tokens, at, after);
    const free = bindsFreeNames
      ? freeNames(variableScope(variables), tokens, { ...span, hasBinders: false }, (each) => scopes.isDeclared(each))
      : [];
    const grown = withGroup([...variables, ...free.map(freeVariable)], group);
    if (isTooMuchInScope(grown.map(({ name, type }) => name + type))) onExcess(at);
    else variables = grown;
    at = after;
  }
  return variableScope(variables, scope.notations);
}

/** `variable {R}` for a known `(R : Type*)` only changes its bracket. */
function withGroup(variables: readonly Variable[], group: readonly Variable[]): readonly Variable[] {
  if (group.some(({ type, name }) => type !== '' || name === '')) return [...variables, ...group];
  const changed = [...variables];
  for (const variable of group) {
    const place = changed.findLastIndex(({ name }) => name === variable.name);
    if (place < 0) changed.push(variable);
    else changed[place] = { ...changed[place]!, bracket: variable.bracket };
  }
  return changed;
}

function readGroup(tokens: Tokens, from: number, to: number): { group: Variable[]; type: Span } {
  const bracket = tokens.word(from);
  const colon = binderColon(tokens, from, to);
  const isAnonymous = bracket === '[' && colon < 0;
  const typeAt = isAnonymous ? from + 1 : colon < 0 ? to - 1 : colon + 1;
  const words: string[] = [];
  for (let at = typeAt; at < to - 1; at++) if (tokens.kind(at) === IDENTIFIER) words.push(firstComponent(tokens, at));
  const names: string[] = [];
  if (isAnonymous) names.push('');
  else {
    const end = colon < 0 ? to - 1 : colon;
    for (let at = from + 1; at < end; at++) if (tokens.kind(at) === IDENTIFIER) names.push(tokens.word(at));
  }
  const shared = { bracket, type: tokens.fold(typeAt, to - 1), words, group: {}, isIncluded: false };
  return {
    group: names.map((name) => ({ name: name === '_' ? '' : name, ...shared })),
    type: { from: typeAt, to: to - 1 },
  };
}

/** The `:` after the names of a binder; negative without names. That of `[∀ x : α, Foo x]` belongs to the type. */
export function binderColon(tokens: Tokens, from: number, to: number): number {
  if (tokens.is(from, '[')) return tokens.is(from + 2, ':') ? from + 2 : -1;
  return tokens.find(':', from + 1, to - 1);
}

function firstComponent(tokens: Tokens, at: number): string {
  const start = tokens.start(at);
  const end = tokens.end(at);
  for (let offset = start; offset < end; offset++) {
    if (tokens.text.charCodeAt(offset) === DOT) return tokens.text.slice(start, offset);
  }
  return tokens.text.slice(start, end);
}

/** The scope after `omit [Foo R] x`. */
export function withoutVariables(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  const omitted = new Set<string>();
  for (let at = from; at < to;) {
    if (tokens.bracket(at) === 1) {
      const after = tokens.afterBracket(at, to);
      const inside = binderColon(tokens, at, after);
      omitted.add(tokens.fold(inside < 0 ? at + 1 : inside + 1, after - 1));
      at = after;
    } else {
      if (tokens.kind(at) === IDENTIFIER) omitted.add(tokens.word(at));
      at++;
    }
  }
  const isOmitted = ({ bracket, name, type }: Variable): boolean =>
    omitted.has(name) || (bracket === '[' && omitted.has(type));
  return variableScope(
    scope.variables.filter((variable) => !isOmitted(variable)),
    scope.notations,
  );
}

/** The scope after `include x y`. */
export function withIncluded(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  const included = new Set<string>();
  for (let at = from; at < to; at++) if (tokens.kind(at) === IDENTIFIER) included.add(tokens.word(at));
  return variableScope(
    scope.variables.map((variable) => (included.has(variable.name) ? { ...variable, isIncluded: true } : variable)),
    scope.notations,
  );
}

/** The scope after a notation. Only a local one can name variables, and most do not. */
export function withNotation(scope: VariableScope, { parts, expansion }: Notation): VariableScope {
  const token = parts.flatMap((part) => ('token' in part ? part.token : []))[0];
  if (token === undefined) return scope;
  const holes = new Set(parts.map((part) => ('hole' in part ? part.hole : '')));
  const tokens = tokenise(expansion, []);
  const words: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const word = tokens.kind(at) === IDENTIFIER ? firstComponent(tokens, at) : '';
    if (word !== '' && !holes.has(word) && bindsName(scope, word)) words.push(word);
  }
  return words.length === 0 ? scope : variableScope(scope.variables, [...scope.notations, { token, words }]);
}
