/** Reads one Lean file: text to facts. Needs no other file and never throws; unreadable parts become problems. */
import { wordSet } from '../base/words.ts';
import { readAttributes } from './attributes.ts';
import { type Command, DECLARATION_KEYWORDS, type Prefix, readCommands } from './commands.ts';
import type { FileFacts } from './declaration.ts';
import { readDerivingCommand } from './deriving.ts';
import { docText, docTextStart, firstHeading } from './docs.ts';
import { resolveNames } from './file-names.ts';
import { FileReader } from './file-reader.ts';
import { type BinderRules, CURRENT_BINDER_RULES } from './binder-rules.ts';
import { isTooLong, TOO_LONG } from './full-name.ts';
import { tokenise } from './lexer.ts';
import { mentionsInDoc, mentionsInModuleDoc } from './mentions.ts';
import { NOTATION_KEYWORDS, readNotation } from './notation.ts';
import { generates, readDeclaration } from './read-declaration.ts';
import { deriveInstance } from './read-structure.ts';
import { openOrClose } from './scope-commands.ts';
import { DOC, IDENTIFIER, MODULE_DOC, type Tokens } from './tokens.ts';
import { TOO_MANY_VARIABLES, withIncluded, withNotation, withoutVariables, withVariables } from './read-variables.ts';

/** Commands that the expansion reads. */
const OUTLINE_COMMANDS = wordSet(`
  initialize_simps_projections insert_to_additive_translation to_additive_name_hint to_dual_name_hint
  mk_iff_of_inductive_prop add_decl_doc to_dual_insert_cast to_dual_insert_cast_fun`);

/** `module` is the file's module name, `Mathlib.Data.Nat.Basic`. `rules`: those of the file's toolchain and package. */
export function readLeanFile(text: string, module: string, rules: BinderRules = CURRENT_BINDER_RULES): FileFacts {
  const facts: FileFacts = {
    module,
    title: null,
    declarations: [],
    outline: { module, imports: [], steps: [], dictionaries: [] },
    notations: [],
    mentions: [],
    identifiers: new Int32Array(0),
    skeletons: [],
    problems: [],
  };
  const tokens = tokenise(text, facts.problems);
  const commands = readCommands(tokens);
  const reader = new FileReader(tokens, facts, commands[0]?.keyword === 'module', rules);
  let moduleDocs = 0;
  let docs = 0;
  for (const command of commands) {
    docs = readComments(reader, command, docs);
    if (tokens.kind(command.keywordAt) === MODULE_DOC) {
      const heading = firstHeading(docText(tokens.word(command.keywordAt)));
      if (moduleDocs++ === 0) facts.title = heading;
      else reader.section = heading ?? reader.section;
      continue;
    }
    if (command.prefixes.length > 0) reader.scopes.openPrefix();
    for (const prefix of command.prefixes) applyScopeCommand(reader, prefix);
    readCommand(reader, command);
    reader.scopes.closePrefix();
  }
  resolveNames(facts, reader.instanceTargets);
  facts.identifiers = tokens.identifiers();
  return facts;
}

/** Reads mentions in docstrings and module docs of the command, from index `first` on; returns the next index. */
function readComments(reader: FileReader, command: Command, first: number): number {
  const { tokens, facts } = reader;
  let index = first;
  for (; index < tokens.docs.length; index++) {
    const at = tokens.docs[index] ?? 0;
    if (at >= command.to) break;
    if (isTooLong(reader.scopes.namespace)) continue;
    const start = docTextStart(tokens.text, tokens.start(at));
    const place = { namespace: reader.scopes.namespace, line: tokens.lineAt(start) };
    const text = docText(tokens.word(at));
    // Pushed one by one: spreading many arguments overflows the stack.
    for (const mention of tokens.kind(at) === DOC ? mentionsInDoc(text, place) : mentionsInModuleDoc(text, place)) {
      facts.mentions.push(mention);
    }
  }
  return index;
}

