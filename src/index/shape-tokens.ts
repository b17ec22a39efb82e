/** Collects the shape tokens of a statement as numbers, tree by tree. The text of each token is created once. */
import { ARROW, ASCRIBED } from '../lean/term/coercion.ts';
import * as Kind from '../lean/term/kinds.ts';
import { lastPart, type Term } from '../lean/term/term.ts';
import type { NumberToken } from './analysis.ts';

const EDGE_BUCKETS = 1 << 15;

/**
 * Edges are hashed into a bounded number of lists: a false candidate costs one parse, a list with one row costs more.
 * The hash is a polynomial in the characters, so the hash of a pair follows from those of its two heads.
 */
function edgeBucket(parent: Head, position: number, child: Head): number {
  const before = (Math.imul(position + 17, parent.power) + parent.hash) | 0;
  let hash = (Math.imul(Math.imul(before, 31) ^ 0x2f, child.power) + child.hash) | 0;
  hash ^= hash >>> 15;
  return (hash >>> 0) % EDGE_BUCKETS;
}

function edgeText(bucket: number): string {
  return `s:e:${bucket.toString(36)}`;
}

/** The token of an edge: `child` is the argument of `parent` at this position. */
export function edgeToken(parent: string, position: number, child: string): string {
  return edgeText(edgeBucket(new Head(parent), position, new Head(child)));
}

/** A name that is the head of terms: its part of an edge's hash, and the numbers of its tokens (-1 until used). */
class Head {
  readonly name: string;
  /** The head for the last part of this name; itself if it has one part. */
  last: Head = this;
  readonly hash: number;
  /** 31 to the power of the number of characters. */
  readonly power: number;
  constant = -1;
  conclusion = -1;
  side = -1;
  applied = -1;

  constructor(name: string) {
    let hash = 0;
    let power = 1;
    for (let at = 0; at < name.length; at++) {
      hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
      power = Math.imul(power, 31);
    }
    this.name = name;
    this.hash = hash;
    this.power = power;
  }
}

/** By role of a head: see `shapes.ts`. */
const PREFIXES = { constant: 's:c:', conclusion: 's:C:', side: 's:R:', applied: 's:V:' } as const;

/** Parent in edges to the heads of premises. */
export const PREMISE = '⊢-';
const PREMISE_HEAD = new Head(PREMISE);

/** Collects the tokens of statements, one after another. */
export class ShapeTokens {
  /** Tokens of the current statement; a token may occur several times. */
  readonly tokens: number[] = [];
  /** Number of nodes of its trees. */
  nodes = 0;
  readonly #number: NumberToken;
  /** By bucket; -1 until used. */
  readonly #edges = new Int32Array(EDGE_BUCKETS).fill(-1);
  readonly #heads = new Map<string, Head>();
  readonly #arrow: number;
  readonly #ascribed: number;

  constructor(number: NumberToken) {
    this.#number = number;
    this.#arrow = number(`s:c:${ARROW}`);
    this.#ascribed = number(`s:c:${ASCRIBED}`);
  }

  /** Begins the next statement. */
  clear(): void {
    this.tokens.length = 0;
    this.nodes = 0;
  }

  /** Adds the constants and edges of a premise, and the edge to its head. */
  addPremise(tree: Term): void {
    const head = this.#collect(tree, true);
    if (head !== null) this.#addEdge(PREMISE_HEAD, 0, head);
  }

  /** Adds constants and edges. */
  addTree(tree: Term): void {
    this.#collect(tree, true);
  }

  /** Adds the token of a head in a role other than that of a constant. */
  addHead(role: 'conclusion' | 'side' | 'applied', name: string): void {
    this.#addRole(role, this.#head(name));
  }

  #head(name: string): Head {
    let head = this.#heads.get(name);
    if (head === undefined) {
      head = new Head(name);
      this.#heads.set(name, head);
      const last = lastPart(name);
      if (last !== name) head.last = this.#head(last);
    }
    return head;
  }

  #addEdge(parent: Head, position: number, child: Head): void {
    const bucket = edgeBucket(parent, position, child);
    let token = this.#edges[bucket]!;
    if (token < 0) token = this.#edges[bucket] = this.#number(edgeText(bucket));
    this.tokens.push(token);
  }

  #addRole(role: keyof typeof PREFIXES, head: Head): void {
    if (head[role] < 0) head[role] = this.#number(PREFIXES[role] + head.name);
    this.tokens.push(head[role]);
  }

  /**
   * A single walk that adds what `constantsOf` and `edgesOf` in `shapes.ts` report. Returns the tree's `headOf`, or
   * null if it has none. Types of ascriptions have constants but no edges.
   */
  #collect(tree: Term, withEdges: boolean): Head | null {
    const { kind, args } = tree;
    this.nodes++;
    switch (kind) {
      case Kind.CONSTANT:
      case Kind.PROJECTION: {
        const head = this.#head(tree.head);
        this.#addRole('constant', head);
        for (let at = 0; at < args.length; at++) {
          const child = this.#collect(args[at]!, withEdges);
          if (child === null || !withEdges) continue;
          if (kind === Kind.CONSTANT) this.#addEdge(head.last, at, child);
          else this.#addFieldEdges(head.last, at, args.length, child);
        }
        return orNull(head.last);
      }
      case Kind.EXPLICIT:
      case Kind.NUMBER: {
        const head = this.#head(tree.head);
        this.#addRole('constant', head);
        for (const child of args) this.#collect(child, withEdges);
        return orNull(kind === Kind.NUMBER ? head : head.last);
      }
      case Kind.COERCION:
      case Kind.ASCRIPTION: {
        if (kind === Kind.ASCRIPTION) this.tokens.push(this.#ascribed);
        else if (tree.head === ARROW) this.tokens.push(this.#arrow);
        let inner: Head | null = null;
        for (let at = 0; at < args.length; at++) {
          const found = this.#collect(args[at]!, withEdges && at === 0);
          if (at === 0) inner = found;
        }
        return inner;
      }
      default: {
        let last: Head | null = null;
        for (const child of args) last = this.#collect(child, withEdges);
        return kind === Kind.LAMBDA ? last : null;
      }
    }
  }

  /** A field's receiver may be any of its arguments, so the edge is added at each. */
  #addFieldEdges(parent: Head, at: number, count: number, child: Head): void {
    const from = at === 0 ? 0 : at - 1;
    const to = at === 0 ? count - 1 : at;
    for (let position = from; position <= to; position++) this.#addEdge(parent, position, child);
  }
}

function orNull(head: Head): Head | null {
  return head.name === '' ? null : head;
}
