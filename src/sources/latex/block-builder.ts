/** Makes blocks of a LaTeX document from the events of its outline. */
import type { Block, ProofBlock, Said, StatementBlock } from '../block.ts';
import type { PiecePlace } from '../document.ts';
import type { DocumentState } from './document-state.ts';
import type { EnvironmentInfo } from './environments.ts';
import { NO_HEAD, readHead, type Head } from './head.ts';
import { NodeStream } from './node-stream.ts';
import { Prose } from './prose.ts';
import type { TexNode } from './tex-parser.ts';
import { writeTex, type Written } from './tex-writer.ts';

/** An environment that is open, with structure in it. */
interface Frame {
  /** `item`: of a list of problems. `container`: text in it goes to what is around. */
  type: 'statement' | 'proof' | 'item' | 'container';
  name: string;
  info: EnvironmentInfo | null;
  prose: Prose;
  /** Null: not yet read, it stands before the first text. */
  head: Head | null;
  /** As in `ProofBlock`. */
  after: number;
  /** The last statement that ended inside. */
  inner: StatementBlock | null;
  /** Proofs that ended inside of a statement. */
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
    const frame = this.#speaker();
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
    const frame = this.#speaker();
    if (frame === null) this.#endParagraph();
    else frame.prose.break();
  }

  heading(level: number, nodes: readonly TexNode[], place: PiecePlace): void {
    const { labels, references } = writeTex(nodes, this.#state);
    const title = this.#state.words(nodes);
    this.#heading = title;
    const frame = this.#speaker();
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
    const speaker = this.#speaker();
    if (use === 'statement' || use === 'proof') {
      if (speaker === null) this.#endParagraph();
      this.#open(use, name, this.#state.environments.info(name), place);
      return;
    }
    speaker?.prose.add(plain(`\\begin{${name}}`));
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

  /** The statement or proof that text now belongs to; null: none. */
  #speaker(): Frame | null {
    return this.#frames.findLast(({ type }) => type !== 'container') ?? null;
  }

  #open(type: Frame['type'], name: string, info: EnvironmentInfo | null, place: PiecePlace): void {
    const prose = new Prose(place);
    this.#frames.push({ type, name, info, prose, head: null, after: this.blocks.length, inner: null, proofs: [] });
  }

  #close(): void {
    const frame = this.#frames.pop()!;
    const outer = this.#speaker();
    if (frame.type === 'container') {
      if (outer === null) this.#endParagraph();
      outer?.prose.add(plain(`\\end{${frame.name}}`));
    } else if (frame.type === 'proof') this.#closeProof(frame, outer);
    else this.#closeStatement(frame, outer);
  }

  #closeStatement({ info, head, name, prose, proofs }: Frame, outer: Frame | null): void {
    const said = prose.said();
    const { number, title } = head ?? NO_HEAD;
    const role = info?.role;
    const kind = role === undefined || role === 'proof' || role === 'solution' ? 'theorem' : role;
    const called = info?.called ?? '';
    const isInner = outer !== null;
    const block: StatementBlock = { type: 'statement', kind, called, number, title, isInner, ...said };
    this.blocks.push(block, ...proofs.map((proof) => ({ ...proof, within: block })));
    if (outer === null) return;
    outer.inner = block;
    quote(outer, name, title, said);
  }

  #closeProof({ info, head, name, prose, after }: Frame, outer: Frame | null): void {
    const said = prose.said();
    const { title, of } = head ?? NO_HEAD;
    const role = info?.role === 'solution' ? 'solution' : 'proof';
    const block: ProofBlock = { type: 'proof', role, title, within: null, isInner: outer !== null, of, after, ...said };
    const isOfInner = outer !== null && outer.inner !== null;
    if (outer === null || isOfInner) this.blocks.push(block);
    else if (outer.type !== 'proof') outer.proofs.push(block);
    // A proof inside of a proof is part of it; one of a claim inside also hangs on the claim.
    if (outer !== null && (isOfInner || outer.type === 'proof')) {
      quote(outer, name, title, isOfInner ? { ...said, labels: [] } : said);
      if (!isOfInner) outer.prose.labels.push(...said.labels);
    }
  }

  #endParagraph(): void {
    const said = this.#paragraph?.said();
    this.#paragraph = null;
    if (said === undefined) return;
    if (said.body !== '' || said.labels.length > 0) this.blocks.push({ type: 'text', ...said });
  }
}

const plain = (text: string): Written => ({ text, labels: [], references: [] });

/** What stands inside of a proof is a part of it too; its labels are its own. */
function quote(outer: Frame, name: string, title: string, { body, references }: Said): void {
  const option = title === '' ? '' : `[${title}]`;
  const text = name === 'item' ? body : `\\begin{${name}}${option}\n${body}\n\\end{${name}}`;
  outer.prose.break();
  outer.prose.add({ text, labels: [], references });
  outer.prose.break();
}
