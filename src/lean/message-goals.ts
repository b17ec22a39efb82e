/** The goals that a message shows: hypotheses, one a line, and `⊢` with what is to be proved. */

/** `h₁ h₂ : type`, `x : Nat := 2`, `case name`, and the old Lean's nameless ` : type`. */
const HYPOTHESIS = /^(?:case \S.*|(?:[^\s:]+(?: [^\s:]+)*)? :(?:=)? .*|[^\s:]+(?: [^\s:]+)* :)$/;

/**
 * Goals of `text` in their order. A goal begins above its `⊢` with the topmost line that can be a hypothesis, so that
 * what a message says before it does not belong to it, and ends with the indented lines below.
 */
export function goalsOf(text: string): string[] {
  const lines = text.split('\n');
  const goals: string[] = [];
  let free = 0;
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('⊢')) continue;
    let first = at;
    for (let above = at - 1; above >= free; above--) {
      const words = lines[above]!;
      if (HYPOTHESIS.test(words)) first = above;
      else if (!words.startsWith('  ')) break;
    }
    let end = at + 1;
    while (lines[end]?.startsWith('  ') === true) end++;
    goals.push(lines.slice(first, end).join('\n'));
    free = end;
  }
  return goals;
}
