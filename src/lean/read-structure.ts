/** Reads structures, classes and inductives with their members, and the instances of `deriving`. */
import type { Command } from './commands.ts';
import type { Span } from './tokens.ts';
import type { FileReader } from './file-reader.ts';
import { capitalised, fullName, lastComponent, withoutGuillemets } from './full-name.ts';
import { guessIsProp } from './prop-guess.ts';
import { type Statement, signatureOf } from './signature.ts';
import { readAuxiliaries } from './auxiliaries.ts';
import { readConstructors } from './constructors.ts';
import { readDerivingClause } from './deriving.ts';
import { type Member, type Parent, readFields, readParents, splitParents } from './structure.ts';

const CONSTRUCTOR_LENGTH = 400;
/** Maximum length of a field's type in the outline, from which its head is read. Mathlib's longest: 411. */
const FIELD_TYPE_LENGTH = 1000;

/** `name`: full name of the structure, which is already declared. */
export function declareStructure(reader: FileReader, command: Command, statement: Statement, name: string): void {
  const { tokens } = reader;
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
  const shown = statement.declared;
  for (const parent of parents)
    if (parent.projection !== '') declareProjection(reader, command, statement, parent, name, shown);
  const fields: Member[] = [];
  for (const field of read.fields) {
    declareMember(reader, command, statement, field, name, shown, 'field');
    if (reader.isFull) break;
    fields.push(field);
  }
  reader.declare(command, {
    name: `${name}.${withoutGuillemets(constructorName)}`,
    kind: 'constructor',
    origin: 'constructor',
    ...signatureOf(
      'constructor',
      `${shown}.${constructorName}`,
      `${constructorBinders(fields)} : ${lastComponent(name)}`.trim(),
    ),
    statement: { from: statement.span.from, to: command.to },
    span: { from: command.keywordAt, to: command.keywordAt + 1 },
    doc: reader.doc(constructorDoc),
    modifiers: constructorModifiers,
    from: name,
  });
  const isProp = statement.colon >= 0 && tokens.is(statement.colon + 1, 'Prop');
  reader.facts.outline.steps.push({
    step: 'structure',
    structure: {
      name,
      isClass: command.keyword !== 'structure',
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
  declareDeriving(reader, command, shown, body);
}

function constructorBinders(fields: readonly Member[]): string {
  let binders = '';
  for (const { name, binders: own, type } of fields) {
    if (binders.length > CONSTRUCTOR_LENGTH) break;
    binders += `${binders === '' ? '' : ' '}(${[name, own].filter(Boolean).join(' ')} : ${type})`;
  }
  return binders.slice(0, CONSTRUCTOR_LENGTH);
}

function declareProjection(
  reader: FileReader,
  command: Command,
  statement: Statement,
  parent: Parent,
  owner: string,
  shown: string,
): void {
  reader.declare(command, {
    name: `${owner}.${parent.projection}`,
    kind: 'field',
    origin: 'parent',
    ...signatureOf('field', `${shown}.${parent.projection}`, `: ${parent.type}`),
    statement: { from: statement.span.from, to: command.to },
    span: { from: parent.at, to: parent.at + 1 },
    modifiers: [],
    from: owner,
  });
}

function declareMember(
  reader: FileReader,
  command: Command,
  statement: Statement,
  member: Member,
  owner: string,
  shown: string,
  kind: 'field' | 'constructor',
): void {
  if (reader.isFull) return;
  reader.declare(command, {
    name: `${owner}.${withoutGuillemets(member.name)}`,
    kind,
    origin: kind,
    ...signatureOf(kind, `${shown}.${member.name}`, memberType(member)),
    statement: { from: statement.span.from, to: command.to },
    span: member.span,
    ...reader.annotations(member),
    modifiers: member.modifiers,
    from: owner,
  });
}

/** Declares `foo.go` for the definitions inside the value of `foo`. */
export function declareAuxiliaries(reader: FileReader, command: Command, statement: Statement, name: string): void {
  const kind = command.keyword === 'theorem' || command.keyword === 'lemma' ? 'theorem' : 'def';
  for (const member of readAuxiliaries(reader.tokens, { from: statement.span.to, to: command.to })) {
    reader.declare(command, {
      name: `${name}.${withoutGuillemets(member.name)}`,
      kind,
      origin: 'auxiliary',
      ...signatureOf(kind, `${statement.declared}.${member.name}`, memberType(member)),
      statement: { from: member.span.from, to: member.span.to },
      span: member.span,
      ...reader.annotations(member),
      modifiers: member.modifiers,
      from: name,
    });
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
  for (const constructor of readConstructors(tokens, body)) {
    declareMember(reader, command, statement, constructor, name, statement.declared, 'constructor');
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
    statement: { from: at, to: at },
    span: { from: at, to: at + 1 },
    modifiers: [],
    isApproximate: true,
    instanceOf: className,
    from: fullName(reader.scopes.namespace, declared),
  });
}
