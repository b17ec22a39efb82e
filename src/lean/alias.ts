/** `alias new := old` and `alias ⟨forward, backward⟩ := iff_lemma`. */
import type { Command } from './commands.ts';
import { IDENTIFIER, type Tokens } from './tokens.ts';

export interface Alias {
  /** As written. */
  declared: string;
  nameAt: number;
  target: string;
  /** Side of the equivalence; null for a plain alias. */
  direction: 'forward' | 'reverse' | null;
}

/** Returns null if the command is not a complete alias. */
export function readAliases(tokens: Tokens, command: Command): Alias[] | null {
  const { body, to } = command;
  if (body >= to) return null;
  const names: { at: number; direction: Alias['direction'] }[] = [];
  let at = body;
  if (tokens.is(at, '⟨')) {
    const after = tokens.afterBracket(at, to);
    let side: 'forward' | 'reverse' = 'forward';
    for (let inside = at + 1; inside < after; inside++) {
      if (tokens.is(inside, ',')) side = 'reverse';
      else if (tokens.kind(inside) === IDENTIFIER) names.push({ at: inside, direction: side });
    }
    at = after;
  } else if (tokens.kind(at) === IDENTIFIER) {
    names.push({ at, direction: null });
    at++;
  }
  if (!tokens.is(at, ':=')) return null;
  let targetAt = at + 1;
  while (tokens.is(targetAt, '@') || tokens.is(targetAt, '(')) targetAt++;
  if (tokens.kind(targetAt) !== IDENTIFIER || targetAt >= to) return null;
  const target = tokens.word(targetAt);
  return names
    .map(({ at: nameAt, direction }) => ({ declared: tokens.word(nameAt), nameAt, target, direction }))
    .filter(({ declared }) => declared !== '_');
}

/** The direction in the type of an alias as it is stored, `:= foo.mp`; null if it has none. */
export function aliasDirection(type: string): 'mp' | 'mpr' | null {
  const [, direction] = /\.(mpr?)\s*$/u.exec(type) ?? [];
  return direction === 'mp' || direction === 'mpr' ? direction : null;
}

/** The docstring that `alias` generates if none is given. */
export function aliasDoc(alias: Alias): string {
  if (alias.direction === null) return `**Alias** of \`${alias.target}\`.`;
  return `**Alias** of the ${alias.direction} direction of \`${alias.target}\`.`;
}
