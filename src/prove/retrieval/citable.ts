/** Which constructors and fields a proof can cite: those that state something, and what the laws of a structure say. */
import { tokenise } from '../../lean/lexer.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { makeNotationTable } from '../../lean/term/notation-table.ts';
import { PROPOSITION_HEADS } from '../../lean/term/proposition-heads.ts';
import { StatementReader } from '../../lean/term/statement.ts';
import { bare } from '../../lean/term/term.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import type { WholeStatement } from '../../lean/whole-statement.ts';

/** A declaration with the part of its signature after the name. */
export interface Named {
  name: string;
  kind: string;
  type: string;
}

/** Finds a declaration by its full name. */
export type FindDeclaration = (name: string) => Named | undefined;

const reader = new StatementReader(makeNotationTable([]));

/** Whether it is a theorem, or a constructor or field that is a proof. Unknown types count as propositions. */
export function isStatement({ name, kind, type }: Named, find: FindDeclaration): boolean {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  if (kind === 'constructor') {
    const made = find(parent);
    return made === undefined || endsInProp(made.type);
  }
  if (kind !== 'field') return true;
  const conclusion = reader.read({ type, variables: [], namespace: '', opens: [], module: null }).conclusion;
  const root = conclusion === null ? null : bare(conclusion);
  if (root?.kind !== Kind.CONSTANT && root?.kind !== Kind.LOCAL) return false;
  if (PROPOSITION_HEADS.has(root.head)) return true;
  const made = find(`${parent}.${root.head}`) ?? find(root.head);
  return made !== undefined && endsInProp(made.type);
}

function endsInProp(type: string): boolean {
  return /(?:^|[\s:→])Prop$/u.test(type.trim());
}

/** The law of a structure with `self.op` for the field `op`, as Lean reads it outside the structure. */
export function lawStatement(statement: WholeStatement, { name, kind }: Named, find: FindDeclaration): WholeStatement {
  const self = statement.binders.find(({ names, isFromScope }) => isFromScope && names.includes('self'));
  if (kind !== 'field' || self?.kind !== 'explicit') return statement;
  const parent = name.slice(0, name.lastIndexOf('.'));
  const tokens = tokenise(statement.type, []);
  let type = '';
  let from = 0;
  for (let at = 0; at < tokens.count; at++) {
    const [field = ''] = tokens.word(at).split('.', 1);
    if (tokens.kind(at) !== IDENTIFIER || find(`${parent}.${field}`)?.kind !== 'field') continue;
    type += `${statement.type.slice(from, tokens.start(at))}self.`;
    from = tokens.start(at);
  }
  return { ...statement, type: type + statement.type.slice(from) };
}
