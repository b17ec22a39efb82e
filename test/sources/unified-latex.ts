/** The parser of the package unified-latex with the nodes of ours, to compare the two. */
import type { Node } from '@unified-latex/unified-latex-types';
import { parseMinimal } from '@unified-latex/unified-latex-util-parse';
import { spaceNode, textNode, TexNodes, type TexNode } from '../../src/sources/latex/tex-node.ts';

export const parseByUnifiedLatex = (text: string): TexNode[] => convert(parseMinimal(text).content, text);

function convert(nodes: readonly Node[], text: string): TexNode[] {
  const result = new TexNodes(text);
  for (const node of nodes) {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    result.add({ node: convertNode(node, text), start, end, next: end });
  }
  return result.nodes;
}

function convertNode(node: Node, text: string): TexNode | null {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  switch (node.type) {
    case 'string':
      return textNode(node.content);
    case 'whitespace':
      return spaceNode(text, start, end);
    case 'parbreak':
      return { type: 'par' };
    case 'comment':
      return node.leadingWhitespace === true || node.sameline !== true ? { type: 'space', text: '\n' } : null;
    case 'macro':
      return { type: 'macro', name: node.content, isMark: node.escapeToken === '' };
    case 'group':
      return { type: 'group', content: convert(node.content, text) };
    case 'inlinemath':
      return { type: 'inline', content: convert(node.content, text) };
    case 'displaymath':
      return { type: 'display', content: convert(node.content, text) };
    case 'environment':
    case 'mathenv':
      return { type: 'environment', name: environmentName(node.env), content: convert(node.content, text) };
    case 'verb':
    case 'verbatim':
      return node.env === 'comment' ? null : { type: 'raw', text: text.slice(start, end) };
    default:
      throw new TypeError(`unexpected node: ${node.type}`);
  }
}

/** The types declare a string, but for environments in formulas it is a node. */
function environmentName(env: unknown): string {
  return typeof env === 'string' ? env : String((env as { content: unknown }).content);
}
