/** A node of a blueprint that is written in Lean sources, and the LaTeX that stands for it. */

export interface LeanNode {
  /** 1-based line of its first text. */
  line: number;
  /** LaTeX environment: `theorem`, `definition`. */
  environment: string;
  /** The first one identifies it. */
  labels: string[];
  title: string;
  /** Names of its declarations. */
  lean: string[];
  uses: string[];
  isNotReady: boolean;
  statement: string;
  /** Null without a proof. */
  proof: { text: string; uses: string[] } | null;
}

/** Text between the nodes. */
export interface LeanProse {
  line: number;
  text: string;
}

/** A LaTeX document of the parts, in which each part starts at its line if there is room. */
export function asLatex(parts: readonly (LeanNode | LeanProse)[], title: string): string {
  const output = [`${ENVIRONMENTS}\\title{${title}}\\begin{document}`];
  let line = 1;
  for (const part of parts.toSorted((a, b) => a.line - b.line)) {
    const text = 'environment' in part ? nodeText(part) : `\n\n${part.text}\n\n`;
    // The text of a node starts at its second line, and prose at its third.
    const padding = Math.max(1, part.line - line - ('environment' in part ? 1 : 2));
    output.push('\n'.repeat(padding), text);
    line += padding + text.split('\n').length - 1;
  }
  return `${output.join('')}\n\\end{document}\n`;
}

/** Environments whose names the LaTeX reader does not know by themselves. */
const ENVIRONMENTS = String.raw`\newtheorem{sublemma}{Sublemma}`;

function nodeText({ environment, labels, title, lean, uses, isNotReady, statement, proof }: LeanNode): string {
  const head = [
    `\\begin{${environment}}${title === '' ? '' : `[{${balanced(title)}}]`}`,
    ...labels.map((label) => `\\label{${word(label)}}`),
    ...(lean.length === 0 ? [] : [`\\lean{${lean.map(word).join(',')}}`]),
    ...usesText(uses),
    ...(isNotReady ? ['\\notready'] : []),
  ].join('');
  const statementText = `${head}\n${balanced(statement)}\n\\end{${environment}}`;
  if (proof === null) return statementText;
  const of = labels[0] === undefined ? '' : `\\proves{${word(labels[0])}}`;
  return `${statementText}\\begin{proof}${of}${usesText(proof.uses).join('')}\n${balanced(proof.text)}\n\\end{proof}`;
}

const usesText = (uses: readonly string[]): string[] =>
  uses.length === 0 ? [] : [`\\uses{${uses.map(word).join(',')}}`];

/** A label or name as it can be in an argument. */
const word = (text: string): string => text.replace(/[{}\\%,\s]+/g, ' ').trim();

/** Unbalanced braces must not reach beyond the node. */
function balanced(text: string): string {
  let depth = 0;
  const open = text.replace(/\\[\s\S]|[{}]/g, (found) => {
    if (found === '{') depth += 1;
    else if (found === '}') {
      if (depth === 0) return '';
      depth -= 1;
    }
    return found;
  });
  return open + '}'.repeat(depth);
}
