/** How long a text is for a model, without the model's own tokeniser. */

/** Mathematical English in LaTeX has about so many characters in a token. */
const CHARACTERS_A_TOKEN = 3.5;

export const estimatedTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN);
