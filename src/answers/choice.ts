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
    const match = [...text.matchAll(new RegExp(rule, 'gimu'))].at(-1);
    if (match === undefined) continue;
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    // In `answer is a prime`, the letter is an article.
    if (/[a-z]/u.test(match[1]!) && /^ [a-z]/u.test(after)) continue;
    return isOneOfSeveral(before, after) ? null : match[1]!.toUpperCase();
  }
  const trimmed = text.trim().toLowerCase();
  const option = options?.findIndex((other) => other.trim().toLowerCase() === trimmed) ?? -1;
  if (option >= 0) return letters[option]!;
  const lone = [...text.matchAll(new RegExp(LONE.replace('LETTERS', letters), 'gu'))].at(-1);
  if (lone === undefined) return null;
  const before = text.slice(0, lone.index);
  return isOneOfSeveral(before, text.slice(lone.index + 1)) || NEGATED.test(before) ? null : lone[1]!;
}

/** Whether a letter is named beside others. `before`, `after`: the text around it. */
const isOneOfSeveral = (before: string, after: string): boolean =>
  LISTED_BEFORE.test(before.slice(-LONGEST_LIST)) || LISTED_AFTER.test(after.slice(0, LONGEST_LIST));

/** Characters between two letters of a list. */
const LONGEST_LIST = 80;

/** A letter that is no word, no variable and no article. */
const LONE = "(?<![A-Za-z\\\\+*/^=-])([LETTERS])(?![A-Za-z'’+*/^=]| (?!and\\b|or\\b)[a-z])";
/** `A, B or C` chooses none of them. */
const MARKS = String.raw`[\s$(){}*\\]|\\(?:boxed|text|mathrm|textbf)`;
const JOINED = String.raw`(?:${MARKS})*(?:,|(?<![A-Za-z])(?:and|or|&)(?![A-Za-z]))(?:${MARKS}|(?:and|or)(?![A-Za-z]))*`;
const LISTED_BEFORE = new RegExp(`(?<![A-Za-z])[A-Z]${JOINED}$`, 'u');
const LISTED_AFTER = new RegExp(`^${JOINED}[A-Z](?![A-Za-z'])(?! (?!and\\b|or\\b)[a-z])`, 'u');
/** `The answer is not B` chooses nothing. */
const NEGATED = /\b(?:not|cannot be|isn't|except|neither|nor)[\s(*$]*$/iu;

/** Whether an expected answer is the letter of a choice: `B`, `(C)`, `\text{(D)}`. */
export function isChoice(gold: string): boolean {
  return /^\s*\$?(?:\\(?:text|mathrm|textbf)\{)?\s*\(?[A-J]\)?\s*\}?\$?\s*$/u.test(gold);
}
