/** Constructors of an inductive type. */
import { type Member, readMemberHead } from './structure.ts';
import { DOC, IDENTIFIER, LINE_FIRST, type Span, type Tokens } from './tokens.ts';

/** `| name binders : type` outside brackets; in a type (`|x| ≤ 1`), only a bar that starts a line begins another. */
export function readConstructors(tokens: Tokens, body: Span): Member[] {
  const constructors: Member[] = [];
  const deriving = tokens.find('deriving', body.from, body.to);
  const end = deriving < 0 ? body.to : deriving;
  let bar = nextBar(tokens, body.from, end, true).bar;
  while (bar < end) {
    const head = readMemberHead(tokens, bar + 1, end);
    const { bar: next, colon } = nextBar(tokens, head.at, end, false);
    if (tokens.kind(head.at) === IDENTIFIER && head.at < next) {
      let to = next;
      while (tokens.kind(to - 1) === DOC) to--;
      // The docstring may precede or follow the bar.
      const doc = head.doc >= 0 ? head.doc : tokens.kind(bar - 1) === DOC ? bar - 1 : -1;
      constructors.push({
        name: tokens.word(head.at),
        nameAt: head.at,
        span: { from: head.at, to },
        binders: tokens.fold(head.at + 1, colon < 0 ? to : colon),
        type: colon < 0 ? '' : tokens.fold(colon + 1, to),
        doc,
        attributeBlocks: head.attributeBlocks,
        modifiers: head.modifiers,
      });
    }
    bar = next;
  }
  return constructors;
}

/** Next bar outside brackets, and the colon before it. */
function nextBar(tokens: Tokens, from: number, to: number, isFirst: boolean): { bar: number; colon: number } {
  let colon = -1;
  for (let at = from, depth = 0; at < to; at++) {
    depth = Math.max(0, depth + tokens.bracket(at));
    if (depth > 0) continue;
    if (tokens.is(at, '|') && (isFirst || colon < 0 || tokens.flag(at, LINE_FIRST))) return { bar: at, colon };
    if (colon < 0 && tokens.is(at, ':')) colon = at;
  }
  return { bar: to, colon };
}
