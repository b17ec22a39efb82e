/** Definitions inside a value: `where go (n : Nat) : Nat := …` and `let rec`. Those of `foo` are named `foo.go`. */
import { wordSet } from '../base/words.ts';
import { type Member, readMemberHead } from './structure.ts';
import { IDENTIFIER, LINE_FIRST, type Span, type Tokens } from './tokens.ts';

/** Words that start a line of a value but not a definition. */
const TERM_WORDS = wordSet('let have if else match for return do show fun deriving try decreasing_by termination_by');

/** `value` is the part after the statement. A `where` right at its start introduces structure fields and is skipped. */
export function readAuxiliaries(tokens: Tokens, value: Span): Member[] {
  const members: Member[] = [];
  if (!mayHave(tokens, value)) return members;
  let depth = 0;
  for (let at = value.from; at < value.to; at++) {
    const bracket = tokens.bracket(at);
    if (bracket !== 0) depth = Math.max(0, depth + bracket);
    else if (depth === 0 && at > value.from && tokens.is(at, 'where') && !tokens.is(at + 1, 'finally')) {
      readList(tokens, { from: at + 1, to: value.to }, members);
      // Otherwise it was the `where` of a structure inside the value.
      if (members.length > 0) return members;
    } else if (tokens.is(at, 'let') && tokens.is(at + 1, 'rec')) {
      const member = readMember(tokens, { from: at + 2, to: value.to });
      if (member !== null) members.push(member);
    }
  }
  return members;
}

/** Cheap test without bracket counting: most values contain neither word. */
function mayHave(tokens: Tokens, { from, to }: Span): boolean {
  for (let at = from + 1; at < to; at++) {
    if (tokens.kinds[at] !== IDENTIFIER) continue;
    const length = (tokens.ends[at] ?? 0) - (tokens.starts[at] ?? 0);
    if (length === 5 ? tokens.is(at, 'where') : length === 3 && tokens.is(at, 'rec')) return true;
  }
  return false;
}

/** The definitions after `where`, all in the same column. */
function readList(tokens: Tokens, { from, to }: Span, members: Member[]): void {
  const column = tokens.column(from);
  for (let at = from; at < to;) {
    let next = readMemberHead(tokens, at, to).at + 1;
    while (next < to && !(tokens.flag(next, LINE_FIRST) && tokens.column(next) === column)) next++;
    const member = readMember(tokens, { from: at, to: next });
    if (member !== null) members.push(member);
    at = next;
  }
}

/** Returns null without a colon before the value: `go := 1` is more likely a field of a nested structure. */
function readMember(tokens: Tokens, { from, to }: Span): Member | null {
  const head = readMemberHead(tokens, from, to);
  if (tokens.kind(head.at) !== IDENTIFIER || TERM_WORDS.has(tokens.word(head.at))) return null;
  let colon = -1;
  let end = head.at + 1;
  for (let depth = 0; end < to; end++) {
    depth = Math.max(0, depth + tokens.bracket(end));
    if (depth > 0) continue;
    if (tokens.is(end, ':=') || tokens.is(end, '|')) break;
    if (colon < 0 && tokens.is(end, ':')) colon = end;
  }
  if (colon < 0 || end >= to) return null;
  const { doc, attributeBlocks, modifiers } = head;
  return {
    name: tokens.word(head.at),
    nameAt: head.at,
    span: { from: head.at, to },
    binders: tokens.fold(head.at + 1, colon),
    type: tokens.fold(colon + 1, end),
    doc,
    attributeBlocks,
    modifiers,
  };
}
