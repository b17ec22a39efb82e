/** Neutral mutations that rewrite a filling of the candidate into another honest proof. */
import type { Draw } from '../draw.ts';
import { markedHoles, type MarkedHole, refilled } from '../marked-text.ts';
import { type Mutation, respells } from '../mutation.ts';
import { read } from '../reading.ts';

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** Replaces the filling of one hole for which `change` returns another text. */
function inHole(change: (hole: MarkedHole, marked: string) => string | null) {
  return (marked: string, draw: Draw): string | null => {
    const possible = markedHoles(marked).flatMap((hole, at) => {
      const text = change(hole, marked);
      return text === null || text === hole.filling ? [] : [{ at, text }];
    });
    const chosen = draw.one(possible);
    return chosen && refilled(marked, (filling, at) => (at === chosen.at ? chosen.text : filling));
  };
}

/**
 * Wraps a filling that is a term; `wrap` gets a term that can be put in parentheses. The result is put in parentheses
 * if it is an argument. Skips terms with a `where`, and `have`, `let` or `show` with several lines, because there the
 * column of the second line shows that it is not an argument of the first.
 */
const term = (wrap: (filling: string) => string) =>
  inHole(({ position, filling, start }, marked) => {
    if (position !== 'term' || /\bwhere\b/.test(filling) || /^(?:have|let|show)\b.*\n/.test(filling)) return null;
    const wrapped = indented(wrap(filling), 2);
    return /(?::=|[(⟨,])\s*$/.test(marked.slice(0, start)) ? wrapped : `(${wrapped})`;
  });

/** Wraps a filling that is a tactic on one line. */
const tactic = (wrap: (filling: string) => string) =>
  inHole(({ position, filling }) => (position === 'tactic' && !filling.includes('\n') ? wrap(filling) : null));

/** Adds a helper in a `where` clause to a theorem whose value is a single hole. */
function withHelper(helper: string) {
  return (marked: string, draw: Draw): string | null => {
    const { tokens, declarations } = read(marked);
    const values = declarations.filter(({ keyword, name, body, hasHole, command }) => {
      const isValue = tokens.is(body.from, ':=') && tokens.is(body.from + 1, '⟪') && tokens.is(command.to - 1, '⟫');
      const hasWhere = tokens.fold(body.from, body.to).includes(' where ');
      return (
        keyword === 'theorem' &&
        name !== '' &&
        hasHole &&
        isValue &&
        !hasWhere &&
        !hasSeveralHoles(tokens.word.bind(tokens), body)
      );
    });
    const declaration = draw.one(values);
    if (declaration === null) return null;
    const end = tokens.end(declaration.command.to - 1);
    return `${marked.slice(0, end)}\nwhere\n  ${helper}${marked.slice(end)}`;
  };
}

/** Whether the body has several holes: `⟪hp⟫, ⟪hq⟫` also begins and ends with a mark. */
function hasSeveralHoles(word: (at: number) => string, { from, to }: { from: number; to: number }): boolean {
  return Array.from({ length: to - from }, (_, at) => word(from + at)).filter((each) => each === '⟪').length > 1;
}

/** Renames a name that a filling binds and that occurs nowhere else in the file. */
const boundName = inHole(({ filling, start, end }, marked) => {
  const bound = /\b(?:fun|intro|have) (\w+)\b/.exec(filling)?.[1];
  if (bound === undefined) return null;
  const occurrence = new RegExp(`(?<![\\w.'])${bound}(?![\\w'])`, 'g');
  if (occurrence.test(marked.slice(0, start) + marked.slice(end))) return null;
  return filling.replaceAll(occurrence, `${bound}Other`);
});

const TERMS = 'another proof by a term';
const TACTICS = 'another proof by tactics';
const HELPERS = 'helpers in a proof';

const byExact = (filling: string): string => `by exact (${filling})`;

export const FILLINGS: readonly Mutation[] = [
  respells(
    TERMS,
    'parentheses around a proof',
    term((filling) => `(${filling})`),
  ),
  respells(
    TERMS,
    'two pairs of parentheses around a proof',
    term((filling) => `((${filling}))`),
  ),
  respells(
    TERMS,
    'a proof with a type ascription',
    term((filling) => `(${filling} : _)`),
  ),
  respells(
    TERMS,
    'a proof in a show',
    term((filling) => `(show _ from ${filling})`),
  ),
  respells(
    TERMS,
    'a proof after a let',
    term((filling) => `(let unusedNumber : Nat := 7; ${filling})`),
  ),
  respells(
    TERMS,
    'a proof after a have',
    term((filling) => `(have unusedFact : 1 + 1 = 2 := rfl; ${filling})`),
  ),
  respells(
    TERMS,
    'a proof by id',
    term((filling) => `(id (${filling}))`),
  ),
  respells(TERMS, 'a bound name of a proof renamed', boundName),
  respells(TACTICS, 'a term by exact', term(byExact)),
  respells(
    TACTICS,
    'a term by exact in braces',
    term((filling) => `by { exact (${filling}) }`),
  ),
  respells(
    TACTICS,
    'a term by exact on a separate line',
    term((filling) => `by\n    exact (${filling})`),
  ),
  respells(
    TACTICS,
    'a term by refine',
    term((filling) => `by refine (${filling})`),
  ),
  respells(
    TACTICS,
    'a term by exact after a have',
    term((filling) => `by\n    have unusedFact : 2 + 2 = 4 := rfl\n    exact (${filling})`),
  ),
  respells(
    TACTICS,
    'tactics in parentheses',
    tactic((filling) => `(${filling})`),
  ),
  respells(
    TACTICS,
    'tactics after skip',
    tactic((filling) => `skip; ${filling}`),
  ),
  respells(
    TACTICS,
    'tactics as the first alternative',
    tactic((filling) => `first | ${filling} | skip`),
  ),
  respells(
    TACTICS,
    'tactics in braces',
    tactic((filling) => `{ ${filling} }`),
  ),
  respells(
    HELPERS,
    'a helper by let rec',
    term(
      (filling) =>
        `by\n    let rec unusedHelper : Nat → Nat\n      | 0 => 0\n      | n + 1 => unusedHelper n\n    exact (${filling})`,
    ),
  ),
  respells(
    HELPERS,
    'a helper by where',
    withHelper('unusedHelper (unusedNumber : Nat) : unusedNumber = unusedNumber := rfl'),
  ),
  respells(
    HELPERS,
    'a helper of two equations by where',
    withHelper('unusedHelper : Nat → Nat\n    | 0 => 1\n    | n + 1 => unusedHelper n'),
  ),
  respells(
    HELPERS,
    'a match in a proof',
    term((filling) => `(match Unit.unit with\n    | _ => (${filling}))`),
  ),
];
