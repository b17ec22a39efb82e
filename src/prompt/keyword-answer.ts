/** Extracts keywords from a model's answer: one JSON object with four lists, or common deviations from it. */
import { isRecord } from '../base/read-or-null.ts';
import { jsonIn, restoreLatex } from './json-answer.ts';

/** In the order of a query: kinds that can be found by name come first. */
export const KEYWORD_KINDS = ['theorems', 'lemmas', 'propositions', 'concepts'] as const;

export type Keywords = Record<(typeof KEYWORD_KINDS)[number], string[]>;

const MAX_CHARS = 200;
const MAX_PER_KIND = 12;

/**
 * Returns null if no list is found. Accepts fences or prose around the object, list names in any case or in the singular,
 * a single list (of concepts), objects with a `name` instead of names, a trailing comma, and LaTeX with unescaped
 * backslashes. Takes time linear in the answer.
 */
export function keywordsIn(answer: string): Keywords | null {
  for (const brackets of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const found = keywordsOf(jsonIn(answer, brackets));
    if (found !== null) return found;
  }
  return null;
}

function keywordsOf(value: unknown): Keywords | null {
  const keywords: Keywords = { theorems: [], lemmas: [], propositions: [], concepts: [] };
  if (Array.isArray(value)) keywords.concepts = names(value);
  else if (isRecord(value)) {
    for (const [key, list] of Object.entries(value)) {
      const kind = KEYWORD_KINDS.find(
        (each) => each.startsWith(key.trim().toLowerCase().slice(0, -1)) && key.length > 4,
      );
      if (kind !== undefined) keywords[kind] = names(list);
      else if (typeof list === 'object') return keywordsOf(list);
    }
  }
  return KEYWORD_KINDS.some((kind) => keywords[kind].length > 0) ? keywords : null;
}

function names(list: unknown): string[] {
  const found = new Map<string, string>();
  for (const each of Array.isArray(list) ? list : [list]) {
    const text = typeof each === 'string' ? each : ((each as { name?: unknown } | null)?.name ?? '');
    const name = typeof text === 'string' ? restoreLatex(text).replaceAll(/\s+/g, ' ').trim() : '';
    if (name !== '' && name.length <= MAX_CHARS) found.set(name.toLowerCase(), found.get(name.toLowerCase()) ?? name);
  }
  return [...found.values()].slice(0, MAX_PER_KIND);
}
