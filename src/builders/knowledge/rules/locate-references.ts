/** Where the texts of an entry, its statement and its proofs, refer to other entries. */
import { stem } from '../../../index/words/stem.ts';
import type { PieceFacts } from '../../../sources/document.ts';
import { maskMarkup } from './masked-text.ts';
import type { LocatedReference } from './reference-tactics.ts';

/** An entry that another refers to. */
export interface ReferenceTarget {
  /** As the text writes it. */
  label: string;
  title: string;
  calledAs: string;
}

const REFERENCES = [
  /\\(?:eq|auto|c|C|page|name|v|Auto)?ref\*?\{([^{}]+)\}/g,
  /\\hyperref\[([^\]]{1,200})\]/g,
  /\\uses\{([^{}]+)\}/g,
  /\\PMlinkname\{[^{}]*\}\{([^{}]+)\}/g,
  /\]\(#?([^\s()]+)\)/g,
  /\[\[([^\][|#]+)/g,
];

/** Offsets of the first mention of each label in a text. */
function mentionsIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const pattern of REFERENCES) {
    for (const { 1: labels, index } of text.matchAll(pattern)) {
      for (const label of labels!.split(',').map((each) => each.trim())) {
        if (!(found.get(label)! <= index)) found.set(label, index);
      }
    }
  }
  return found;
}

/**
 * Locates the references of an entry: by the label where a text has it, as leanblueprint's `\uses` says, otherwise by the
 * title of the target. Each target has at least one reference; one in several parts has one in each.
 * @param texts the statement, then its proofs
 */
export function locateReferences(
  texts: readonly string[],
  targets: readonly ReferenceTarget[],
  facts: PieceFacts | null,
): LocatedReference[] {
  const mentions = texts.map(mentionsIn);
  const uses = texts.map(
    (_, part) => new Set((part === 0 ? facts?.blueprint?.statement : facts?.blueprint?.proof)?.uses ?? []),
  );
  const stems = texts.map(memoizedStems);
  return targets.flatMap((target) => {
    const found = mentions.flatMap((labels, part) => {
      const at = labels.get(target.label) ?? (uses[part]!.has(target.label) && part < 2 ? -1 : undefined);
      return at === undefined ? [] : [{ ...target, part, at }];
    });
    return found.length > 0 ? found : [{ ...target, ...placeOfTitle(target.title, stems) }];
  });
}

/** The first text that has the words of the title, without text in parentheses or after a slash. */
function placeOfTitle(title: string, texts: readonly (() => StemmedText)[]): { part: number; at: number } {
  const words = stemmed(title.replaceAll(/\([^)]*\)|\/.*$|^\w+:/g, '')).map(({ stem: word }) => word);
  if (words.length === 0) return { part: 0, at: -1 };
  for (const [part, text] of texts.entries()) {
    const found = text().find((_, at, all) => words.every((word, offset) => all[at + offset]?.stem === word));
    if (found !== undefined) return { part, at: found.at };
  }
  return { part: 0, at: -1 };
}

type StemmedText = { stem: string; at: number }[];

function memoizedStems(text: string): () => StemmedText {
  let found: StemmedText | null = null;
  return () => (found ??= stemmed(maskMarkup(text)));
}

const stemmed = (text: string): StemmedText =>
  [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({ stem: stem(word.toLowerCase()), at: index }));
