/** Parents and fields of structures and classes. */
import { type Annotated, readAnnotations } from './commands.ts';
import { lastComponent } from './full-name.ts';
import { headOf } from './head.ts';
import { IDENTIFIER, LINE_FIRST, type Span, type Tokens } from './tokens.ts';

export interface Member extends Annotated {
  name: string;
  nameAt: number;
  /** First and last token of its declaration. */
  span: Span;
  /** Binders before the colon, on one line; empty if absent. */
  binders: string;
  /** Type after the colon, on one line; empty if not given. */
  type: string;
}

export interface Parent {
  /** `toQ`, written or derived; empty if the head is a notation. */
  projection: string;
  type: string;
  head: string;
  at: number;
}

/** Notations of structures in Lean itself, which the indexed files may not define. */
const CORE_NOTATIONS = new Map([['×', 'Prod']]);

/** The types after `extends` in the header `span`. */
export function readParents(tokens: Tokens, { from, to }: Span): Parent[] {
  const at = tokens.find('extends', from, to);
  return at < 0 ? [] : splitParents(tokens, { from: at + 1, to });
}

/** Splits `A x, toB : B y`; also the right-hand side of `class abbrev C := A, B`. */
export function splitParents(tokens: Tokens, span: Span): Parent[] {
  return tokens.split(span).flatMap((part) => readParent(tokens, part) ?? []);
}

function readParent(tokens: Tokens, { from: start, to }: Span): Parent | null {
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
      // `extends A x : Type u`, the older position of the structure's own type.
      end = at;
      break;
    }
  }
  if (from >= end) return null;
  const head = headOf(tokens, { from, to: end });
  if (head === null) return null;
  const constant = head.isConstant ? head.name : CORE_NOTATIONS.get(head.name);
  if (projection === '' && constant !== undefined) projection = `to${lastComponent(constant)}`;
  return { projection, type: tokens.fold(from, end), head: constant ?? head.name, at: from };
}

function isSort(tokens: Tokens, at: number): boolean {
  return tokens.is(at, 'Type') || tokens.is(at, 'Prop') || tokens.is(at, 'Sort');
}

interface FieldsBody extends Span {
  column: number;
  hasParents: boolean;
}

export interface StructureBody {
  /** `mk` unless written before `::`. */
  constructorName: string;
  constructorDoc: number;
  constructorModifiers: string[];
  fields: Member[];
}

/** Reads the body of a structure after `where` or `:=`: its own fields, without overrides of inherited defaults. */
export function readFields(tokens: Tokens, body: Span, hasParents: boolean): StructureBody {
  let at = body.from;
  let constructorName = 'mk';
  let constructorDoc = -1;
  let constructorModifiers: string[] = [];
  const first = readMemberHead(tokens, at, body.to);
  if (tokens.kind(first.at) === IDENTIFIER) {
    let after = first.at + 1;
    while (after < body.to && tokens.bracket(after) === 1) after = tokens.afterBracket(after, body.to);
    if (after < body.to && tokens.is(after, '::')) {
      constructorName = tokens.word(first.at);
      constructorDoc = first.doc;
      constructorModifiers = first.modifiers;
      at = after + 1;
    }
  }
  const fieldsBody: FieldsBody = { from: at, to: body.to, column: fieldColumn(tokens, at, body.to), hasParents };
  const fields: Member[] = [];
  while (at < body.to) {
    const head = readMemberHead(tokens, at, body.to);
    if (head.at >= body.to || tokens.is(head.at, 'deriving')) break;
    at = Math.max(readField(tokens, head, fieldsBody, fields), at + 1);
  }
  return { constructorName, constructorDoc, constructorModifiers, fields };
}

/** Column of the fields: that of the first token if it starts a line, otherwise the smallest of the body's lines. */
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

export interface MemberHead extends Annotated {
  at: number;
}

export function readMemberHead(tokens: Tokens, from: number, to: number): MemberHead {
  const head: MemberHead = { at: from, doc: -1, attributeBlocks: [], modifiers: [] };
  head.at = readAnnotations(tokens, from, to, head);
  return head;
}

/** Reads one field or a group `(a b : T)`; returns the index after it. Overrides of defaults are skipped. */
function readField(tokens: Tokens, head: MemberHead, body: FieldsBody, fields: Member[]): number {
  const isGroup = tokens.bracket(head.at) === 1;
  const end = isGroup ? tokens.afterBracket(head.at, body.to) : endOfField(tokens, head.at, body);
  const from = isGroup ? head.at + 1 : head.at;
  const inner = isGroup ? end - 1 : end;
  let at = from;
  // Outside a group, the identifiers after the first are its binders: `map_one f : map f 1 = 1`.
  const names: number[] = [];
  const namesTo = isGroup ? inner : Math.min(inner, from + 1);
  while (at < namesTo && tokens.kind(at) === IDENTIFIER) names.push(at++);
  const bindersFrom = at;
  let colon = -1;
  let value = inner;
  for (let depth = 0; at < inner && value === inner; at++) {
    depth = Math.max(0, depth + tokens.bracket(at));
    if (depth > 0) continue;
    if (colon < 0 && tokens.is(at, ':')) colon = at;
    else if (tokens.is(at, ':=')) value = at;
  }
  // Without a type, `depth := 5` is the default of an inherited field; a structure without parents inherits none.
  const declares = colon >= 0 || (!body.hasParents && !isGroup && value < inner && bindersFrom === value);
  if (!declares) return end;
  const binders = tokens.fold(bindersFrom, colon < 0 ? value : colon);
  const type = colon < 0 ? '' : tokens.fold(colon + 1, value);
  for (const nameAt of names) {
    const name = tokens.word(nameAt);
    if (name === '_') continue;
    const { doc, attributeBlocks, modifiers } = head;
    fields.push({ name, nameAt, span: { from: nameAt, to: end }, binders, type, doc, attributeBlocks, modifiers });
  }
  return end;
}

/** Start of the next line at the fields' column or left of it. */
function endOfField(tokens: Tokens, from: number, body: FieldsBody): number {
  for (let at = from + 1; at < body.to; at++) {
    if (tokens.flag(at, LINE_FIRST) && tokens.column(at) <= body.column) return at;
    if (tokens.is(at, 'deriving')) return at;
  }
  return body.to;
}
