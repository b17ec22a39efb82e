/** Splits the text after an attribute's name into parts. The files of the attributes interpret the parts. */
import type { AttributeUse, Deprecation } from '../declaration.ts';
import { splitName } from '../full-name.ts';
import { readReorder } from './reorder-binders.ts';
import { endOfString } from './statement-tree.ts';

/** One part of an attribute's arguments: a bare word, or `(key := value)`; a group without `:=` has an empty key. */
export type AttributePart = { word: string } | { key: string; value: string };

/** Arguments of `to_additive` and `to_dual`. */
export interface TranslateArguments {
  hint: 'existing' | 'self' | 'none' | null;
  /** Attributes for the source and the target. */
  attributes: AttributeUse[];
  /** Target as written, `_root_.` kept. */
  target: string | null;
  /** Variables whose operations are not translated, as written. */
  dontTranslate: string[];
  /** Cycles of binders that change places, as words. */
  reorder: string[][];
  doc: string | null;
}

export interface SimpsArguments {
  /** `simps!`: definitions are unfolded. */
  unfolds: boolean;
  isSimp: boolean;
  nameStem: string | null;
  attributes: AttributeUse[];
  /** Explicit projections; empty means all. */
  projections: string[];
}

const OPENING = '([{⟨⦃';
const CLOSING = ')]}⟩⦄';

/** Index of the bracket that closes the one at `start`, or the end of the text. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at) - 1;
    else if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && --depth === 0) return at;
  }
  return text.length;
}

/** Splits at every comma outside brackets and strings; trims the pieces and drops empty ones. */
export function splitAtCommas(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at) - 1;
    else if (OPENING.includes(character)) at = endOfGroup(text, at);
    else if (character === ',') {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

export function readParts(args: string): AttributePart[] {
  const parts: AttributePart[] = [];
  let at = 0;
  while (at < args.length) {
    const character = args[at]!;
    if (/\s/.test(character)) at++;
    else if (character === '(') {
      const end = endOfGroup(args, at);
      const inside = args.slice(at + 1, end);
      const assignment = /^\s*([\w?!']+)\s*:=\s*/.exec(inside);
      parts.push(
        assignment === null
          ? { key: '', value: inside.trim() }
          : { key: assignment[1]!, value: inside.slice(assignment[0].length).trim() },
      );
      at = end + 1;
    } else if (character === '"') {
      const end = endOfString(args, at);
      parts.push({ word: args.slice(at, end) });
      at = end;
    } else {
      const from = at;
      while (at < args.length && !/[\s(]/.test(args[at]!)) at++;
      parts.push({ word: args.slice(from, at) });
    }
  }
  return parts;
}

/** `simp, to_additive (attr := norm_cast) foo` as attributes. */
export function readAttributeList(text: string): AttributeUse[] {
  return splitAtCommas(text).map((piece) => {
    const scoped = /^(local|scoped)\s+/.exec(piece);
    const rest = scoped === null ? piece : piece.slice(scoped[0].length);
    const name = /^[^\s("]+/.exec(rest)?.[0] ?? '';
    return {
      name,
      args: rest.slice(name.length).trim(),
      doc: null,
      scope: scoped === null ? 'global' : scoped[1] === 'local' ? 'local' : 'scoped',
    };
  });
}

/** The name without the suffixes for tracing and unfolding: `to_additive?`, `simps!`. */
export function plainName(attribute: AttributeUse): string {
  const name = attribute.name;
  const last = name.charCodeAt(name.length - 1);
  return last === 33 || last === 63 ? name.replace(/[!?]+$/, '') : name;
}

function attributesIn(parts: AttributePart[]): AttributeUse[] {
  return parts.flatMap((part) => ('key' in part && part.key === 'attr' ? readAttributeList(part.value) : []));
}

/** Attributes in `(attr := …)`: most generating attributes pass them on to what they generate. */
export function readNestedAttributes(attribute: AttributeUse): AttributeUse[] {
  return attribute.args.includes('attr') ? attributesIn(readParts(attribute.args)) : [];
}

/** Plain names of the attributes and of those inside `(attr := …)`, at any depth. */
export function attributeNames(attributes: readonly AttributeUse[]): string[] {
  if (attributes.length === 0) return [];
  const names = new Set<string>();
  const visit = (attribute: AttributeUse): void => {
    names.add(plainName(attribute));
    for (const nested of readNestedAttributes(attribute)) visit(nested);
  };
  attributes.forEach(visit);
  return [...names];
}

export function readTranslateArguments(attribute: AttributeUse): TranslateArguments {
  const result: TranslateArguments = {
    hint: null,
    attributes: [],
    target: null,
    dontTranslate: [],
    reorder: [],
    doc: attribute.doc,
  };
  if (attribute.args === '') return result;
  const parts = readParts(attribute.args);
  result.attributes = attributesIn(parts);
  let isFirst = true;
  for (const part of parts) {
    if ('key' in part) {
      if (part.key === 'dont_translate') result.dontTranslate.push(...part.value.split(/\s+/));
      else if (part.key === 'reorder') result.reorder.push(...readReorder(part.value));
    } else if (part.word !== '?') {
      if (isFirst && (part.word === 'existing' || part.word === 'self' || part.word === 'none')) {
        result.hint = part.word;
      } else result.target ??= part.word;
    }
    isFirst = false;
  }
  return result;
}

export function readSimpsArguments(attribute: AttributeUse): SimpsArguments {
  const result: SimpsArguments = {
    unfolds: attribute.name.includes('!'),
    isSimp: true,
    nameStem: null,
    attributes: [],
    projections: [],
  };
  if (attribute.args === '') return result;
  const parts = readParts(attribute.args);
  result.attributes = attributesIn(parts);
  for (const part of parts) {
    if ('key' in part) {
      const stem = /nameStem\s*:=\s*"([^"]*)"/.exec(`${part.key} := ${part.value}`);
      if (stem !== null) result.nameStem = stem[1]!;
    } else if (/^[!?]+$/.test(part.word)) {
      result.unfolds ||= part.word.includes('!');
    } else if (part.word === '-isSimp') result.isSimp = false;
    else if (/^[^-+"]/.test(part.word)) {
      const projection = splitName(part.word)[1];
      if (!result.projections.includes(projection)) result.projections.push(projection);
    }
  }
  return result;
}

/** `deprecated foo (since := "…")`, `deprecated "text"`; the replacement is as written. */
export function readDeprecation(attribute: AttributeUse): Deprecation {
  const result: Deprecation = { replacement: null, since: null, note: null };
  for (const part of readParts(attribute.args)) {
    if ('key' in part) {
      if (part.key === 'since') result.since = part.value.replaceAll('"', '');
    } else if (part.word.startsWith('"')) result.note = part.word.slice(1, -1);
    else result.replacement ??= part.word;
  }
  return result;
}
