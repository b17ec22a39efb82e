/** Splits a paragraph after its sentences, never inside a formula, braces or an environment. */

/** The concatenation of the parts is the text. */
export function sentences(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let inMath = false;
  let begin = 0;
  const token = /\\begin\b|\\end\b|\\[[({]|\\[\])}]|\\.|\$\$?|[{}]|[.!?]['")\]]*(?=\s)|\n(?=\s*\n)/gs;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '\\begin' || found === '\\[' || found === '\\(' || found === '{') depth += 1;
    else if (found === '\\end' || found === '\\]' || found === '\\)' || found === '}') depth = Math.max(0, depth - 1);
    else if (found[0] === '$') inMath = !inMath;
    else if (found[0] !== '\\' && depth === 0 && !inMath) {
      parts.push(text.slice(begin, index + found.length));
      begin = index + found.length;
    }
  }
  if (begin < text.length) parts.push(text.slice(begin));
  return parts;
}
