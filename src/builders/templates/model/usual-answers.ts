/** Made-up answers of usual lengths, by which a dry run meets the questions that depend on answers. Nothing of them is kept. */

/** Tokens of the answer to each prompt (specs/templates.md, section 8). */
const USUAL_TOKENS: Readonly<Record<string, number>> = {
  'graph-answer': 900,
  'graph-theorems': 200,
  'graph-template': 500,
  'graph-step-theorems': 250,
  'graph-mixed': 700,
  'graph-vary': 700,
  'solve-judge': 12,
};

/** Tokens of a solution with the thinking of a reasoning model, which later prompts do not show. */
export const REASONING_TOKENS = 4000;

/** A usual number of characters of a token, in prompts and answers. */
export const TOKEN_CHARS = 4;

/** The mean of the reference solutions of MATH is 3.8 steps. */
const STEPS = 4;

/** The prompt without its version. */
const nameOf = (template: string): string => template.split('@', 1)[0]!;

/** Whether the answer is a solution, before which a reasoning model thinks at length. */
export const isSolution = (template: string): boolean => nameOf(template) === 'graph-answer';

/** @throws {Error} for a prompt that builds no graph */
export function usualTokens(template: string): number {
  const tokens = USUAL_TOKENS[nameOf(template)];
  if (tokens === undefined) throw new Error(`No usual length of an answer to ${template} is known.`);
  return tokens;
}

/** An answer that can be read as one to this prompt. */
export function usualAnswer(template: string): string {
  const chars = TOKEN_CHARS * usualTokens(template);
  const words = (share: number): string => 'word '.repeat(Math.max(1, Math.floor((chars * share) / 5)));
  const theorem = { name: 'A theorem', statement: words(0.75 / STEPS) };
  const each = <T>(value: T): T[] => Array.from({ length: STEPS }, () => value);
  const head = { title: 'A title', problem: words(0.3) };
  switch (nameOf(template)) {
    case 'graph-answer':
      return words(1);
    case 'graph-theorems':
    case 'graph-step-theorems':
      return JSON.stringify({ theorems: each(theorem) });
    case 'graph-template':
      return JSON.stringify({ ...head, steps: each(words(0.6 / STEPS)) });
    case 'solve-judge':
      return JSON.stringify({ equivalent: true });
    default:
      return JSON.stringify({
        ...head,
        steps: each({ text: words(0.3 / STEPS), theorem: { name: 'A theorem', statement: words(0.2 / STEPS) } }),
      });
  }
}
