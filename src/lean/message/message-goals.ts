/** Extracts goals from a message: one hypothesis per line, then `⊢` and the statement to prove. */

/** `h₁ h₂ : type`, `x : Nat := 2`, `case name`, and ` : type` without a name in old versions of Lean. */
const HYPOTHESIS = /^(?:case \S.*|(?:[^\s:]+(?: [^\s:]+)*)? :(?:=)? .*|[^\s:]+(?: [^\s:]+)* :)$/;

/**
 * Goals of `text` in order. A goal starts above its `⊢` at the topmost line that can be a hypothesis, which excludes
 * the earlier text of the message, and ends with the indented lines below.
 */
export function goalsWithin(text: string): string[] {
  return goalsOf(text.split('\n'), (line) => HYPOTHESIS.test(line));
}

/** Goals of a text that contains only goals, as below `unsolved goals`; blank lines separate them. */
export function goalsThroughout(text: string): string[] {
  return goalsOf(text.split('\n'), (line) => line !== '');
}

function goalsOf(lines: readonly string[], mayBegin: (line: string) => boolean): string[] {
  const goals: string[] = [];
  let free = 0;
  for (const [at, line] of lines.entries()) {
    // `|` precedes the goal in `conv` mode.
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
