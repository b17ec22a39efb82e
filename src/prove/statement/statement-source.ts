/** Reads one statement of a Lean file and the context above it. Refuses a context that could change what Lean's text means. */
import { type Command, readCommands } from '../../lean/commands.ts';
import { headerEnd } from '../../lean/file-header.ts';
import { fullName, lastComponent, nameComponents } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { openOrClose } from '../../lean/scope-commands.ts';
import { Scopes } from '../../lean/scopes.ts';
import { readStatement } from '../../lean/signature.ts';
import { DOC, MODULE_DOC, type Tokens } from '../../lean/tokens.ts';
import { gate } from '../../verify/hole/gate.ts';

/** A definition above a statement. */
export interface OwnDefinition {
  fullName: string;
  keyword: string;
  /** Its text with single spaces. */
  text: string;
  line: number;
  docstring: string | null;
}

/** One command of the context. */
export interface ContextCommand {
  text: string;
  /** Null if it declares nothing. */
  definition: OwnDefinition | null;
}

/** A statement as written in a file. */
export interface StatementSource {
  /** Full name; null for an `example`. */
  name: string | null;
  /** 1-based line of its first character. */
  line: number;
  /** The commands of the file's header, one import each. */
  header: readonly string[];
  /** Text above the statement and below the header, in order. */
  context: readonly ContextCommand[];
  /** Commands that close the scopes that are open at the statement, innermost first. */
  closing: readonly string[];
  /** The namespace around the statement; empty at the top. */
  namespace: string;
  /** `open … in`, `variable … in`: as written, with a line break each. */
  prefixes: string;
  /** `.{u, v}` or empty. */
  universes: string;
  /** Binders, colon and type, as written. */
  signature: string;
  /** The docstring's text, without its marks; null without one. */
  docstring: string | null;
}

/** Why a file is refused: a word that could change the meaning of the text. */
export interface Refusal {
  /** 1-based. */
  line: number;
  /** As a clause without a full stop. */
  reason: string;
}

const STATEMENTS = new Set(['theorem', 'lemma', 'example']);
const DEFINITIONS = new Set(['def', 'abbrev', 'structure', 'class', 'inductive', 'theorem', 'lemma']);
const SCOPES = new Set(['open', 'namespace', 'section', 'end', 'universe', 'universes', 'variable', 'variables']);
const PREFIXES = new Set(['open', 'variable', 'universe', 'include', 'omit']);
const MODIFIERS = new Set(['private', 'protected', 'noncomputable', 'public', 'nonrec']);

/** The statements of a file, or the one that is called `name` (a full name). */
export function readStatements(text: string, name: string | null): (StatementSource | Refusal)[] {
  const reader = new Reader(text);
  return reader
    .statements()
    .filter((found) => name === null || found.name === name)
    .map(({ read }) => read());
}

/** Full names of the statements of a file; an `example` has none. */
export function statementNames(text: string): (string | null)[] {
  return new Reader(text).statements().map(({ name }) => name);
}

export function isRefusal(read: StatementSource | Refusal): read is Refusal {
  return 'reason' in read;
}

interface Found {
  name: string | null;
  read: () => StatementSource | Refusal;
}

class Reader {
  readonly #tokens: Tokens;
  readonly #header: string[];
  /** The UTF-16 offset after the header. */
  readonly #headerEnd: number;
  readonly #context: ContextCommand[] = [];
  readonly #closing: string[] = [];
  #refusal: Refusal | null = null;

  constructor(text: string) {
    const plain = text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
    this.#tokens = tokenise(plain, []);
    const { words, end } = headerEnd(plain);
    this.#headerEnd = end;
    this.#header = words.join(' ').match(/(?:public |meta )*import (?:all |runtime )*\S+|^prelude/gu) ?? [];
  }

