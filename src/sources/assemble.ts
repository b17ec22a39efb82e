/** Makes the pieces of a document from its blocks: proofs hang on what they prove, text becomes passages. */
import type { Block, HeadingBlock, ProofBlock, Said, StatementBlock, TextBlock } from './block.ts';
import type { DocumentProblem, Piece, Reference } from './document.ts';
import { hangProofs } from './attach-proofs.ts';
import { headedBlocks } from './headed-blocks.ts';
import { markedBlocks } from './marked-blocks.ts';
import { keyed } from './piece-keys.ts';
import { sentences } from './sentences.ts';
import { estimatedTokens } from './token-estimate.ts';

export const DEFAULT_MOST_TOKENS = 400;

/** Text that is shorter waits for more of its section before a statement ends it: a lone sentence finds nobody. */
const FEWEST_TOKENS = 60;

export interface Assembled {
  pieces: Piece[];
  problems: DocumentProblem[];
}

/** `title`: the document's, for labels that stand in no section. */
export function assemble(found: readonly Block[], title: string, mostTokens = DEFAULT_MOST_TOKENS): Assembled {
  const blocks = headedBlocks(markedBlocks(found));
  const { proofs, alone } = hangProofs(blocks);
  const assembly = new Assembly(title, mostTokens);
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'rule') assembly.rule();
    else if (block.type === 'heading') assembly.heading(block);
    else if (block.type === 'text') assembly.text(block, at);
    else if (block.type === 'statement') assembly.statement(block, proofs.get(block) ?? [], at);
    else if (alone.has(block)) assembly.text(asText(block), at);
  }
  const problems = [...alone].map(({ place }) => ({
    code: 'proof-alone',
    message: 'A proof has nothing before it that it could prove: it is kept as text.',
    place,
  }));
  const { pieces, twice } = keyed(assembly.end());
  return { pieces, problems: [...(pieces.length === 0 ? [NOTHING] : []), ...problems, ...twice] };
}

const NOTHING: DocumentProblem = {
  code: 'document-empty',
  message: 'It has neither text nor statements: nothing of it can be found.',
  place: null,
};

function asText({ body, labels, references, place, title }: ProofBlock): TextBlock {
  return { type: 'text', body: withTitle(title, body), labels, references, place };
}

const withTitle = (title: string, body: string): string => (title === '' ? body : `${title}. ${body}`);

/** A piece without its key, and where it began. */
interface Placed {
  at: number;
  piece: Omit<Piece, 'key'>;
}

class Assembly {
  readonly #title: string;
  readonly #mostTokens: number;
  readonly #placed: Placed[] = [];
  #path: HeadingBlock[] = [];
  #waiting: { at: number; said: Said }[] = [];
  #tokens = 0;

  constructor(title: string, mostTokens: number) {
    this.#title = title;
    this.#mostTokens = mostTokens;
  }

  rule(): void {
    this.#flush();
  }

  heading(block: HeadingBlock): void {
    this.#flush();
    const outer = this.#path.filter(({ level }) => level < block.level);
    this.#path = [...outer, block];
  }

  text(block: Said, at: number): void {
    for (const said of this.#parts(block)) {
      const tokens = estimatedTokens(said.body);
      if (this.#tokens > 0 && this.#tokens + tokens > this.#mostTokens) this.#flush();
      this.#waiting.push({ at, said });
      this.#tokens += tokens;
    }
  }

  statement(block: StatementBlock, proofs: readonly ProofBlock[], at: number): void {
    if (this.#tokens >= FEWEST_TOKENS) this.#flush();
    const { kind, called, number, title, body, place } = block;
    const proof = proofs.map((each) => withTitle(each.title, each.body)).join('\n\n');
    const all = [block, ...proofs];
    this.#placed.push({
      at,
      piece: {
        ...{ kind, called, number, title, headings: this.#headings(), body },
        proof: proofs.length === 0 ? null : proof,
        labels: labelsOf(all),
        references: referencesOf(all),
        place,
      },
    });
  }

  end(): Omit<Piece, 'key'>[] {
    this.#flush();
    return this.#placed.toSorted((a, b) => a.at - b.at).map(({ piece }) => piece);
  }

  /** A paragraph that is too long by itself is cut behind sentences; its labels stay with the first part. */
  #parts(block: Said): Said[] {
    if (estimatedTokens(block.body) <= this.#mostTokens) return [block];
    const bodies: string[] = [];
    for (const sentence of sentences(block.body)) {
      const last = bodies.at(-1);
      if (last === undefined || estimatedTokens(last + sentence) > this.#mostTokens) bodies.push(sentence);
      else bodies[bodies.length - 1] = last + sentence;
    }
    return bodies.map((body, part) => {
      const kept = part === 0 ? { labels: block.labels, references: block.references } : { labels: [], references: [] };
      return { ...block, ...kept, body: body.trim() };
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#tokens = 0;
    const first = waiting[0];
    if (first === undefined) return;
    const said = waiting.map((each) => each.said);
    const body = said
      .map((each) => each.body)
      .filter((each) => each !== '')
      .join('\n\n');
    const labels = labelsOf(said);
    if (body === '' && labels.length === 0) return;
    const headings = this.#headings();
    this.#placed.push({
      at: first.at,
      piece: {
        ...{ kind: 'passage', called: '', number: null, title: '', headings },
        body: body === '' ? (headings.at(-1) ?? this.#title) : body,
        ...{ proof: null, labels, references: referencesOf(said), place: first.said.place },
      },
    });
  }

  #headings(): string[] {
    return this.#path.map(({ title }) => title).filter((title) => title !== '');
  }
}

const labelsOf = (said: readonly Said[]): string[] => [...new Set(said.flatMap(({ labels }) => labels))];

/** Those to itself are left out. */
function referencesOf(said: readonly Said[]): Reference[] {
  const own = new Set(said.flatMap(({ labels }) => labels));
  const all = said.flatMap(({ references }) =>
    references.filter(({ kind, label }) => kind === 'cites' || !own.has(label)),
  );
  return [...new Map(all.map((reference) => [`${reference.kind} ${reference.label}`, reference])).values()];
}
