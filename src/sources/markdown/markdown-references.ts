/** Finds labels and references in Markdown: in formulas, in Pandoc syntax, and links within the page. */
import type { Reference } from '../document.ts';

const ATTRIBUTE = /[ \t]*\{#([^\s{}]+)[^{}]*\}/g;
const ANCHOR = /<a\s+(?:id|name)\s*=\s*["']([^"']+)["']\s*\/?>(?:\s*<\/a>)?/g;
const LABEL = /\\label\{([^{}]+)\}/g;
const LINK = /\]\(#([^\s()]+)\)/g;
const REFERENCE = /\\(?:eq|auto|c|C|page|name)?ref\*?\{([^{}]+)\}/g;
const CITATION = /(?<![\w@])@([A-Za-z][\w:.#$%&+?<>~/-]*\w)(?=[\s\],;.)]|$)/g;
const TEX_CITATION = /\\cite[a-z]*\*?(?:\[[^\]]*\]){0,2}\{([^{}]+)\}/g;

export function labelsIn(text: string): string[] {
  return [ATTRIBUTE, ANCHOR, LABEL].flatMap((pattern) => [...text.matchAll(pattern)].map(([, label]) => label!));
}

/** Keeps labels in formulas, because they identify lines. */
export const withoutLabels = (text: string): string => text.replace(ATTRIBUTE, '').replace(ANCHOR, '').trim();

export function referencesIn(text: string): Reference[] {
  const refers = [LINK, REFERENCE].flatMap((pattern) => keysOf(text, pattern));
  const cites = [CITATION, TEX_CITATION].flatMap((pattern) => keysOf(text, pattern));
  return [
    ...refers.map((label): Reference => ({ kind: 'refers', label })),
    ...cites.map((label): Reference => ({ kind: 'cites', label })),
  ];
}

const keysOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)]
    .flatMap(([, keys]) => keys!.split(',').map((key) => key.trim()))
    .filter((key) => key !== '');
