/** A stream of the nodes of a paragraph. As in TeX, the expansion of a macro is pushed back to the front. */
import type { TexNode } from './tex-parser.ts';

/** `m`: in braces or one token; `o`: optional, in brackets; `s`: optional star; `default`: optional with a default. */
export type Parameter = 'm' | 'o' | 's' | { default: TexNode[] };

/** Null: a missing optional argument. A star that is present is an empty list. */
export type Argument = TexNode[] | null;

export class NodeStream {
  /** A stack: the last run is read first. */
  readonly #runs: { nodes: readonly TexNode[]; at: number }[] = [];

  constructor(nodes: readonly TexNode[]) {
    this.unread(nodes);
  }

  unread(nodes: readonly TexNode[]): void {
    if (nodes.length > 0) this.#runs.push({ nodes, at: 0 });
  }

  next(): TexNode | null {
    const run = this.#run();
    return run === null ? null : run.nodes[run.at++]!;
  }

  peek(): TexNode | null {
    const run = this.#run();
    return run === null ? null : run.nodes[run.at]!;
  }

  /** Reads all remaining nodes. */
  rest(): TexNode[] {
    const nodes: TexNode[] = [];
    for (let node = this.next(); node !== null; node = this.next()) nodes.push(node);
    return nodes;
  }

  #run(): { nodes: readonly TexNode[]; at: number } | null {
    let run = this.#runs.at(-1);
    while (run !== undefined && run.at >= run.nodes.length) {
      this.#runs.pop();
      run = this.#runs.at(-1);
    }
    return run ?? null;
  }

  /** Returns null and restores the stream if a mandatory argument is missing. */
  arguments(parameters: readonly Parameter[]): Argument[] | null {
    const read: TexNode[] = [];
    const found: Argument[] = [];
    for (const parameter of parameters) {
      const argument = this.#argument(parameter, read);
      if (argument === undefined) {
        this.unread(read);
        return null;
      }
      found.push(argument);
    }
    return found;
  }

  optional(): Argument {
    return this.#argument('o', []) ?? null;
  }

  /** Returns undefined if a mandatory argument is missing. Appends the nodes it consumes to `read`. */
  #argument(parameter: Parameter, read: TexNode[]): Argument | undefined {
    const gap = this.#space();
    if (parameter === 'm') {
      read.push(...gap);
      return this.#mandatory(read);
    }
    const found = parameter === 's' ? this.#star(read, gap) : this.#bracketed(read, gap);
    if (found !== null) return found;
    this.unread(gap);
    return typeof parameter === 'object' ? parameter.default : null;
  }

  #space(): TexNode[] {
    const gap: TexNode[] = [];
    while (this.peek()?.type === 'space') gap.push(this.next()!);
    return gap;
  }

  #mandatory(read: TexNode[]): TexNode[] | undefined {
    const node = this.next();
    if (node === null) return undefined;
    if (node.type === 'par') {
      this.unread([node]);
      return undefined;
    }
    if (node.type === 'text' && node.text.length > 1) {
      // A TeX token is one character, but the parser returns words.
      const [first] = node.text;
      if (first !== node.text) this.unread([{ type: 'text', text: node.text.slice(first!.length) }]);
      const token: TexNode = { type: 'text', text: first! };
      read.push(token);
      return [token];
    }
    read.push(node);
    return node.type === 'group' ? node.content : [node];
  }

  #star(read: TexNode[], gap: TexNode[]): Argument {
    const node = this.peek();
    if (node?.type !== 'text' || !node.text.startsWith('*')) return null;
    this.next();
    if (node.text.length > 1) this.unread([{ type: 'text', text: node.text.slice(1) }]);
    read.push(...gap, { type: 'text', text: '*' });
    return [];
  }

  #bracketed(read: TexNode[], gap: TexNode[]): Argument {
    if (!isText(this.peek(), '[')) return null;
    const nodes = [this.next()!];
    let depth = 1;
    while (depth > 0) {
      const node = this.next();
      if (node === null || node.type === 'par') {
        if (node !== null) nodes.push(node);
        this.unread(nodes);
        return null;
      }
      nodes.push(node);
      if (isText(node, '[')) depth += 1;
      else if (isText(node, ']')) depth -= 1;
    }
    read.push(...gap, ...nodes);
    return nodes.slice(1, -1);
  }
}

const isText = (node: TexNode | null, text: string): boolean => node?.type === 'text' && node.text === text;
