/** The goals that a message shows: hypotheses, one a line, and `⊢` with what is to be proved. */

/** `h₁ h₂ : type`, `x : Nat := 2`, `case name`, and the old Lean's nameless ` : type`. */
const HYPOTHESIS = /^(?:case \S.*|(?:[^\s:]+(?: [^\s:]+)*)? :(?:=)? .*|[^\s:]+(?: [^\s:]+)* :)$/;

/**
 * Goals of `text` in their order. A goal begins above its `⊢` with the topmost line that can be a hypothesis, so that
 * what a message says before it does not belong to it, and ends with the indented lines below.
 */
export function goalsWithin(text: string): string[] {
  return goalsOf(text.split('\n'), (line) => HYPOTHESIS.test(line));
}

/** Goals of a text that is nothing but goals, as below `unsolved goals`: a blank line parts them. */
export function goalsThroughout(text: string): string[] {
  return goalsOf(text.split('\n'), (line) => line !== '');
}

function goalsOf(lines: readonly string[], mayBegin: (line: string) => boolean): string[] {
  const goals: string[] = [];
  let free = 0;
  for (const [at, line] of lines.entries()) {
    // `|` stands before the goal of `conv`.
    if (!line.startsWith('⊢') && !line.startsWith('| ')) continue;
    let first = at;
    for (let above = at - 1; above >= free; above--) {
      const words = lines[above]!;
      if (mayBegin(words)) first = above;
      else if (!words.startsWith('  ')) break;
    }
    let end = at + 1;
    while (lines[end]?.startsWith('  ') === true) end++;
    goals.push(lines.slice(first, end).join('\n'));
    free = end;
  }
  return goals;
}
