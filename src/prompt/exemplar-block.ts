/** Formats theorems similar to a goal, with their proofs, for a prompt. */
import { fenced } from './fitting.ts';

export interface PromptExemplar {
  /** Name that resolves to it at the hole. */
  writeAs: string;
  /** Binders and type on one line. */
  signature: string;
  /** As written, after `:=`. */
  proof: string;
}

/** Maximum size of all of them in characters. */
const MAX_CHARS = 3000;

/** One theorem after the other, in full or not at all; '' if none fits. */
export function exemplarBlock(exemplars: readonly PromptExemplar[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const { writeAs, signature, proof } of exemplars) {
    const text = `theorem ${writeAs} ${signature} := ${proof}`;
    if (length + text.length > MAX_CHARS) continue;
    length += text.length;
    shown.push(text);
  }
  if (shown.length === 0) return '';
  const head =
    '# Proofs of Similar Theorems\n\nThey are in the library. Their lemmas may differ from those that are needed.';
  return `${head}\n\n${fenced(shown.join('\n\n'), 'lean')}`;
}
