/** The shape of a skeleton: without the lengths of lists and the arguments of heads. */

const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['⟨', '⟩'],
]);
const COLLAPSED = new Map([
  ['(', 'A'],
  ['[', '[*]'],
  ['⟨', '⟨*⟩'],
]);
const HEAD = /^(?:L|H\.)/u;
const ARGUMENT = /^(?:[LHA](?:\..*)?|_|\?_|rfl|⟨\*⟩|\d+)$/u;
/** Arguments that are collapsed without a head. */
const PLAIN = /^(?:[HA]|_|\?_|\d+)$/u;

/** `rw [ L , H.symm ] ; exact L H` → `rw [*] ; exact L A` (specification of proof templates, appendix C). */
export function shapeOf(skeleton: string): string {
  const words: string[] = [];
  for (const word of withoutGroups(skeleton.split(' '))) {
    const last = words.at(-1);
    const before = words.at(-2);
    if (ARGUMENT.test(word) && last !== undefined) {
      if (last === 'A' && before !== undefined && (HEAD.test(before) || PLAIN.test(word))) continue;
      if (HEAD.test(last)) {
        words.push('A');
        continue;
      }
      if (PLAIN.test(last) && PLAIN.test(word)) {
        words[words.length - 1] = 'A';
        continue;
      }
    }
    words.push(word);
  }
  return words.join(' ');
}

/** Replaces each outermost group of brackets by one word; fields after it stay: `A.symm`. */
function withoutGroups(words: readonly string[]): string[] {
  const out: string[] = [];
  const open: { opening: string; from: number }[] = [];
  for (const word of words) {
    if (CLOSING.has(word)) {
      open.push({ opening: word, from: out.length });
      out.push(word);
      continue;
    }
    const group = open.at(-1);
    if (group !== undefined && word.startsWith(CLOSING.get(group.opening)!)) {
      open.pop();
      out.length = group.from;
      out.push(`${COLLAPSED.get(group.opening)!}${word.slice(1)}`);
    } else out.push(word);
  }
  return out;
}
