/** The parser of LaTeX that is kept by others; loaded when the first LaTeX document is read. */
import type { Node } from '@unified-latex/unified-latex-types';

/** A node without its place and comments; arguments of macros are the nodes behind them. */
export type TexNode =
  | { type: 'text'; text: string }
  | { type: 'space'; text: ' ' | '\n' }
  | { type: 'par' }
  /** `isMark`: `^` and `_`, which have no backslash. */
  | { type: 'macro'; name: string; isMark: boolean }
  | { type: 'group' | 'inline' | 'display'; content: TexNode[] }
  | { type: 'environment'; name: string; content: TexNode[] }
  /** Verbatim. */
  | { type: 'raw'; text: string };

/** Parses a paragraph. Null where the parser gives up. */
export type TexParser = (text: string) => TexNode[] | null;

export async function loadTexParser(): Promise<TexParser> {
  const { parseMinimal } = await import('@unified-latex/unified-latex-util-parse');
  return (text) => {
    try {
      return converted(parseMinimal(text).content);
    } catch (error) {
      // Thousands of braces in one another overflow its stack.
      if (error instanceof RangeError) return null;
      if (error instanceof Error && error.name === 'SyntaxError') return null;
      throw error;
    }
  };
}

/** The parser leaves out white space in formulas: it is what no node covers. */
function converted(nodes: readonly Node[]): TexNode[] {
  const result: TexNode[] = [];
  let before: Node['position'];
  for (const node of nodes) {
    const { position } = node;
    if (before && position && before.end.offset < position.start.offset && !isSpace(result.at(-1))) {
      result.push(spaceFrom(before.end.line, position.start.line));
    }
    const made = convertedNode(node);
    if (made !== null) result.push(made);
    before = position;
  }
  return result;
}

const isSpace = (node: TexNode | undefined): boolean => node?.type === 'space' || node?.type === 'par';

const spaceFrom = (line: number, next: number): TexNode => ({ type: 'space', text: line === next ? ' ' : '\n' });

function convertedNode(node: Node): TexNode | null {
  switch (node.type) {
    case 'string':
      return { type: 'text', text: node.content };
    case 'whitespace':
      return spaceFrom(node.position?.start.line ?? 0, node.position?.end.line ?? 0);
    case 'parbreak':
      return { type: 'par' };
    case 'comment':
      return node.leadingWhitespace === true || node.sameline !== true ? { type: 'space', text: '\n' } : null;
    case 'macro':
      return { type: 'macro', name: node.content, isMark: node.escapeToken === '' };
    case 'group':
      return { type: 'group', content: converted(node.content) };
    case 'inlinemath':
      return { type: 'inline', content: converted(node.content) };
    case 'displaymath':
      return { type: 'display', content: converted(node.content) };
    case 'environment':
    case 'mathenv':
      return { type: 'environment', name: environmentName(node.env), content: converted(node.content) };
    case 'verb':
      return { type: 'raw', text: `\\${node.env}${node.escape}${node.content}${node.escape}` };
    case 'verbatim':
      return node.env === 'comment'
        ? null
        : { type: 'raw', text: `\\begin{${node.env}}${node.content}\\end{${node.env}}` };
    default:
      return null;
  }
}

/** The types promise a string; of environments in formulas it is a node. */
function environmentName(env: unknown): string {
  if (typeof env === 'string') return env;
  const { content } = env as { content: unknown };
  return typeof content === 'string' ? content : '';
}
