/** Splits a text with several numbered problems: a pack is about one statement. */
import { Failure } from '../base/errors.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { ellipsis } from '../base/columns.ts';

/** A line that starts a problem: `1. …`, `Problem 2: …`, `\item[3.] …`. */
const START =
  /^[ \t]*(?:(?:problem|exercise|question|theorem|lemma|proposition)[ \t]*|\\item\[?)?\(?(\d{1,3})[.):\]]+[ \t]+/gimu;
const ITEM = /^[ \t]*\\item\b[ \t]*/gmu;
const MAX_SHOWN = 8;
const SHOWN_COLUMNS = 70;

/** The problem `pick`, counted from 1; without it, the text, which must be one problem. @throws {Failure} `usage` */
export function onePart(text: string, pick: number | null): string {
  const parts = problemsIn(text);
  return pick === null && parts.length < 2 ? text : pickedPart(parts, pick);
}

/** The part `pick`, counted from 1. @throws {Failure} `usage` if there is none, or several without `pick` */
export function pickedPart(parts: readonly string[], pick: number | null): string {
  const picked = parts[(pick ?? 0) - 1];
  if (picked !== undefined) return picked;
  if (parts.length < 2) {
    throw new Failure('usage', 'no-such-problem', {
      message: `There is no problem ${pick}: the text is one problem.`,
      next: 'Leave out --pick.',
    });
  }
  const shown = parts
    .slice(0, MAX_SHOWN)
    .map((part, at) => `${at + 1}. ${ellipsis(collapseWhitespace(part), SHOWN_COLUMNS)}`);
  throw new Failure('usage', pick === null ? 'several-problems' : 'no-such-problem', {
    message:
      pick === null
        ? `The text has ${parts.length} problems.`
        : `There is no problem ${pick}: the text has ${parts.length}.`,
    reason: [...shown, ...(parts.length > MAX_SHOWN ? ['…'] : [])].join('\n'),
    next: 'Select one: --pick 1',
  });
}

/** Empty if the text is not divided by numbers 1, 2, … or by two or more items. */
function problemsIn(text: string): string[] {
  const numbered = [...text.matchAll(START)];
  const isInOrder = numbered.every((match, at) => Number(match[1]) === at + 1);
  const starts = numbered.length > 1 && isInOrder ? numbered : [...text.matchAll(ITEM)];
  if (starts.length < 2) return [];
  return starts.map((match, at) => text.slice(match.index + match[0].length, starts[at + 1]?.index).trim());
}
