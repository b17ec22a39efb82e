/** Builds the blocks of a LaTeX document from the events of its outline. */
import type { Block, ProofBlock, TextContent, StatementBlock } from '../block.ts';
import type { PiecePlace } from '../document.ts';
import type { DocumentState } from './document-state.ts';
import type { EnvironmentInfo } from './environments.ts';
import { NO_HEAD, readHead, type Head } from './environment-head.ts';
import { NodeStream } from './node-stream.ts';
import { Prose } from './prose.ts';
import type { TexNode } from './tex-parser.ts';
import { writeTex, type TexOutput } from './tex-writer.ts';

/** An open environment that contains structure. */
interface Frame {
  /** `item`: of a list of problems. `container`: its text belongs to the surrounding frame. */
  type: 'statement' | 'proof' | 'item' | 'container';
  name: string;
  info: EnvironmentInfo | null;
  prose: Prose;
  /** Null until it is read, before the first text. */
  head: Head | null;
  /** As in `ProofBlock`. */
  after: number;
  /** The last statement that ended inside it. */
  inner: StatementBlock | null;
  /** Proofs that ended inside a statement. */
  proofs: ProofBlock[];
}

export class BlockBuilder {
  readonly blocks: Block[] = [];
  readonly #state: DocumentState;
  readonly #frames: Frame[] = [];
  /** The paragraph outside of all statements. */
  #paragraph: Prose | null = null;
  #heading = '';

  constructor(state: DocumentState) {
    this.#state = state;
  }

  text(nodes: readonly TexNode[], place: PiecePlace): void {
    const frame = this.#textOwner();
    if (frame === null) {
      this.#paragraph ??= new Prose(place);
      this.#paragraph.add(writeTex(nodes, this.#state));
      return;
    }
    const stream = new NodeStream(nodes);
    if (frame.head === null) {
      frame.head = readHead(stream, frame, this.#state);
      frame.prose.add({ text: '', labels: frame.head.labels, references: frame.head.references });
    }
    frame.prose.add(writeTex(stream, this.#state));
  }

  break(): void {
    const frame = this.#textOwner();
    if (frame === null) this.#endParagraph();
    else frame.prose.break();
  }

  heading(level: number, nodes: readonly TexNode[], place: PiecePlace): void {
    const { labels, references } = writeTex(nodes, this.#state);
    const title = this.#state.titleText(nodes);
    this.#heading = title;
    const frame = this.#textOwner();
    if (frame !== null) {
      frame.prose.break();
      frame.prose.add({ text: title, labels, references });
      frame.prose.break();
      return;
    }
    this.#endParagraph();
    this.blocks.push({ type: 'heading', level, title });
    if (labels.length + references.length > 0) this.blocks.push({ type: 'text', body: '', labels, references, place });
  }

  begin(name: string, place: PiecePlace): void {
    const use = this.#state.environments.useOf(name);
    const owner = this.#textOwner();
    if (use === 'statement' || use === 'proof') {
      if (owner === null) this.#endParagraph();
      this.#open(use, name, this.#state.environments.info(name), place);
      return;
    }
    owner?.prose.add(plain(`\\begin{${name}}`));
    this.#open('container', name, null, place);
  }

  end(name: string): void {
    if (this.#frames.at(-1)?.type === 'item') this.#close();
    if (this.#frames.at(-1)?.name === name) this.#close();
  }

  item(place: PiecePlace): void {
    if (this.#frames.at(-1)?.type === 'item') this.#close();
    this.#endParagraph();
    const list = `${this.#frames.at(-1)?.name ?? ''} ${this.#heading}`;
    const called = /problem/i.test(list) ? 'Problem' : /question/i.test(list) ? 'Question' : 'Exercise';
    const info: EnvironmentInfo = { role: 'problem', called, parameters: [], head: [], labelPrefix: null };
    this.#open('item', 'item', info, place);
  }

  finish(): Block[] {
    while (this.#frames.length > 0) this.#close();
    this.#endParagraph();
    return this.blocks;
  }

  /** The statement or proof that text currently belongs to, or null. */
  #textOwner(): Frame | null {
    return this.#frames.findLast(({ type }) => type !== 'container') ?? null;
  }

  #open(type: Frame['type'], name: string, info: EnvironmentInfo | null, place: PiecePlace): void {
    const prose = new Prose(place);
    this.#frames.push({ type, name, info, prose, head: null, after: this.blocks.length, inner: null, proofs: [] });
  }

  #close(): void {
    const frame = this.#frames.pop()!;
    const outer = this.#textOwner();
    if (frame.type === 'container') {
      if (outer === null) this.#endParagraph();
      outer?.prose.add(plain(`\\end{${frame.name}}`));
    } else if (frame.type === 'proof') this.#closeProof(frame, outer);
    else this.#closeStatement(frame, outer);
  }

  #closeStatement({ info, head, name, prose, proofs }: Frame, outer: Frame | null): void {
    const content = prose.content();
    const { number, title } = head ?? NO_HEAD;
    const role = info?.role;
    const kind = role === undefined || role === 'proof' || role === 'solution' ? 'theorem' : role;
    const called = info?.called ?? '';
    const isInner = outer !== null;
    const block: StatementBlock = { type: 'statement', kind, called, number, title, isInner, ...content };
    this.blocks.push(block, ...proofs.map((proof) => ({ ...proof, within: block })));
    if (outer === null) return;
    outer.inner = block;
    includeIn(outer, name, title, content);
  }

  #closeProof({ info, head, name, prose, after }: Frame, outer: Frame | null): void {
    const content = prose.content();
    const { title, of } = head ?? NO_HEAD;
    const proven = prose.commands.filter((command) => command.name === 'proves').flatMap(({ items }) => items);
    const role = info?.role === 'solution' ? 'solution' : 'proof';
    const block: ProofBlock = {
      type: 'proof',
      role,
      title,
      within: null,
      isInner: outer !== null,
      of: [...of, ...proven],
      after,
      ...content,
    };
    const isOfInner = outer !== null && outer.inner !== null;
    if (outer === null || isOfInner) this.blocks.push(block);
    else if (outer.type !== 'proof') outer.proofs.push(block);
    // A proof inside a proof is part of it. The proof of an inner claim is also attached to the claim.
    if (outer !== null && (isOfInner || outer.type === 'proof')) {
      includeIn(outer, name, title, isOfInner ? { ...content, labels: [] } : content);
      if (!isOfInner) outer.prose.labels.push(...content.labels);
    }
  }

  #endParagraph(): void {
    const content = this.#paragraph?.content();
    this.#paragraph = null;
    if (content === undefined) return;
    if (content.body !== '' || content.labels.length > 0) this.blocks.push({ type: 'text', ...content });
  }
}

const plain = (text: string): TexOutput => ({ text, labels: [], references: [] });

/** Adds an inner statement or proof to the text of the outer one, without its labels. */
function includeIn(outer: Frame, name: string, title: string, { body, references }: TextContent): void {
  const option = title === '' ? '' : `[${title}]`;
  const text = name === 'item' ? body : `\\begin{${name}}${option}\n${body}\n\\end{${name}}`;
  outer.prose.break();
  outer.prose.add({ text, labels: [], references });
  outer.prose.break();
}
