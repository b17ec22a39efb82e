/** The proofs that Lean proposes: `Try this:` of `exact?`, `simp?`, `rw?`, `aesop?`, `hint`, `grind?` and similar. */

export interface Suggestion {
  /** The text to insert; its later lines are indented relative to the first. */
  text: string;
  /** Remaining goals, as far as the message shows them: `⊢ p`, or the part after `⊢`. */
  leaves: string[];
}

/**
 * The suggestions in a message's text, in order. Wordings: `Try this: exact h` until v4.23; since
 * then `Try this:` followed by the line `  [apply] exact h`; several as `• a` lines, later as `  [apply] a` lines.
 */
export function suggestionsIn(text: string): Suggestion[] {
  const suggestions: Suggestion[] = [];
  const lines = text.split('\n').map((line) => line.trimEnd());
  for (let at = 0; at < lines.length;) {
    const head = HEAD.exec(lines[at]!);
    at++;
    if (head === null) continue;
    const block = blockFrom(lines, at, head[1]!);
    at = block.end;
    suggestions.push(...block.suggestions);
  }
  return suggestions.filter(({ text: words }) => words !== '' && !STRUCK_OUT.test(words));
}

const HEAD = /^Try th(?:is|ese):\s*(.*)$/;
/** Start of one of several suggestions, or since v4.24 of the only one; `hint` marks with 🎉 what closes the goal. */
const ITEM = /^\s*(?:\[apply\]|•)(?:\s+|$)(?:🎉\u{fe0f}?\s*)?(.*)$/u;
const LEFT_OPEN = /^\s*(?:-- )?Remaining subgoals:/;
/** `-- no goals` and `-- p` below a `rw [h]` of `rw?`; `-- ⊢ p` and `⊢ p` below `Remaining subgoals:`. */
const GOAL = /^\s*(?:-- (?:⊢ )?|⊢ )(.*)$/;
/** Combining strokes with which a diff marks deleted text. */
const STRUCK_OUT = /[\u0335\u0336]/;

/** Reads the rest of the `Try this:` line (`first`) and the lines below, up to a line outside any suggestion. */
function blockFrom(lines: readonly string[], start: number, first: string): { suggestions: Suggestion[]; end: number } {
  const suggestions: Suggestion[] = [];
  let at = start;
  if (first !== '') {
    const more = indentedBelow(lines, at, 1);
    const goals = goalsBelow(lines, more.end);
    suggestions.push({ text: [first, ...more.lines].join('\n'), leaves: goals.leaves });
    at = goals.end;
  } else if (lines[at] !== undefined && nextItem(lines, at) === null) {
    // `aesop?` until v4.23: a block of tactics on the following lines.
    while (lines[at] === '') at++;
    const below = indentedBelow(lines, at, 1);
    const goals = goalsBelow(lines, below.end);
    suggestions.push({ text: dedent(below.lines).join('\n'), leaves: goals.leaves });
    return { suggestions, end: goals.end };
  }
  for (let item = nextItem(lines, at); item !== null; item = nextItem(lines, at)) {
    // The lines of an item are indented deeper than its marker; a remark about it is not.
    const more = indentedBelow(lines, item.at + 1, lines[item.at]!.search(/\S/) + 1);
    const goals = goalsBelow(lines, more.end);
    const text = [item.text, ...dedent(more.lines, item.text === '' ? Infinity : item.mark)];
    suggestions.push({ text: text.join('\n').trim(), leaves: goals.leaves });
    at = goals.end;
  }
  return { suggestions, end: at };
}

/** The item at `at`, after blank lines. `mark`: indentation of its further lines. */
function nextItem(lines: readonly string[], at: number): { at: number; text: string; mark: number } | null {
  let line = at;
  while (lines[line] === '') line++;
  const item = ITEM.exec(lines[line] ?? '');
  if (item === null) return null;
  return { at: line, text: item[1]!, mark: lines[line]!.search(/\S/) + 2 };
}

/** The lines from `at` with an indentation of at least `min`, up to a remaining goal. */
function indentedBelow(lines: readonly string[], at: number, min: number): { lines: string[]; end: number } {
  let end = at;
  while (end < lines.length) {
    const line = lines[end]!;
    if (line === '' || line.search(/\S/) < min || LEFT_OPEN.test(line) || ITEM.test(line)) break;
    if (/^\s*--/.test(line)) break;
    end++;
  }
  return { lines: lines.slice(at, end), end };
}

function goalsBelow(lines: readonly string[], at: number): { leaves: string[]; end: number } {
  const leaves: string[] = [];
  let end = at;
  if (LEFT_OPEN.test(lines[end] ?? '')) end++;
  for (; end < lines.length; end++) {
    const goal = GOAL.exec(lines[end]!)?.[1];
    if (goal === undefined) break;
    if (goal !== 'no goals') leaves.push(goal);
  }
  return { leaves, end };
}

/** Removes the common indentation of all lines, at most `max` spaces. */
function dedent(lines: readonly string[], max = Infinity): string[] {
  const shared = Math.min(max, ...lines.map((line) => line.search(/\S/)));
  return Number.isFinite(shared) ? lines.map((line) => line.slice(shared)) : [...lines];
}
