/** What a paragraph of LaTeX is made of. */

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

export const textNode = (text: string): TexNode => ({ type: 'text', text });

/** One token of a paragraph. In formulas, white space around some tokens is read with them. */
export interface TexToken {
  /** Null for what TeX does not see. */
  node: TexNode | TexNode[] | null;
  start: number;
  end: number;
  /** Where the next token begins: at `end`, or after the white space that follows. */
  next: number;
}

/** The nodes of tokens that follow each other, with the white space that was read with them. */
export class TexNodes {
  readonly nodes: TexNode[] = [];
  readonly #text: string;
  #end = -1;

  constructor(text: string) {
    this.#text = text;
  }

  add({ node, start, end }: TexToken): void {
    if (this.#end >= 0 && this.#end < start && !isSpace(this.nodes.at(-1))) {
      this.nodes.push(spaceNode(this.#text, this.#end, start));
    }
    if (Array.isArray(node)) this.nodes.push(...node);
    else if (node !== null) this.nodes.push(node);
    this.#end = end;
  }
}

/** White space between two offsets. */
export function spaceNode(text: string, start: number, end: number): TexNode {
  const newline = text.indexOf('\n', start);
  return { type: 'space', text: newline === -1 || newline >= end ? ' ' : '\n' };
}

const isSpace = (node: TexNode | undefined): boolean => node?.type === 'space' || node?.type === 'par';