function readCommand(reader: FileReader, command: Command): void {
  const { tokens, facts, scopes } = reader;
  const { keyword } = command;
  const problem = openOrClose(scopes, tokens, command);
  if (typeof problem === 'string') reader.problem(command.keywordAt, problem);
  if (isTooLong(scopes.namespace))
    return reader.problemOnce(command.keywordAt, `declarations in this namespace are skipped: it has ${TOO_LONG}`);
  if (problem !== false) return;
  if (DECLARATION_KEYWORDS.has(keyword)) return readDeclaration(reader, command);
  if (NOTATION_KEYWORDS.has(keyword)) {
    const notation = readNotation(tokens, command, scopes.namespace, facts.module);
    if (notation === null) reader.problem(command.keywordAt, `unreadable ${keyword}`);
    else {
      facts.notations.push(notation);
      scopes.variables = withNotation(scopes.variables, notation);
    }
    return;
  }
  if (OUTLINE_COMMANDS.has(keyword)) {
    const text = tokens.fold(command.body, command.to);
    facts.outline.steps.push({
      step: 'command',
      command: keyword,
      text,
      doc: reader.doc(command.doc),
      line: tokens.line(command.keywordAt),
      context: scopes.context,
    });
    return;
  }
  switch (keyword) {
    case 'import':
      return readImports(reader, command);
    case 'attribute':
      return readAttributeCommand(reader, command);
    case 'deriving':
      return deriveInstances(reader, command);
    default:
      applyScopeCommand(reader, { keyword, from: command.body, to: command.to });
  }
}

function readImports({ tokens, facts }: FileReader, command: Command): void {
  for (let at = command.body; at < command.to; at++) {
    if (tokens.kind(at) !== IDENTIFIER || tokens.is(at, 'all') || tokens.is(at, 'runtime')) continue;
    facts.outline.imports.push(tokens.word(at));
  }
}

/** Commands that change the context, alone or before `in`. */
function applyScopeCommand(reader: FileReader, { keyword, from, to }: Prefix): void {
  const { tokens, scopes } = reader;
  if (keyword === 'open') {
    const problem = scopes.addOpens(openedNamespaces(tokens, from, to));
    if (problem !== null) reader.problemOnce(from, problem);
  } else if (keyword === 'variable')
    scopes.variables = withVariables(scopes, tokens, { from, to }, (at) =>
      reader.problemOnce(at, `variables are left out: ${TOO_MANY_VARIABLES}`),
    );
  else if (keyword === 'set_option') {
    if (tokens.is(from, 'autoImplicit')) scopes.bindsFreeNames = tokens.is(from + 1, 'true');
  } else if (keyword === 'omit') scopes.variables = withoutVariables(scopes.variables, tokens, from, to);
  else if (keyword === 'include') scopes.variables = withIncluded(scopes.variables, tokens, from, to);
}

/** `open A B`, `open A (x y)`, `open A hiding x`; `open scoped` opens only notation and is stored as `scoped A`. */
function openedNamespaces(tokens: Tokens, from: number, to: number): string[] {
  const isScoped = tokens.is(from, 'scoped');
  const namespaces: string[] = [];
  for (let at = isScoped ? from + 1 : from; at < to && tokens.kind(at) === IDENTIFIER; at++) {
    if (tokens.is(at, 'hiding') || tokens.is(at, 'renaming')) break;
    namespaces.push(isScoped ? `scoped ${tokens.word(at)}` : tokens.word(at));
  }
  return namespaces;
}

function readAttributeCommand(reader: FileReader, command: Command): void {
  const { tokens, facts, scopes } = reader;
  if (command.body >= command.to || !tokens.is(command.body, '['))
    return reader.problem(command.keywordAt, 'attribute without brackets');
  const after = tokens.afterBracket(command.body, command.to);
  const attributes = readAttributes(tokens, { from: command.body + 1, to: after - 1 }).map(({ use }) => use);
  const targets: string[] = [];
  for (let at = after; at < command.to; at++) if (tokens.kind(at) === IDENTIFIER) targets.push(tokens.word(at));
  if (attributes.some(({ name, scope }) => name === 'instance' && scope !== 'local')) {
    for (const written of targets) reader.instanceTargets.push({ written, context: scopes.context });
  }
  if (!attributes.some((attribute) => generates(attribute.name))) return;
  facts.outline.steps.push({
    step: 'attribute',
    targets,
    attributes,
    line: tokens.line(command.keywordAt),
    context: scopes.context,
  });
}

function deriveInstances(reader: FileReader, command: Command): void {
  const { classes, types } = readDerivingCommand(reader.tokens, command);
  for (const type of types) for (const { name, at } of classes) deriveInstance(reader, command, name, type.name, at);
}
