/** Reads structures, classes and inductives with their members, and the instances of `deriving`. */
import type { Command } from './commands.ts';
import type { Span } from './tokens.ts';
import { type Declared, type FileReader, noStatement } from './file-reader.ts';
import { capitalised, fullName, lastComponent, withoutGuillemets } from './full-name.ts';
import { freeBinder } from './free-binder.ts';
import { freeNames } from './free-names.ts';
import { type MemberBinders, memberBinders } from './member-binders.ts';
import { guessIsProp } from './prop-guess.ts';
import { type Statement, signatureOf } from './signature.ts';
import { readAuxiliaries } from './auxiliaries.ts';
import { readConstructors } from './constructors.ts';
import { readDerivingClause } from './deriving.ts';
import { withVariables } from './read-variables.ts';
import { variablesUsed } from './variables-used.ts';
import type { VariableScope } from './variables.ts';
import { type Member, readFields, readParents, splitParents } from './structure.ts';

/** Further fields of a constructor are left out. */
const CONSTRUCTOR_LENGTH = 2000;
/** Maximum length of a field's type in the outline, from which its head is read. Mathlib's longest: 411. */
const FIELD_TYPE_LENGTH = 1000;

/** `name`: full name of the structure, which is already declared. */
export function declareStructure(reader: FileReader, command: Command, statement: Statement, name: string): void {
  const { tokens } = reader;
  const owner = ownerOf(reader, command, statement, name);
  const isClass = command.keyword !== 'structure';
  const self = isClass ? `[self : ${owner.type}]` : `(self : ${owner.type})`;
  const fieldVariables = [...owner.parameters, self];
  const body: Span = { from: statement.span.to, to: command.to };
  const isAbbreviation = command.keyword === 'class abbrev';
  const hasBody = tokens.is(body.from, 'where') || tokens.is(body.from, ':=');
  const parents =
    isAbbreviation && hasBody
      ? readParents(tokens, statement.span).concat(splitParents(tokens, { from: body.from + 1, to: body.to }))
      : readParents(tokens, statement.span);
  const { constructorName, constructorDoc, constructorModifiers, ...read } =
    hasBody && !isAbbreviation
      ? readFields(tokens, { from: body.from + 1, to: body.to }, parents.length > 0)
      : { constructorName: 'mk', constructorDoc: -1, constructorModifiers: [], fields: [] };
  for (const { projection, type, at } of parents) {
    const span = { from: at, to: at + 1 };
    if (projection !== '')
      declarePart(owner, 'field', projection, `: ${type}`, {
        origin: 'parent',
        span,
        modifiers: [],
        variables: fieldVariables,
      });
  }
  const fields: Member[] = [];
  for (const field of read.fields) {
    declareMember(owner, field, 'field', fieldVariables);
    if (reader.isFull) break;
    fields.push(field);
  }
  const inherited = parents.map(({ projection, type }) =>
    isClass ? `[${projection} : ${type}]` : `(${projection} : ${type})`,
  );
  declarePart(
    owner,
    'constructor',
    constructorName,
    `${constructorBinders(inherited, fields)} : ${owner.type}`.trim(),
    {
      variables: owner.parameters,
      span: { from: command.keywordAt, to: command.keywordAt + 1 },
      doc: reader.doc(constructorDoc),
      modifiers: constructorModifiers,
    },
  );
  const isProp = statement.colon >= 0 && tokens.is(statement.colon + 1, 'Prop');
  reader.facts.outline.steps.push({
    step: 'structure',
    structure: {
      name,
      isClass,
      isProp,
      fields: fields.map((field) => ({
        name: withoutGuillemets(field.name),
        type: [field.binders, field.type].filter(Boolean).join(' : ').slice(0, FIELD_TYPE_LENGTH),
        isProp: guessIsProp(field.type),
      })),
      parents: parents.map(({ projection, type, head }) => ({ projection, type, head })),
      constructorName: withoutGuillemets(constructorName),
      context: reader.scopes.context,
    },
    line: tokens.line(command.keywordAt),
  });
  declareDeriving(reader, command, statement.declared, body);
}

function constructorBinders(inherited: readonly string[], fields: readonly Member[]): string {
  let binders = inherited.join(' ');
  for (const { name, binders: own, type } of fields) {
    if (binders.length > CONSTRUCTOR_LENGTH) return `${binders} …`;
    binders += `${binders === '' ? '' : ' '}(${name} : ${own === '' ? type : `∀ ${own}, ${type}`})`;
  }
  return binders;
}

/** A structure or inductive type whose parts are declared. */
interface Owner {
  reader: FileReader;
  command: Command;
  statement: Statement;
  /** Full name. */
  name: string;
}

