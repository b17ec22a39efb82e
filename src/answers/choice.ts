/** Answers of multiple-choice questions: a letter. Never a random one (specs/templates.md 5.2). */

/** The letter that a text chooses; null if it chooses none. `options`: the texts of the options, in order. */
export function chosenLetter(text: string, options: readonly string[] | null = null): string | null {
  const count = options?.length ?? 10;
  const letters = String.fromCharCode(...Array.from({ length: Math.min(count, 26) }, (_, at) => 65 + at));
  const rules = [
    `answer\\s*(?:is|:|=)\\s*:?\\s*\\**\\(?\\$?(?:\\\\(?:boxed|text|mathrm|textbf)\\{\\s*)*\\(?([${letters}])(?![A-Za-z])`,
    `\\\\boxed\\{\\s*(?:\\\\(?:text|mathrm|textbf)\\{)?\\s*\\(?([${letters}])(?![A-Za-z])`,
    `^\\s*(?:\\$?\\\\(?:text|mathrm|textbf)\\{)?\\s*\\(?\\**([${letters}])\\**(?:[).:}]|\\s*$)`,
  ];
  for (const rule of rules) {
    const letter = [...text.matchAll(new RegExp(rule, 'gimu'))].at(-1)?.[1];
    if (letter !== undefined) return letter.toUpperCase();
  }
  const trimmed = text.trim().toLowerCase();
  const option = options?.findIndex((other) => other.trim().toLowerCase() === trimmed) ?? -1;
  if (option >= 0) return letters[option]!;
  const lone = [...text.matchAll(new RegExp(LONE.replace('LETTERS', letters), 'gu'))].at(-1);
  if (lone === undefined) return null;
  const isListed = LISTED_BEFORE.test(text.slice(0, lone.index)) || LISTED_AFTER.test(text.slice(lone.index + 1));
  return isListed ? null : lone[1]!;
}

/** A letter that is no word, no variable and no article. */
const LONE = "(?<![A-Za-z\\\\+*/^=-])([LETTERS])(?![A-Za-z'’+*/^=]| (?!and\\b|or\\b)[a-z])";
/** `A, B or C` chooses none of them. */
const LISTED_BEFORE = /(?<![A-Za-z])[A-Z](?:,\s*|,?\s+(?:and|or)\s+)$/u;
const LISTED_AFTER = /^(?:,\s*|,?\s+(?:and|or)\s+)[A-Z](?![A-Za-z])/u;

/** Whether an expected answer is the letter of a choice: `B`, `(C)`, `\text{(D)}`. */
export function isChoice(gold: string): boolean {
  return /^\s*\$?(?:\\(?:text|mathrm|textbf)\{)?\s*\(?[A-J]\)?\s*\}?\$?\s*$/u.test(gold);
}
