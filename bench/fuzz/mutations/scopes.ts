/** Mutations that add, rename, remove or move namespaces. */
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { read, withCommand } from '../reading.ts';
import { renamed } from './names.ts';

const NAMESPACES = 'namespaces';

/** Puts one declaration in a separate namespace. */
function wrapped(marked: string, draw: Draw): string | null {
  const { tokens, declarations, gaps } = read(marked);
  const possible = declarations.filter(
    ({ command, keyword }) => keyword !== 'example' && gaps.includes(tokens.start(command.from)),
  );
  const declaration = draw.one(possible);
  if (declaration === null) return null;
  const { from, to } = declaration.command;
  const [start, end] = [tokens.start(from), tokens.end(to - 1)];
  return `${marked.slice(0, start)}namespace Zed\n\n${marked.slice(start, end)}\n\nend Zed${marked.slice(end)}`;
}

/** Puts the file from a random declaration on in a namespace. */
function rest(marked: string, draw: Draw): string | null {
  const { commands, tokens, gaps } = read(marked);
  const declarations = commands.filter(
    ({ keyword, from }) => /^(?:def|theorem|structure|inductive)$/.test(keyword) && gaps.includes(tokens.start(from)),
  );
  const isOpen = /^(?:section|namespace)\b/m.test(marked);
  const command = draw.one(declarations);
  if (command === null || isOpen) return null;
  return withCommand(withCommand(marked, tokens.start(command.from), 'namespace Zed'), Infinity, 'end Zed');
}

function otherNamespace(marked: string, draw: Draw): string | null {
  const match = draw.one([...marked.matchAll(/^namespace (\w+)$/gm)]);
  return match && renamed(marked, match[1] ?? '', `${match[1]}X`);
}

/** Changes a namespace to a section: the names in it lose their first part. On `Zed` it would undo `wrapped`. */
function toSection(marked: string, draw: Draw): string | null {
  const name = draw.one([...marked.matchAll(/^namespace (?!Zed$)(\w+)$/gm)])?.[1];
  return name === undefined ? null : marked.replace(`namespace ${name}\n`, `section ${name}\n`);
}

/** Moves the first declaration after a namespace into it. */
function endMoved(marked: string, draw: Draw): string | null {
  const { commands, tokens } = read(marked);
  const ends = commands.filter((command, at) => {
    const next = commands[at + 1];
    return (
      command.keyword === 'end' &&
      command.to === command.body + 1 &&
      next !== undefined &&
      /^(?:theorem|def)$/.test(next.keyword)
    );
  });
  const end = draw.one(ends);
  const next = commands.find(({ from }) => end !== null && from === end.to);
  if (end === null || next === undefined) return null;
  const [start, after] = [tokens.start(end.from), tokens.start(next.from)];
  const until = tokens.end(next.to - 1);
  return (
    marked.slice(0, start) +
    marked.slice(after, until) +
    '\n\n' +
    marked.slice(start, after).trimEnd() +
    marked.slice(until)
  );
}

export const SCOPES: readonly Mutation[] = [
  changes(NAMESPACES, 'a declaration in a namespace', wrapped),
  changes(NAMESPACES, 'the rest of the file in a namespace', rest),
  changes(NAMESPACES, 'a namespace renamed', otherNamespace),
  changes(NAMESPACES, 'a namespace made a section', toSection),
  changes(NAMESPACES, 'a namespace closed later', endMoved),
];