/** A type with what its members get from it. */
interface OwnerOfMembers extends Owner, MemberBinders {
  /** Created for the first member with free names. */
  inner?: VariableScope;
}

function ownerOf(reader: FileReader, command: Command, statement: Statement, name: string): OwnerOfMembers {
  // Those of the type itself, which was declared last. If it was dropped, so are its members.
  const variables = reader.facts.declarations.at(-1)?.variables ?? [];
  return { reader, command, statement, name, ...memberBinders(reader.tokens, statement, variables) };
}

/** The variables inside a declaration: those of its scope, and its own binders. */
function innerScope({ reader, statement }: Owner): VariableScope {
  const { from, to } = statement.span;
  const binders = { from, to: statement.colon < 0 ? to : statement.colon };
  return withVariables(reader.scopes, reader.tokens, binders, () => undefined);
}

/** Declares a part of a type, or with other settings, a definition inside a value. */
function declarePart(
  { reader, command, statement, name }: Owner,
  kind: 'field' | 'constructor' | 'theorem' | 'def',
  last: string,
  type: string,
  settings: Partial<Declared> & Pick<Declared, 'span'>,
): void {
  reader.declare(command, {
    name: `${name}.${withoutGuillemets(last)}`,
    kind,
    origin: kind === 'field' || kind === 'constructor' ? kind : 'auxiliary',
    ...signatureOf(kind, `${statement.declared}.${last}`, type),
    statement: { header: statement.span, to: command.to },
    from: name,
    ...settings,
  });
}

function declareMember(
  owner: OwnerOfMembers,
  member: Member,
  kind: 'field' | 'constructor',
  variables: string[],
): void {
  const { reader } = owner;
  if (reader.isFull) return;
  const { name, span, modifiers } = member;
  const { tokens, scopes } = reader;
  const free = scopes.bindsFreeNames
    ? freeNames(
        (owner.inner ??= innerScope(owner)),
        tokens,
        { from: span.from + 1, to: span.to, hasBinders: true },
        (each) => scopes.isDeclared(each, owner.name),
      )
    : [];
  const all = free.length === 0 ? variables : [...variables, ...free.map(freeBinder)];
  declarePart(owner, kind, name, memberType(member), {
    span,
    ...reader.annotations(member),
    modifiers,
    variables: all,
  });
}

/** Declares `foo.go` for the definitions inside the value of `foo`. */
export function declareAuxiliaries(owner: Owner): void {
  const { reader, command, statement } = owner;
  const kind = command.keyword === 'theorem' || command.keyword === 'lemma' ? 'theorem' : 'def';
  const members = readAuxiliaries(reader.tokens, { from: statement.span.to, to: command.to });
  if (members.length === 0) return;
  const scope = innerScope(owner);
  for (const member of members) {
    const { name, span, modifiers } = member;
    const use = { from: span.from + 1, to: span.to, hasBinders: true, isIncluding: false };
    const variables = variablesUsed(scope, reader.tokens, use);
    declarePart(owner, kind, name, memberType(member), { variables, span, ...reader.annotations(member), modifiers });
  }
}

function memberType({ binders, type }: Member): string {
  return [binders, type === '' ? '' : `: ${type}`].filter(Boolean).join(' ');
}

export function declareInductive(reader: FileReader, command: Command, statement: Statement, name: string): void {
  const { tokens } = reader;
  let from = statement.span.to;
  if (tokens.is(from, 'where') || tokens.is(from, ':=')) from++;
  const body: Span = { from, to: command.to };
  const owner = ownerOf(reader, command, statement, name);
  for (const constructor of readConstructors(tokens, body)) {
    const type = constructor.type === '' ? owner.type : constructor.type;
    declareMember(owner, { ...constructor, type }, 'constructor', owner.parameters);
  }
  declareDeriving(reader, command, statement.declared, body);
}

/** `deriving C` declares `instCFoo` in the current namespace. */
export function declareDeriving(reader: FileReader, command: Command, declared: string, body: Span): void {
  for (const { name: className, at } of readDerivingClause(reader.tokens, body))
    deriveInstance(reader, command, className, declared, at);
}

export function deriveInstance(
  reader: FileReader,
  command: Command,
  className: string,
  declared: string,
  at: number,
): void {
  if (reader.isFull) return;
  const last = `inst${capitalised(lastComponent(className))}${capitalised(lastComponent(declared))}`;
  const name = reader.unusedName(fullName(reader.scopes.namespace, last));
  reader.declare(command, {
    name,
    kind: 'instance',
    origin: 'deriving',
    ...signatureOf('instance', '', `: ${className} ${declared}`),
    statement: noStatement(at),
    span: { from: at, to: at + 1 },
    modifiers: [],
    isApproximate: true,
    instanceOf: className,
    from: fullName(reader.scopes.namespace, declared),
  });
}
