/**
 * Takes the statement out of a model's answer. Only one theorem with a `sorry` in place of a proof is accepted; its name,
 * proof and header are replaced by ours, so nothing but its binders, its type and its opened namespaces reaches Lean, and
 * definitions before it, if the user allows them.
 */
import { type Command, readCommands } from '../lean/commands.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import type { Problem } from '../lean/declaration.ts';
import { headerEnd } from '../lean/file-header.ts';
import { tokenise } from '../lean/lexer.ts';
import { readStatement } from '../lean/signature.ts';
import { DOC, IDENTIFIER, MODULE_DOC, type Span, type Tokens } from '../lean/tokens.ts';
import type { ChatAnswer } from '../llm/chat.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { fencedBlocks, mayBeLean, type Block } from '../prompt/answer-blocks.ts';
import { gate } from '../verify/hole/gate.ts';

export interface FormalStatement {
  /** Namespaces that the answer opens: `Nat`, `scoped Topology`. */
  opens: string[];
  /** Definitions of the answer before the theorem, in order. */
  definitions: OwnDefinition[];
  /** `.{u, v}` or empty. */
  universes: string;
  /** Binders, colon and type, without comments. */
  signature: string;
  /** Equal for answers with the same text except for layout, comments and name. */
  key: string;
}

/** A definition of the model's, which nothing vouches for. */
export interface OwnDefinition {
  /** As declared. */
  name: string;
  /** Without comments and docstrings: what they say about it counts for nothing. */
  text: string;
}

/** `refused`: by the gate. `none`: the answer holds no statement. Reasons are clauses without a full stop. */
export type ReadStatement =
  | { kind: 'statement'; statement: FormalStatement }
  | { kind: 'refused'; why: string }
  | { kind: 'none'; why: string };

/** Far more than any statement. */
const MAX_CHARS = 20_000;
const STATEMENTS = new Set(['theorem', 'lemma', 'example']);
/** They change nothing about the statement. */
const MODIFIERS = new Set(['private', 'protected', 'noncomputable', 'nonrec']);
const DEFINITIONS = new Set(['def', 'structure']);
const DEFINITION_MODIFIERS = new Set(['noncomputable']);
const HAS_STATEMENT = /(?:^|[^\p{L}\p{N}_.'])(?:theorem|lemma|example)(?![\p{L}\p{N}_.'])/u;

/** `allowsDefinitions`: a `def` or `structure` is allowed before the theorem. */
export function readFormalStatement(
  { text, finish }: Pick<ChatAnswer, 'text' | 'finish'>,
  allowsDefinitions: boolean,
): ReadStatement {
  if (finish === 'refused') return { kind: 'none', why: 'the model refused' };
  const cleaned = withoutThinking(text).replaceAll('\t', '  ');
  const block = leanBlock(cleaned);
  if (finish === 'length' && block?.isClosed !== true) {
    return { kind: 'none', why: 'the answer was cut off (model.max_output_tokens)' };
  }
  if (block === undefined) {
    return { kind: 'none', why: cleaned.trim() === '' ? 'the answer is empty' : 'the answer has no theorem' };
  }
  if (block.text.length > MAX_CHARS) return { kind: 'none', why: 'the answer is far too long' };
  return readBlock(block.text, allowsDefinitions);
}

/** The last fenced block with a theorem; without fences, the part of the answer from its first line of Lean. */
function leanBlock(cleaned: string): Block | undefined {
  const fences = fencedBlocks(cleaned);
  if (fences.length > 0) return fences.findLast((block) => mayBeLean(block) && HAS_STATEMENT.test(block.text));
  const start = cleaned.search(
    /^ *(?:import|open|theorem|lemma|example|@\[|set_option|namespace|axiom|def|macro|notation)\b/mu,
  );
  if (start < 0 || !HAS_STATEMENT.test(cleaned.slice(start))) return undefined;
  const end = cleaned.lastIndexOf('sorry');
  return { language: '', text: cleaned.slice(start, end < start ? undefined : end + 'sorry'.length), isClosed: false };
}

/** What a block declares. */
interface Found {
  opens: string[];
  definitions: OwnDefinition[];
  statements: Command[];
}

function readBlock(code: string, allowsDefinitions: boolean): ReadStatement {
  const problems: Problem[] = [];
  const tokens = tokenise(code, problems);
  const [problem] = problems;
  if (problem !== undefined) return { kind: 'refused', why: `a ${problem.message}` };
  // The imports are ours.
  const from = headerEnd(code).end;
  const found: Found = { opens: [], definitions: [], statements: [] };
  for (const command of readCommands(tokens, true)) {
    if (command.to <= command.from || tokens.start(command.from) < from) continue;
    const isDefinition = allowsDefinitions && DEFINITIONS.has(command.keyword);
    const why = isDefinition ? readDefinition(tokens, command, found) : readCommand(tokens, command, found);
    if (why !== null) return { kind: 'refused', why };
  }
  const { statements } = found;
  const [command] = statements;
  if (command === undefined) return { kind: 'none', why: 'the answer has no theorem' };
  if (statements.length > 1) return { kind: 'refused', why: `it has ${statements.length} theorems, not one` };
  return statementOf(tokens, command, found);
}

/** The reason to refuse the text before the keyword; null if there is none. */
function refusedBefore({ attributeBlocks, modifiers }: Command, allowed: ReadonlySet<string>): string | null {
  if (attributeBlocks.length > 0) return `'@[' is an attribute`;
  const modifier = modifiers.find((word) => !allowed.has(word));
  return modifier === undefined ? null : `'${modifier}' is not allowed`;
}

/** Adds a `def` or `structure`. Returns the reason to refuse it; null if there is none. */
function readDefinition(tokens: Tokens, command: Command, { definitions, statements }: Found): string | null {
  const { keyword, keywordAt, modifiers, prefixes, body, to } = command;
  const why = refusedBefore(command, DEFINITION_MODIFIERS);
  if (why !== null) return why;
  const [prefix] = prefixes;
  if (prefix !== undefined) return `'${prefix.keyword} … in' is not allowed`;
  if (statements.length > 0) return `'${keyword}' is after the theorem`;
  const { declared: name } = readStatement(tokens, command, keyword === 'structure');
  if (!/^[\p{L}_][\p{L}\p{N}_']*(?:\.[\p{L}_][\p{L}\p{N}_']*)*$/u.test(name)) return 'its definition has no plain name';
  const content = withoutComments(tokens, { from: body, to });
  const reason = gate({ kind: 'term', text: content });
  const words = [...modifiers, tokens.word(keywordAt), content];
  if (reason === null) definitions.push({ name, text: words.join(' ') });
  return reason;
}

