/** Parses a marked file for mutations: its tokens, declarations and their parts. */
import { type Command, DECLARATION_KEYWORDS, readCommands } from '../../src/lean/commands.ts';
import { tokenise } from '../../src/lean/lexer.ts';
import { IDENTIFIER, SYMBOL, type Span, type Tokens } from '../../src/lean/tokens.ts';

/** Parts of a file in which a changed token changes a declaration. Proofs and holes belong to no part. */
export type Part =
  | 'statement'
  | 'signature'
  | 'body'
  | 'instance body'
  | 'partial body'
  | 'unsafe body'
  | 'opaque default'
  | 'implementedBy target'
  | 'type body'
  | 'syntax rule';

/** One declaration of the file. Spans are token ranges. */
export interface Declaration {
  command: Command;
  keyword: string;
  /** As written; empty if it has no name. */
  name: string;
  /** From the end of the name to the begin of the body. */
  signature: Span;
  body: Span;
  /** The body is a proof: only the statement matters. */
  isProof: boolean;
  hasHole: boolean;
}

export interface Reading {
  text: string;
  tokens: Tokens;
  commands: Command[];
  declarations: Declaration[];
  /** Whether a token is in a marked hole, marks included. */
  inHole(at: number): boolean;
  /** Offsets at which a command can be added: after the imports and outside `mutual`. The last is the end of file. */
  gaps: number[];
}

const PROOFS = new Set(['theorem', 'example', 'lemma']);
const SYNTAX = new Set(['notation', 'infixl', 'infixr', 'infix', 'prefix', 'postfix', 'macro', 'macro_rules', 'elab']);
const TYPES = new Set(['structure', 'class', 'inductive', 'class inductive']);

/** Cached, because mutations read the same few texts repeatedly. */
const cache = new Map<string, Reading>();
const CACHE_SIZE = 500;

export function read(text: string): Reading {
  let reading = cache.get(text);
  if (reading === undefined) {
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(text, (reading = parse(text)));
  }
  return reading;
}

function parse(text: string): Reading {
  const tokens = tokenise(text, []);
  const commands = readCommands(tokens);
  const holes = tokensInHoles(tokens);
  const inHole = (at: number): boolean => holes.has(at);
  const declarations = commands
    .filter(({ keyword }) => DECLARATION_KEYWORDS.has(keyword) && keyword !== 'alias')
    .map((command) => declarationOf(tokens, command, inHole));
  return { text, tokens, commands, declarations, inHole, gaps: gapsBetween(tokens, commands, text) };
}

function tokensInHoles(tokens: Tokens): Set<number> {
  const found = new Set<number>();
  let depth = 0;
  for (let at = 0; at < tokens.count; at++) {
    const opens = tokens.kind(at) === SYMBOL && '⟪⟦'.includes(tokens.word(at));
    const closes = tokens.kind(at) === SYMBOL && '⟫⟧'.includes(tokens.word(at));
    if (opens) depth++;
    if (depth > 0) found.add(at);
    if (closes) depth--;
  }
  return found;
}

function declarationOf(tokens: Tokens, command: Command, inHole: (at: number) => boolean): Declaration {
  const { keyword, to } = command;
  let name = '';
  let at = command.body;
  if (keyword === 'instance' && tokens.is(at, '(') && tokens.is(at + 1, 'priority')) at = tokens.afterBracket(at, to);
  if (tokens.kind(at) === IDENTIFIER && keyword !== 'example') name = tokens.word(at++);
  if (tokens.is(at, '.{')) at = tokens.afterBracket(at, to);
  const begin = bodyBegin(tokens, at, to, keyword);
  return {
    command,
    keyword,
    name,
    signature: { from: at, to: begin },
    body: { from: begin, to },
    isProof: PROOFS.has(keyword),
    hasHole: range(begin, to).some(inHole),
  };
}

function bodyBegin(tokens: Tokens, from: number, to: number, keyword: string): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    depth += tokens.bracket(at);
    if (depth > 0) continue;
    const isBegin = tokens.is(at, ':=') || tokens.is(at, 'where') || tokens.is(at, '|') || tokens.is(at, 'deriving');
    if (isBegin || (tokens.is(at, 'extends') && TYPES.has(keyword))) return at;
  }
  return to;
}

/** The token range of each part of the file. */
export function partsOf({
  tokens,
  commands,
  declarations,
}: Reading): { part: Part; span: Span; declaration: Declaration | null }[] {
  const targets = implementations(tokens, commands);
  const found: { part: Part; span: Span; declaration: Declaration | null }[] = [];
  for (const declaration of declarations) {
    const { keyword, signature, body, isProof, name, command } = declaration;
    found.push({ part: isProof || keyword === 'axiom' ? 'statement' : 'signature', span: signature, declaration });
    if (isProof) continue;
    let part: Part = 'body';
    if (TYPES.has(keyword)) part = 'type body';
    else if (keyword === 'instance') part = 'instance body';
    else if (keyword === 'constant' || keyword === 'opaque') part = 'opaque default';
    else if (targets.has(name)) part = 'implementedBy target';
    else if (command.modifiers.includes('partial')) part = 'partial body';
    else if (command.modifiers.includes('unsafe')) part = 'unsafe body';
    found.push({ part, span: body, declaration });
  }
  for (const command of commands) {
    if (!SYNTAX.has(command.keyword)) continue;
    const arrow = range(command.body, command.to).find((at) => tokens.is(at, '=>'));
    if (arrow !== undefined)
      found.push({ part: 'syntax rule', span: { from: arrow + 1, to: command.to }, declaration: null });
  }
  return found;
}

/** Names that `implementedBy` attributes use as implementations. */
function implementations(tokens: Tokens, commands: readonly Command[]): Set<string> {
  const names = new Set<string>();
  for (const { attributeBlocks } of commands) {
    for (const { from, to } of attributeBlocks) {
      for (const at of range(from, to))
        if (/^implemented(?:By|_by)$/.test(tokens.word(at))) names.add(tokens.word(at + 1));
    }
  }
  return names;
}

function gapsBetween(tokens: Tokens, commands: readonly Command[], text: string): number[] {
  const gaps: number[] = [];
  let isMutual = false;
  for (const { keyword, from } of commands) {
    if (!isMutual && keyword !== 'import') gaps.push(tokens.start(from));
    if (keyword === 'mutual') isMutual = true;
    if (keyword === 'end') isMutual = false;
  }
  return [...gaps, text.length];
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** The text with the tokens of `span` replaced. */
export function replaceTokens({ text, tokens }: Reading, { from, to }: Span, by: string): string {
  return text.slice(0, tokens.start(from)) + by + text.slice(to > from ? tokens.end(to - 1) : tokens.start(from));
}

/** The text with `added` inserted at `offset`. */
export function insertAt(text: string, offset: number, added: string): string {
  return text.slice(0, offset) + added + text.slice(offset);
}

/** The text with a separate command inserted at one of the gaps. */
export function withCommand(text: string, offset: number, command: string): string {
  if (offset < text.length) return insertAt(text, offset, `${command}\n\n`);
  return `${text}${text.endsWith('\n') ? '' : '\n'}\n${command}\n`;
}

/** Source text of a token range. */
export function textOf({ text, tokens }: Reading, { from, to }: Span): string {
  return to > from ? text.slice(tokens.start(from), tokens.end(to - 1)) : '';
}
