/** The commands that open and close namespaces, sections and mutual blocks. */
import type { Command } from './commands.ts';
import type { Scopes } from './scopes.ts';
import { IDENTIFIER, LINE_FIRST, type Tokens } from './tokens.ts';

/** Applies `command` to the scopes. Returns false if it opens or closes nothing, otherwise an error message or null. */
export function openOrClose(scopes: Scopes, tokens: Tokens, command: Command): string | null | false {
  switch (command.keyword) {
    case 'namespace':
      if (command.body >= command.to || tokens.kind(command.body) !== IDENTIFIER) return 'namespace without a name';
      scopes.openNamespace(tokens.word(command.body));
      return null;
    case 'section':
      scopes.openSection(scopeName(tokens, command), command.modifiers.includes('public'));
      return null;
    case 'mutual':
      scopes.openMutual();
      return null;
    case 'end':
      return scopes.close(scopeName(tokens, command));
    default:
      return false;
  }
}

/** Name after `section` or `end` on the same line. */
function scopeName(tokens: Tokens, command: Command): string | null {
  const { body } = command;
  return body < command.to && tokens.kind(body) === IDENTIFIER && !tokens.flag(body, LINE_FIRST)
    ? tokens.word(body)
    : null;
}
