/** Fields, parents and constructors of structures, classes and inductives. */
import { MODIFIERS, type Span } from './commands.ts';
import { headOf } from './head.ts';
import { DOC, IDENTIFIER, LINE_FIRST, type Tokens } from './tokens.ts';

export interface Member {
  name: string;
  nameAt: number;
  /** First and last token of what declares it. */
  span: Span;
  /** Binders before the colon, one line; empty if none. */
  binders: string;
  /** Type behind the colon, one line; empty if not given. */
  type: string;
  /** Token of the docstring, -1 if there is none. */
  doc: number;
  attributeBlocks: Span[];
  modifiers: string[];
}

export interface Parent {
  /** `toQ`, written or computed; empty if the head is a notation. */
  projection: string;
  type: string;
  head: string;
  at: number;
}

/** What `extends` names in the header `span`. */
export function readParents(tokens: Tokens, span: Span): Parent[] {
  let at = span.from;
  for (let depth = 0; at < span.to; at++) {
    depth += tokens.bracket(at);
    if (depth === 0 && tokens.is(at, 'extends')) break;
  }
  return at >= span.to ? [] : splitParents(tokens, { from: at + 1, to: span.to });
}

/** `A x, toB : B y` in pieces; also the right-hand side of `class abbrev C := A, B`. */
export function splitParents(tokens: Tokens, span: Span): Parent[] {
  const parents: Parent[] = [];
  let from = span.from;
  let depth = 0;
  for (let at = span.from; at <= span.to; at++) {
    if (at < span.to) {
      depth += tokens.bracket(at);
      if (depth > 0 || !tokens.is(at, ',')) continue;
    }
    const parent = readParent(tokens, from, at);
    if (parent !== null) parents.push(parent);
    from = at + 1;
  }
  return parents;
}

function readParent(tokens: Tokens, start: number, to: number): Parent | null {
  let from = start;
  while (tokens.is(from, 'private') || tokens.is(from, 'protected')) from++;
  let end = to;
  let projection = '';
  let depth = 0;
  for (let at = from; at < to; at++) {
    depth += tokens.bracket(at);
    if (depth > 0 || !tokens.is(at, ':')) continue;
    if (at === from + 1 && tokens.kind(from) === IDENTIFIER && !isSort(tokens, at + 1)) {
      projection = tokens.word(from);
      from = at + 1;
    } else {
      // `extends A x : Type u`, the older place of the structure's own type.
      end = at;
      break;
    }
  }
  if (from >= end) return null;
  const head = headOf(tokens, { from, to: end });
  if (head === null) return null;
  if (projection === '' && head.isConstant) projection = `to${head.name.slice(head.name.lastIndexOf('.') + 1)}`;
  return { projection, type: tokens.fold(from, end), head: head.name, at: from };
}

function isSort(tokens: Tokens, at: number): boolean {
  return tokens.is(at, 'Type') || tokens.is(at, 'Prop') || tokens.is(at, 'Sort');
}

/** The body of a structure: its constructor's name if written, and the fields it declares (not those it overrides). */
export function readFields(
  tokens: Tokens,
  body: Span,
): { constructorName: string; constructorDoc: number; fields: Member[] } {
  let at = body.from;
  let constructorName = 'mk';
  let constructorDoc = -1;
  const first = readMemberHead(tokens, at, body.to);
  if (tokens.kind(first.at) === IDENTIFIER && tokens.is(first.at + 1, '::')) {
    constructorName = tokens.word(first.at);
    constructorDoc = first.doc;
    at = first.at + 2;
  }
  const column = fieldColumn(tokens, at, body.to);
  const fields: Member[] = [];
  while (at < body.to) {
    const head = readMemberHead(tokens, at, body.to);
    if (head.at >= body.to || tokens.is(head.at, 'deriving')) break;
    const behind = readField(tokens, head, body.to, column, fields);
    at = Math.max(behind, at + 1);
  }
  return { constructorName, constructorDoc, fields };
}

/** Column of the fields: of the first line of the body that starts with one. */
function fieldColumn(tokens: Tokens, from: number, to: number): number {
  let least = -1;
  for (let at = from; at < to; at++) {
    if (!tokens.flag(at, LINE_FIRST) || tokens.is(at, 'deriving')) continue;
    const column = tokens.column(at);
    if (least < 0 || column < least) least = column;
    if (at === from) break;
  }
  return least;
}

interface MemberHead {
  at: number;
  doc: number;
  attributeBlocks: Span[];
  modifiers: string[];
}

function readMemberHead(tokens: Tokens, from: number, to: number): MemberHead {
  const head: MemberHead = { at: from, doc: -1, attributeBlocks: [], modifiers: [] };
  while (head.at < to) {
    const at = head.at;
    if (tokens.kind(at) === DOC) {
      head.doc = at;
      head.at++;
    } else if (tokens.is(at, '@[')) {
      const behind = tokens.behindBracket(at, to);
      head.attributeBlocks.push({ from: at + 1, to: behind - 1 });
      head.at = behind;
    } else if (tokens.kind(at) === IDENTIFIER && MODIFIERS.has(tokens.word(at)) && !tokens.is(at + 1, ':')) {
      head.modifiers.push(tokens.word(at));
      head.at++;
    } else break;
  }
  return head;
}

