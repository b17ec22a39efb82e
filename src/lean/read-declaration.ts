/** Reads theorems, definitions, instances and aliases: commands with one or a few declarations. */
import { aliasDoc, readAliases } from './alias.ts';
import { keyByWord, literalWords } from '../base/words.ts';
import type { Command } from './commands.ts';
import { type DeclarationKind, GENERATING_ATTRIBUTES } from './declaration.ts';
import { isDictionary, readDictionary } from './dictionary.ts';
import { type FileReader, noStatement } from './file-reader.ts';
import { fullName, isTooLong, lastComponent, nameComponents, TOO_LONG } from './full-name.ts';
import { type Head, headOf, resultSpan } from './head.ts';
import { instanceName } from './instance-name.ts';
import { declareAuxiliaries, declareDeriving, declareInductive, declareStructure } from './read-structure.ts';
import { proofSkeleton } from './proof/proof-skeleton.ts';
import { readStatement, signatureLine, signatureOf, type Statement } from './signature.ts';
import { IDENTIFIER, type Span, type Tokens } from './tokens.ts';
import { bindsName } from './variables.ts';

const BODY_LENGTH = 600;

const KINDS: ReadonlyMap<string, DeclarationKind> = new Map([
  ...literalWords(
    'theorem lemma def abbrev instance structure class inductive coinductive axiom opaque alias simproc',
  ).map((kind): [string, DeclarationKind] => [kind, kind]),
  ...keyByWord({
    def: 'irreducible_def',
    opaque: 'constant',
    simproc: `dsimproc simproc_decl dsimproc_decl builtin_simproc builtin_dsimproc builtin_simproc_decl
      builtin_dsimproc_decl`,
  }),
  ['class abbrev', 'class'],
  ['class inductive', 'class'],
]);

/** Attributes that generate other names; only declarations with one of them need a step in the outline. */
const GENERATING = new Set<string>([...GENERATING_ATTRIBUTES, 'map_simp']);

export function generates(attributeName: string): boolean {
  return GENERATING.has(attributeName.replace(/[!?]+$/, ''));
}

/** Ignores commands that declare no name (`example`, `proof_wanted`). */
export function readDeclaration(reader: FileReader, command: Command): void {
  const kind = KINDS.get(command.keyword);
  if (kind === undefined) return;
  if (kind === 'alias') return declareAliases(reader, command);
  const stopsAtBar = command.keyword.endsWith('inductive');
  const statement = readStatement(reader.tokens, command, stopsAtBar);
  if (kind === 'instance') return declareInstance(reader, command, statement);
  if (statement.nameAt < 0) {
    // In a quoted command the name is an antiquotation, so there is no name here.
    if (!reader.tokens.is(command.body, '$')) reader.problem(command.keywordAt, `${command.keyword} without a name`);
    return;
  }
  const name = fullName(reader.scopes.namespace, statement.declared);
  if (isTooLong(name)) return reader.problem(command.keywordAt, `${command.keyword} with ${TOO_LONG}`);
  const span: Span = { from: command.keywordAt, to: command.to };
  const annotations = reader.annotations(command);
  const hasValue = kind !== 'theorem' && kind !== 'lemma';
  reader.declare(command, {
    name,
    kind,
    origin: 'written',
    ...signatureLine(reader.tokens, command.keyword, statement),
    statement: { header: statement.span, to: command.to },
    span,
    ...annotations,
    instanceOf: annotations.attributes.some((attribute) => attribute.name === 'instance')
      ? classOf(reader, statement)
      : null,
    body: hasValue ? reader.tokens.fold(statement.span.to, command.to, BODY_LENGTH) : '',
  });
  if (!hasValue) addSkeleton(reader, command, statement);
  addStep(reader, statement, name, kind);
  const isStructure = kind === 'structure' || command.keyword === 'class' || command.keyword === 'class abbrev';
  const isType = isStructure || stopsAtBar;
  if (isStructure) declareStructure(reader, command, statement, name);
  else if (stopsAtBar) declareInductive(reader, command, statement, name);
  else if (hasValue) declareDeriving(reader, command, statement.declared, { from: statement.span.to, to: command.to });
  if (!isType) declareAuxiliaries({ reader, command, statement, name });
  if (command.keyword === 'irreducible_def') declareEquation(reader, command, statement, name);
  if (kind === 'def' && isDictionary(lastComponent(name))) {
    const entries = readDictionary(reader.tokens, command);
    if (entries.length > 0) reader.facts.outline.dictionaries.push({ name, entries });
  }
}

function addSkeleton({ tokens, facts, scopes }: FileReader, command: Command, { span }: Statement): void {
  if (!tokens.is(span.to, ':=')) return;
  const proof = { from: span.to + 1, to: command.to };
  const skeleton = proofSkeleton(
    tokens,
    { header: span, proof, line: tokens.line(command.keywordAt) },
    scopes.variables,
  );
  if (skeleton !== null) facts.skeletons.push(skeleton);
}

