/** Formats retrieved declarations for a prompt: exact names with statements, within a budget. */
import { collapseWhitespace } from '../base/one-line.ts';
import { tokenise } from '../lean/lexer.ts';
import { sliceChars } from './fitting.ts';

/** The displayed fields of a declaration. */
export interface ContextEntry {
  /** Full name. */
  name: string;
  /** Name that resolves to it at the hole. */
  writeAs: string;
  /** Binders and type on one line, or `:= target` of an alias; may be empty. */
  signature: string;
  doc: string;
  filePath: string;
}

export interface ContextBlock {
  text: string;
  /** The entries listed in the text, in order. */
  listed: ContextEntry[];
}

/** Maximum number of characters of a docstring. */
const DOC_CHARS = 160;

/**
 * Formats at most `maxChars` characters. Entries are listed in full or not at all, best first: one that is too long is
 * skipped, and the heading counts the listed ones. Remaining characters are used for docstrings, best first.
 */
export function contextBlock(entries: readonly ContextEntry[], maxChars: number): ContextBlock {
  const listed: { entry: ContextEntry; text: string }[] = [];
  let length = headingOf(entries.length).length;
  for (const entry of entries) {
    const text = `\n- ${displayName(entry)}${displayStatement(entry.signature)}\n  file: ${entry.filePath}`;
    if (length + text.length > maxChars) continue;
    length += text.length;
    listed.push({ entry, text });
  }
  for (const item of listed) {
    const doc = firstSentence(item.entry.doc);
    const line = `\n  doc: ${doc}`;
    if (doc === '' || length + line.length > maxChars) continue;
    length += line.length;
    item.text += line;
  }
  const text = headingOf(listed.length) + listed.map((item) => item.text).join('');
  return { text: listed.length === 0 ? `${text}\n(none)` : text, listed: listed.map(({ entry }) => entry) };
}

function headingOf(count: number): string {
  return `# Retrieved Declarations (top ${count})`;
}

/** The full name, unless it does not resolve to the declaration at the hole or needs quotes. */
function displayName({ name, writeAs }: ContextEntry): string {
  return writeAs.startsWith('_root_.') || writeAs.includes('«') ? writeAs : name;
}

/** Binders such as `{α : Type u}`: Lean infers them, so they are omitted. */
const SORT_BINDER = /\{[^{}()[\]:]*: (?:Type|Sort)(?:\*| [^{}()[\]]*)?\} ?/g;

/** `(a b : Nat) : a + b = b + a` as ` : ∀ (a b : Nat), a + b = b + a`. */
function displayStatement(signature: string): string {
  if (signature === '') return '';
  if (signature.startsWith(':')) return ` ${signature}`;
  const tokens = tokenise(signature, []);
  for (let at = 0, depth = 0; at < tokens.count; at++) {
    depth += tokens.bracket(at);
    if (depth > 0 || !tokens.is(at, ':')) continue;
    const binders = signature.slice(0, tokens.start(at)).replaceAll(SORT_BINDER, '').trim();
    const type = signature.slice(tokens.end(at)).trim();
    return binders === '' ? ` : ${type}` : ` : ∀ ${binders}, ${type}`;
  }
  return ` ${signature}`;
}

function firstSentence(doc: string): string {
  const line = collapseWhitespace(doc).trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.length > DOC_CHARS ? `${sliceChars(sentence, DOC_CHARS - 1)}…` : sentence;
}
