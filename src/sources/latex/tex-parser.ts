/** Adapter of a third-party LaTeX parser. It is loaded when the first LaTeX document is read. */
import type { Node } from '@unified-latex/unified-latex-types';

/** A node without position and comments. The arguments of a macro are the nodes after it. */
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

/** Parses a paragraph. Returns null if the parser gives up. */
export type TexParser = (text: string) => TexNode[] | null;

export async function loadTexParser(): Promise<TexParser> {
  const { parseMinimal } = await import('@unified-latex/unified-latex-util-parse');
  return (text) => {
    try {
      return convert(parseMinimal(text).content);
    } catch (error) {
      // Thousands of nested braces overflow its stack.
      if (error instanceof RangeError) return null;
      if (error instanceof Error && error.name === 'SyntaxError') return null;
      throw error;
    }
  };
}

/** Adds the white space in formulas, which the parser omits, from the gaps between nodes. */
function convert(nodes: readonly Node[]): TexNode[] {
  const result: TexNode[] = [];
  let before: Node['position'];
  for (const node of nodes) {
    const { position } = node;
    if (before && position && before.end.offset < position.start.offset && !isSpace(result.at(-1))) {
      result.push(spaceFrom(before.end.line, position.start.line));
    }
    const converted = convertNode(node);
    if (converted !== null) result.push(converted);
    before = position;
  }
  return result;
}

const isSpace = (node: TexNode | undefined): boolean => node?.type === 'space' || node?.type === 'par';

const spaceFrom = (line: number, next: number): TexNode => ({ type: 'space', text: line === next ? ' ' : '\n' });

function convertNode(node: Node): TexNode | null {
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
      return { type: 'group', content: convert(node.content) };
    case 'inlinemath':
      return { type: 'inline', content: convert(node.content) };
    case 'displaymath':
      return { type: 'display', content: convert(node.content) };
    case 'environment':
    case 'mathenv':
      return { type: 'environment', name: environmentName(node.env), content: convert(node.content) };
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

/** The types declare a string, but for environments in formulas it is a node. */
function environmentName(env: unknown): string {
  if (typeof env === 'string') return env;
  const { content } = env as { content: unknown };
  return typeof content === 'string' ? content : '';
}