/** The parts of a statement that the outline needs. */
type Outlined = Pick<Statement, 'nameAt' | 'declared' | 'span' | 'colon'>;

function addStep(reader: FileReader, statement: Outlined, name: string, kind: DeclarationKind): void {
  const declaration = reader.facts.declarations.at(-1);
  if (declaration?.name !== name || !declaration.attributes.some((attribute) => generates(attribute.name))) return;
  const head = resultHead(reader, statement);
  reader.facts.outline.steps.push({
    step: 'declaration',
    name,
    declared: statement.declared,
    kind,
    line: declaration.line,
    attributes: declaration.attributes,
    context: reader.scopes.context,
    resultHead: head?.name ?? null,
    isInstance: kind === 'instance' || declaration.attributes.some((attribute) => attribute.name === 'instance'),
    isAnonymous: statement.nameAt < 0,
  });
}

function resultHead(reader: FileReader, statement: Outlined): Head | null {
  if (statement.colon < 0) return null;
  return headOf(reader.tokens, resultSpan(reader.tokens, { from: statement.colon + 1, to: statement.span.to }));
}

function declareInstance(reader: FileReader, command: Command, statement: Statement): void {
  const { tokens, scopes } = reader;
  const { span, colon } = statement;
  const isAnonymous = statement.nameAt < 0;
  let name: string;
  if (isAnonymous) {
    const binders: Span = { from: span.from, to: colon < 0 ? span.to : colon };
    const type: Span = { from: colon < 0 ? span.to : colon + 1, to: span.to };
    const last = instanceName(tokens, scopes.namespace, { binders, type }, (word) => bindsName(scopes.variables, word));
    name = reader.unusedName(fullName(scopes.namespace, last));
  } else name = fullName(scopes.namespace, statement.declared);
  reader.declare(command, {
    name,
    kind: 'instance',
    origin: isAnonymous ? 'anonymous_instance' : 'written',
    ...signatureLine(tokens, 'instance', statement),
    statement: { header: span, to: command.to },
    span: { from: command.keywordAt, to: command.to },
    ...reader.annotations(command),
    isApproximate: isAnonymous,
    instanceOf: classOf(reader, statement),
    body: tokens.fold(span.to, command.to, BODY_LENGTH),
  });
  addStep(reader, statement, name, 'instance');
  if (!isAnonymous) declareAuxiliaries({ reader, command, statement, name });
}

/** Head of the instance's class. For a variable `F`, `F.Faithful` gives `Faithful`: the text hides its namespace. */
function classOf(reader: FileReader, statement: Statement): string | null {
  const head = resultHead(reader, statement);
  if (head === null || !head.isConstant) return head?.name ?? null;
  const components = nameComponents(head.name);
  const first = components[0] ?? '';
  const isVariable = bindsName(reader.scopes.variables, first) || isOwnBinder(reader.tokens, statement, first);
  return isVariable && components.length > 1 ? (components[components.length - 1] ?? head.name) : head.name;
}

function isOwnBinder(tokens: Tokens, { span, colon }: Statement, name: string): boolean {
  for (let at = span.from; at < colon; at++) if (tokens.is(at, name)) return true;
  return false;
}

function declareAliases(reader: FileReader, command: Command): void {
  const aliases = readAliases(reader.tokens, command);
  if (aliases === null) {
    reader.problem(command.keywordAt, 'unreadable alias');
    return;
  }
  const annotations = reader.annotations(command);
  for (const alias of aliases) {
    const name = fullName(reader.scopes.namespace, alias.declared);
    const suffix = alias.direction === null ? '' : alias.direction === 'forward' ? '.mp' : '.mpr';
    const deprecated = annotations.deprecated;
    reader.declare(command, {
      name,
      kind: 'alias',
      origin: 'alias',
      ...signatureOf('alias', alias.declared, `:= ${alias.target}${suffix}`),
      statement: noStatement(command.body),
      span: { from: command.keywordAt, to: command.to },
      ...annotations,
      doc: annotations.doc ?? aliasDoc(alias),
      from: alias.target,
      deprecated: deprecated === null ? null : { ...deprecated, replacement: deprecated.replacement ?? alias.target },
    });
    const statement = { ...alias, span: { from: command.body, to: command.body }, colon: -1 };
    addStep(reader, statement, name, 'alias');
  }
}

/** `irreducible_def foo` also states `foo_def`, or the name in `(lemma := …)`. */
function declareEquation(reader: FileReader, command: Command, statement: Statement, name: string): void {
  const { tokens } = reader;
  let declared = `${statement.declared}_def`;
  for (const { from } of statement.settings) {
    if (tokens.is(from + 1, 'lemma') && tokens.kind(from + 3) === IDENTIFIER) declared = tokens.word(from + 3);
  }
  reader.declare(command, {
    name: fullName(reader.scopes.namespace, declared),
    kind: 'theorem',
    origin: 'irreducible_def',
    ...signatureOf('theorem', declared, ''),
    statement: noStatement(command.body),
    span: { from: command.keywordAt, to: command.to },
    from: name,
  });
}