/** Adds to `opens` or `statements`. Returns the reason to refuse the command; null if there is none. */
function readCommand(tokens: Tokens, command: Command, { opens, statements }: Found): string | null {
  const { keyword, keywordAt, prefixes, body, to } = command;
  const unfit = refusedBefore(command, MODIFIERS);
  if (unfit !== null) return unfit;
  for (const prefix of prefixes) {
    const opened = prefix.keyword === 'open' ? openedIn(tokens, prefix.from, prefix.to) : null;
    if (opened === null) return `'${prefix.keyword} … in' is not allowed`;
    opens.push(...opened);
  }
  if (tokens.kind(keywordAt) === MODULE_DOC) return null;
  if (keyword === 'open') {
    const opened = openedIn(tokens, body, to);
    if (opened !== null) opens.push(...opened);
    return opened === null ? `'open' with more than names is not allowed` : null;
  }
  // Limits of the answer's header: ours apply.
  if (keyword === 'set_option' && tokens.is(body, 'maxHeartbeats') && to === body + 2) return null;
  if (!STATEMENTS.has(keyword)) {
    return `'${keyword === '' ? tokens.word(keywordAt) : keyword}' is not allowed beside the theorem`;
  }
  statements.push(command);
  return null;
}

/** `open A B`, `open scoped A`; null if the tokens are anything but names. */
function openedIn(tokens: Tokens, from: number, to: number): string[] | null {
  const isScoped = tokens.is(from, 'scoped');
  const names: string[] = [];
  for (let at = isScoped ? from + 1 : from; at < to; at++) {
    const word = tokens.word(at);
    if (tokens.kind(at) !== IDENTIFIER || !/^[\p{L}_][\p{L}\p{N}_.']*$/u.test(word)) return null;
    if (word === 'hiding' || word === 'renaming' || word === 'in') return null;
    names.push(isScoped ? `scoped ${word}` : word);
  }
  return names.length === 0 ? null : names;
}

function statementOf(tokens: Tokens, command: Command, { opens, definitions }: Found): ReadStatement {
  const { span, universes, colon } = readStatement(tokens, command, false);
  const refused = (why: string): ReadStatement => ({ kind: 'refused', why });
  if (colon < 0 || span.to <= span.from) return refused('the theorem has no type');
  if (!/^(?:\.\{[\p{L}\p{N}_, ]+\})?$/u.test(universes)) return refused('its universes are no names');
  if (!isSorry(tokens, span.to, command.to)) return refused('its proof is not `sorry`');
  const signature = withoutComments(tokens, span);
  const why = gate({ kind: 'term', text: signature });
  if (why !== null) return refused(why);
  const names = [...new Set(opens)];
  const own = definitions.map(({ text }) => collapseWhitespace(text));
  const key = [names.toSorted().join(' '), ...own, universes, tokens.fold(span.from, span.to)].join('\n');
  return { kind: 'statement', statement: { opens: names, definitions, universes, signature, key } };
}

function isSorry(tokens: Tokens, from: number, to: number): boolean {
  const words = Array.from({ length: to - from }, (_, at) => tokens.word(from + at)).join(' ');
  return words === ':= by sorry' || words === ':= sorry';
}

/** As written, with a line break or a space in place of each comment and docstring. */
function withoutComments(tokens: Tokens, { from, to }: Span): string {
  let text = '';
  for (let at = from; at < to; at++) {
    if (tokens.kind(at) !== DOC) text += tokens.text.slice(tokens.start(at), tokens.end(at));
    if (at + 1 === to) break;
    const gap = tokens.text.slice(tokens.end(at), tokens.start(at + 1));
    const isComment = gap.trim() !== '';
    text += !isComment ? gap : gap.includes('\n') ? `\n${' '.repeat(Math.max(tokens.column(at + 1), 2))}` : ' ';
  }
  return text;
}
