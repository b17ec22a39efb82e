/** Estimates the number of tokens of a text without the model's tokeniser. */

/** Typical for mathematical English in LaTeX. */
const CHARACTERS_PER_TOKEN = 3.5;

export const estimatedTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