/** Reads one field or one binder group; returns the token behind it. */
function readField(tokens: Tokens, head: MemberHead, to: number, column: number, fields: Member[]): number {
  const isGroup = tokens.bracket(head.at) === 1;
  const end = isGroup ? tokens.behindBracket(head.at, to) : endOfField(tokens, head.at, to, column);
  const from = isGroup ? head.at + 1 : head.at;
  const inner = isGroup ? end - 1 : end;
  const names: number[] = [];
  let at = from;
  while (at < inner && tokens.kind(at) === IDENTIFIER) names.push(at++);
  const bindersFrom = at;
  let colon = -1;
  let value = inner;
  for (let depth = 0; at < inner; at++) {
    depth = Math.max(0, depth + tokens.bracket(at));
    if (depth > 0) continue;
    if (colon < 0 && tokens.is(at, ':')) colon = at;
    else if (tokens.is(at, ':=')) {
      value = at;
      break;
    }
  }
  if (names.length === 0 || (colon < 0 && bindersFrom >= value && (value < inner || !isGroup))) return end;
  if (colon < 0 && (value < inner || tokens.is(head.at, '['))) return end;
  const binders = colon < 0 ? tokens.fold(bindersFrom, value) : tokens.fold(bindersFrom, colon);
  const type = colon < 0 ? '' : tokens.fold(colon + 1, value);
  for (const nameAt of names) {
    const name = tokens.word(nameAt);
    if (name === '_') continue;
    fields.push({
      name,
      nameAt,
      span: { from: nameAt, to: end },
      binders,
      type,
      doc: head.doc,
      attributeBlocks: head.attributeBlocks,
      modifiers: head.modifiers,
    });
  }
  return end;
}

/** The next line that starts at the fields' column or left of it. */
function endOfField(tokens: Tokens, from: number, to: number, column: number): number {
  for (let at = from + 1; at < to; at++) {
    if (tokens.flag(at, LINE_FIRST) && tokens.column(at) <= column) return at;
    if (tokens.is(at, 'deriving') && !tokens.is(at + 1, ':')) return at;
  }
  return to;
}

/** `| ctor binders : type` of an inductive's body. */
export function readConstructors(tokens: Tokens, body: Span): Member[] {
  const constructors: Member[] = [];
  let depth = 0;
  let open: { member: Member; bindersFrom: number; colon: number } | null = null;
  let pendingDoc = -1;
  const finish = (at: number): void => {
    if (open === null) return;
    const { member, bindersFrom, colon } = open;
    let end = at;
    while (end > bindersFrom && tokens.kind(end - 1) === DOC) end--;
    member.span.to = end;
    member.binders = tokens.fold(bindersFrom, colon < 0 ? end : colon);
    member.type = colon < 0 ? '' : tokens.fold(colon + 1, end);
    constructors.push(member);
    open = null;
  };
  let at = body.from;
  while (at < body.to) {
    depth = Math.max(0, depth + tokens.bracket(at));
    if (depth > 0) {
      at++;
      continue;
    }
    if (tokens.kind(at) === DOC) pendingDoc = at;
    if (tokens.is(at, 'deriving')) break;
    const current: typeof open = open;
    if (current !== null && (current as { colon: number }).colon < 0 && tokens.is(at, ':'))
      (current as { colon: number }).colon = at;
    const isBar =
      tokens.is(at, '|') &&
      (tokens.flag(at, LINE_FIRST) || current === null || (current as { colon: number }).colon < 0);
    if (!isBar) {
      at++;
      continue;
    }
    finish(at);
    const head = readMemberHead(tokens, at + 1, body.to);
    if (tokens.kind(head.at) === IDENTIFIER) {
      const member: Member = {
        name: tokens.word(head.at),
        nameAt: head.at,
        span: { from: head.at, to: body.to },
        binders: '',
        type: '',
        doc: head.doc >= 0 ? head.doc : pendingDoc,
        attributeBlocks: head.attributeBlocks,
        modifiers: head.modifiers,
      };
      open = { member, bindersFrom: head.at + 1, colon: -1 };
    }
    pendingDoc = -1;
    at = Math.max(head.at, at + 1);
    if (open !== null) at++;
  }
  finish(at);
  return constructors;
}

/** Classes of a `deriving` clause in `span`, as written, with their tokens; empty if there is none. */
export function readDeriving(tokens: Tokens, span: Span): { name: string; at: number }[] {
  const classes: { name: string; at: number }[] = [];
  for (let at = span.from; at < span.to; at++) {
    if (!tokens.is(at, 'deriving')) continue;
    for (let next = at + 1; next < span.to; next++) {
      if (tokens.kind(next) === IDENTIFIER && !tokens.is(next, 'with')) {
        if (next === at + 1 || tokens.is(next - 1, ',') || tokens.is(next - 1, '@'))
          classes.push({ name: tokens.word(next), at: next });
      } else if (!tokens.is(next, ',') && !tokens.is(next, '@')) break;
    }
  }
  return classes;
}
