/** Assembles the pieces of a document from its blocks. Proofs are attached to their statements; text becomes passages. */
import type { Block, HeadingBlock, ProofBlock, TextContent, StatementBlock, TextBlock } from './block.ts';
import type { BlueprintMarks, DocumentProblem, Piece, PieceFacts, Reference } from './document.ts';
import { attachProofs } from './attach-proofs.ts';
import { headedBlocks } from './headed-blocks.ts';
import { joinProofs } from './join-proofs.ts';
import { markedBlocks } from './marked-blocks.ts';
import { assignKeys } from './piece-keys.ts';
import { sentences } from './sentences.ts';
import { estimatedTokens } from './token-estimate.ts';

export const DEFAULT_MAX_TOKENS = 400;

/** Shorter text is not ended by a statement but joined with later text of its section: search rarely finds one sentence. */
const MIN_TOKENS = 60;

export interface Assembled {
  pieces: Piece[];
  problems: DocumentProblem[];
}

/** `title`: the document's title, for labels outside of all sections. */
export function assemble(rawBlocks: readonly Block[], title: string, maxTokens = DEFAULT_MAX_TOKENS): Assembled {
  const blocks = headedBlocks(markedBlocks(rawBlocks));
  const { proofs, unattached } = attachProofs(blocks);
  const assembly = new Assembly(title, maxTokens);
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'rule') assembly.rule();
    else if (block.type === 'heading') assembly.heading(block);
    else if (block.type === 'text') assembly.text(block, at);
    else if (block.type === 'statement') assembly.statement(block, proofs.get(block) ?? [], at);
    else if (unattached.has(block)) assembly.text(asText(block), at);
  }
  const problems = [...unattached].map(({ place }) => ({
    code: 'proof-alone',
    message: 'A proof has no statement before it: it is stored as text.',
    place,
  }));
  const { pieces, duplicates } = assignKeys(assembly.end());
  return { pieces, problems: [...(pieces.length === 0 ? [EMPTY_DOCUMENT] : []), ...problems, ...duplicates] };
}

const EMPTY_DOCUMENT: DocumentProblem = {
  code: 'document-empty',
  message: 'The document has neither text nor statements, so search cannot find anything in it.',
  place: null,
};

function asText({ body, labels, references, place, title }: ProofBlock): TextBlock {
  return { type: 'text', body: withTitle(title, body), labels, references, place };
}

const withTitle = (title: string, body: string): string => (title === '' ? body : `${title}. ${body}`);

/** A piece without its key, and the index of its first block. */
interface PlacedPiece {
  at: number;
  piece: Omit<Piece, 'key'>;
}

class Assembly {
  readonly #title: string;
  readonly #maxTokens: number;
  readonly #placed: PlacedPiece[] = [];
  #path: HeadingBlock[] = [];
  #pending: { at: number; content: TextContent }[] = [];
  #tokens = 0;

  constructor(title: string, maxTokens: number) {
    this.#title = title;
    this.#maxTokens = maxTokens;
  }

  rule(): void {
    this.#flush();
  }

  heading(block: HeadingBlock): void {
    this.#flush();
    const outer = this.#path.filter(({ level }) => level < block.level);
    this.#path = [...outer, block];
  }

  text(block: TextContent, at: number): void {
    for (const content of this.#parts(block)) {
      const tokens = estimatedTokens(content.body);
      if (this.#tokens > 0 && this.#tokens + tokens > this.#maxTokens) this.#flush();
      this.#pending.push({ at, content });
      this.#tokens += tokens;
    }
  }

  statement(block: StatementBlock, proofs: readonly ProofBlock[], at: number): void {
    if (this.#tokens >= MIN_TOKENS) this.#flush();
    const { kind, called, number, title, body, place } = block;
    const { proof, facts } = joinProofs(proofs.map((each) => withTitle(each.title, each.body)));
    const all = [block, ...proofs];
    this.#placed.push({
      at,
      piece: {
        ...{ kind, called, number, title, headings: this.#headings(), body },
        proof,
        labels: labelsOf(all),
        references: referencesOf(all),
        place,
        ...withFacts({ ...block.facts, ...facts, ...blueprintOf(block, proofs) }),
      },
    });
  }

  end(): Omit<Piece, 'key'>[] {
    this.#flush();
    return this.#placed.toSorted((a, b) => a.at - b.at).map(({ piece }) => piece);
  }

  /** Splits a paragraph that is too long after sentences. Its labels and references stay with the first part. */
  #parts(block: TextContent): TextContent[] {
    if (estimatedTokens(block.body) <= this.#maxTokens) return [block];
    const bodies: string[] = [];
    for (const sentence of sentences(block.body)) {
      const last = bodies.at(-1);
      if (last === undefined || estimatedTokens(last + sentence) > this.#maxTokens) bodies.push(sentence);
      else bodies[bodies.length - 1] = last + sentence;
    }
    return bodies.map((body, part) => {
      const text = body.trim();
      return part === 0 ? { ...block, body: text } : { ...block, labels: [], references: [], body: text };
    });
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#tokens = 0;
    const first = pending[0];
    if (first === undefined) return;
    const contents = pending.map((each) => each.content);
    const body = contents
      .map((each) => each.body)
      .filter((each) => each !== '')
      .join('\n\n');
    const labels = labelsOf(contents);
    if (body === '' && labels.length === 0) return;
    const headings = this.#headings();
    this.#placed.push({
      at: first.at,
      piece: {
        ...{ kind: 'passage', called: '', number: null, title: '', headings },
        body: body === '' ? (headings.at(-1) ?? this.#title) : body,
        ...{ proof: null, labels, references: referencesOf(contents), place: first.content.place },
      },
    });
  }

  #headings(): string[] {
    return this.#path.map(({ title }) => title).filter((title) => title !== '');
  }
}

const withFacts = (facts: PieceFacts): Pick<Piece, 'facts'> => (Object.keys(facts).length === 0 ? {} : { facts });

/** Marks of several proofs are joined. */
function blueprintOf(block: StatementBlock, proofs: readonly ProofBlock[]): Pick<PieceFacts, 'blueprint'> {
  const marks = proofs.flatMap((proof) => proof.marks ?? []);
  if (block.marks === undefined && marks.length === 0) return {};
  const proof = proofs.length === 0 ? null : joinMarks(marks);
  return { blueprint: { statement: block.marks ?? joinMarks([]), proof } };
}

function joinMarks(marks: readonly BlueprintMarks[]): BlueprintMarks {
  return {
    uses: [...new Set(marks.flatMap(({ uses }) => uses))],
    lean: [...new Set(marks.flatMap(({ lean }) => lean))],
    isFormalized: marks.some(({ isFormalized }) => isFormalized),
    isInMathlib: marks.some(({ isInMathlib }) => isInMathlib),
    isNotReady: marks.some(({ isNotReady }) => isNotReady),
  };
}

const labelsOf = (contents: readonly TextContent[]): string[] => [...new Set(contents.flatMap(({ labels }) => labels))];

/** Excludes references of a piece to itself. */
function referencesOf(contents: readonly TextContent[]): Reference[] {
  const own = new Set(labelsOf(contents));
  const all = contents.flatMap(({ references }) =>
    references.filter(({ kind, label }) => kind === 'cites' || !own.has(label)),
  );
  return [...new Map(all.map((reference) => [`${reference.kind} ${reference.label}`, reference])).values()];
}
