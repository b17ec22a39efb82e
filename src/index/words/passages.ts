/** Splits a declaration's text: hypotheses and conclusion, first sentence and rest, names and type of a binder. */

/** `{α : Type*} (a b : α) : a + b = b + a` → binders, conclusion and, for a structure, the part after `extends`. */
export function splitType(type: string): { hypotheses: string; conclusion: string; parents: string } {
  const at = type.startsWith('extends ') ? 0 : type.indexOf(' extends ');
  const own = at < 0 ? type : type.slice(0, at);
  const parents = at < 0 ? '' : type.slice(at + 8);
  const colon = topLevelColon(own);
  if (colon < 0) return { hypotheses: own, conclusion: '', parents };
  return { hypotheses: own.slice(0, colon), conclusion: own.slice(colon + 1), parents };
}

/** Change of depth by UTF-16 unit: 1 for an opening bracket, -1 for a closing one. */
const DEPTH = new Int8Array(1 << 16);
for (const bracket of '([{⟨⦃⟦') DEPTH[bracket.charCodeAt(0)] = 1;
for (const bracket of ')]}⟩⦄⟧') DEPTH[bracket.charCodeAt(0)] = -1;

function topLevelColon(type: string): number {
  let depth = 0;
  for (let i = 0; i < type.length; i++) {
    const code = type.charCodeAt(i);
    depth += DEPTH[code]!;
    if (code === COLON && depth === 0 && type.charCodeAt(i + 1) !== EQUALS) return i;
  }
  return -1;
}

const COLON = 58;
const EQUALS = 61;
const SHORTEST_SENTENCE = 20;

/** Length of a docstring's first sentence; one that ends within 20 characters is joined with the next. */
export function firstSentenceLength(doc: string): number {
  for (let i = SHORTEST_SENTENCE; i < doc.length; i++) {
    const code = doc.charCodeAt(i);
    if ((code === 46 || code === 58) && (i + 1 === doc.length || isSpace(doc.charCodeAt(i + 1)))) return i + 1;
    if (code === 10 && isBlankAfter(doc, i + 1)) return i + 1;
  }
  return doc.length;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isBlankAfter(doc: string, at: number): boolean {
  let i = at;
  while (i < doc.length && isSpace(doc.charCodeAt(i)) && doc.charCodeAt(i) !== 10) i++;
  return i < doc.length && doc.charCodeAt(i) === 10;
}

/** A `variable` binder: `(R S : Type*)`, `[Ring R]`, `{x}`. */
export interface Binder {
  names: string;
  type: string;
  isInstance: boolean;
}

/** Splits a binder group into names and type; the text of an instance without a name is all type. */
export function splitBinder(group: string): Binder {
  const inner = group.slice(1, -1);
  const colon = inner.indexOf(':');
  const isInstance = group.startsWith('[');
  if (colon < 0) return isInstance ? { names: '', type: inner, isInstance } : { names: inner, type: '', isInstance };
  return { names: inner.slice(0, colon), type: inner.slice(colon + 1), isInstance };
}