  statements(): Found[] {
    const tokens = this.#tokens;
    const scopes = new Scopes();
    const found: Found[] = [];
    for (const command of readCommands(tokens, true)) {
      if (tokens.start(command.from) < this.#headerEnd) continue;
      if (STATEMENTS.has(command.keyword)) found.push(this.#statement(command, scopes.namespace));
      this.#add(command, scopes.namespace);
      openOrClose(scopes, tokens, command);
    }
    return found;
  }

  /** The state of the reader is copied: later commands do not belong to the context. */
  #statement(command: Command, namespace: string): Found {
    const tokens = this.#tokens;
    const { declared, universes, span } = readStatement(tokens, command, false);
    const name = declared === '' || command.keyword === 'example' ? null : fullName(namespace, declared);
    const [context, closing, before] = [[...this.#context], [...this.#closing], this.#refusal];
    const signature = span.to > span.from ? tokens.text.slice(tokens.start(span.from), tokens.end(span.to - 1)) : '';
    const read = (): StatementSource | Refusal =>
      before ??
      refusedStatement(tokens, command, signature) ?? {
        name,
        line: tokens.line(command.keywordAt),
        header: this.#header,
        context: neededFor(context, signature),
        closing: closing.toReversed(),
        namespace,
        prefixes: command.prefixes
          .map(
            ({ keyword, from, to }) => `${keyword} ${tokens.text.slice(tokens.start(from), tokens.end(to - 1))} in\n`,
          )
          .join(''),
        universes,
        signature,
        docstring: docstringOf(tokens, command),
      };
    return { name, read };
  }

  #add(command: Command, namespace: string): void {
    const tokens = this.#tokens;
    if (command.to <= command.from || tokens.kind(command.keywordAt) === MODULE_DOC) return;
    const { keyword } = command;
    this.#refusal ??= refusedCommand(tokens, command);
    const text = tokens.text.slice(tokens.start(command.from), tokens.end(command.to - 1));
    let definition: OwnDefinition | null = null;
    if (DEFINITIONS.has(keyword)) {
      const { declared } = readStatement(tokens, command, keyword === 'inductive');
      const folded = tokens.fold(command.keywordAt, command.to);
      definition = {
        ...{ fullName: fullName(namespace, declared), keyword, text: folded },
        ...{ line: tokens.line(command.keywordAt), docstring: docstringOf(tokens, command) },
      };
    }
    if (keyword !== 'example') this.#context.push({ text, definition });
    this.#track(command);
  }

  /** Keeps the commands that close what is open. */
  #track({ keyword, body, to }: Command): void {
    const tokens = this.#tokens;
    const name = body < to ? tokens.word(body) : '';
    if (keyword === 'namespace') this.#closing.push(...nameComponents(name).map((part) => `end ${part}`));
    else if (keyword === 'section') this.#closing.push(`end ${name}`.trim());
    else if (keyword === 'end')
      this.#closing.length -= Math.min(this.#closing.length, Math.max(1, nameComponents(name).length));
  }
}

/** The context without other statements that nothing mentions: an error in one of them is not an error of this one. */
function neededFor(context: readonly ContextCommand[], signature: string): ContextCommand[] {
  const needed: ContextCommand[] = [];
  const below = new Set(wordsOf(signature));
  for (const command of context.toReversed()) {
    const { definition } = command;
    const isStatement = definition !== null && STATEMENTS.has(definition.keyword);
    if (isStatement && !below.has(lastComponent(definition.fullName))) continue;
    needed.push(command);
    for (const word of wordsOf(command.text)) below.add(word);
  }
  return needed.toReversed();
}

/** The components of all names. */
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}_'!?]+/u);

function docstringOf(tokens: Tokens, { doc }: Command): string | null {
  return doc < 0 ? null : tokens.word(doc).replaceAll(/^\/--\s*|\s*-\/$/gu, '');
}

function refusedCommand(tokens: Tokens, command: Command): Refusal | null {
  const { keyword, keywordAt, attributeBlocks, modifiers, prefixes, from, to } = command;
  const at = (line: number, reason: string): Refusal => ({ line, reason });
  const line = tokens.line(keywordAt);
  const isExample = keyword === 'example';
  if (!isExample && !DEFINITIONS.has(keyword) && !SCOPES.has(keyword)) {
    return at(line, `'${keyword === '' ? tokens.word(keywordAt) : keyword}' is not allowed above a statement`);
  }
  if (attributeBlocks.length > 0) return at(tokens.line(from), `'@[' is an attribute`);
  const modifier = modifiers.find((word) => !MODIFIERS.has(word));
  if (modifier !== undefined) return at(line, `'${modifier}' is not allowed above a statement`);
  const prefix = prefixes.find((each) => !PREFIXES.has(each.keyword));
  if (prefix !== undefined) return at(line, `'${prefix.keyword} … in' is not allowed above a statement`);
  return SCOPES.has(keyword) && !keyword.startsWith('variable') ? null : gated(tokens, command.body, to);
}

/** The gate's answer for the tokens from `from` to `to`, without docstrings. A `sorry` is allowed: nothing is proved here. */
function gated(tokens: Tokens, from: number, to: number): Refusal | null {
  if (to <= from) return null;
  const start = tokens.start(from);
  let text = tokens.text.slice(start, tokens.end(to - 1));
  for (let at = from; at < to; at++) {
    const isPassed = tokens.kind(at) === DOC || tokens.is(at, 'sorry') || tokens.is(at, 'admit');
    if (isPassed) text = blanked(text, tokens.start(at) - start, tokens.end(at) - start);
  }
  const reason = text.trim() === '' ? null : gate({ kind: 'term', text });
  return reason === null ? null : { line: tokens.line(from), reason };
}

function blanked(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/gu, ' ') + text.slice(to);
}

function refusedStatement(tokens: Tokens, command: Command, signature: string): Refusal | null {
  const line = tokens.line(command.keywordAt);
  const unfit = command.modifiers.find((word) => !MODIFIERS.has(word));
  if (unfit !== undefined) return { line, reason: `'${unfit}' is not allowed before a statement` };
  const prefix = command.prefixes.find((each) => !PREFIXES.has(each.keyword));
  if (prefix !== undefined) return { line, reason: `'${prefix.keyword} … in' is not allowed before a statement` };
  if (signature === '') return { line, reason: 'the statement has no type' };
  const reason = gate({ kind: 'term', text: signature });
  return reason === null ? null : { line, reason };
}
