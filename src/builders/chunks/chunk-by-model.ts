/** Chunks unstructured text with a model that returns line numbers only: no text can be invented or lost. */
import { LocalWork, runUnits } from '../../base/work.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import type { ModelClient } from '../../llm/model-client.ts';
import { fillTemplate } from '../../prompt/template.ts';
import { CHUNK_TEXT } from '../../prompt/templates/chunk-text.ts';
import type { Document, DocumentProblem, Piece } from '../../sources/document.ts';
import { assignKeys } from '../../sources/piece-keys.ts';
import { estimatedTokens } from '../../sources/token-estimate.ts';
import { readChunks, type Chunk } from './chunk-answer.ts';

export interface ChunkOptions {
  client: ModelClient;
  /** Maximum number of concurrent texts. */
  concurrency: number;
  onText: (done: number, total: number) => void;
}

/** A shorter text is not split. */
const MIN_TOKENS = 150;

/** Maximum number of tokens per request. */
const MAX_REQUEST_TOKENS = 6000;

/** A line of a text and its original piece. */
interface Line {
  text: string;
  piece: Piece;
}

/**
 * Returns `document` with its passages chunked again; all other pieces are unchanged. If the model's answers for a text
 * are invalid twice, its passages are unchanged too, and a problem is reported.
 * @throws {BudgetSpent} {ModelError} that end the work; answers so far stay in the cache
 */
export async function chunkByModel(document: Document, options: ChunkOptions): Promise<Document> {
  const { client, concurrency, onText } = options;
  const runs = runsOf(document.pieces).map((run, id) => ({ id, ...run }));
  const out: Cut[][] = runs.map(({ pieces }) => pieces.map(({ key: _, ...piece }) => piece));
  const problems: DocumentProblem[] = [];
  const selected = runs.filter(needsModel);
  await runUnits({
    work: new LocalWork<(typeof runs)[number], Cut[] | DocumentProblem>(selected, ([run], result) => {
      if (Array.isArray(result)) out[run!.id] = result;
      else problems.push(result);
    }),
    ...{ concurrency, signal: client.signal },
    run: ([run]) => cut(run!.pieces, client),
    failed: ([run], error) => {
      const failure = requestFailure(error);
      if (failure === null) return null;
      const message = `A text is chunked by its structure only: ${failure.message.replace(/\.$/, '')}.`;
      return { code: 'chunks-by-structure', message, place: run!.pieces[0]!.place };
    },
    onDone: (_, done) => onText(done, selected.length),
  });
  return { ...document, pieces: assignKeys(out.flat()).pieces, problems: [...document.problems, ...problems] };
}

/** Consecutive passages of one section, or one piece of another kind. */
interface PieceRun {
  pieces: Piece[];
  headings: string;
}

function runsOf(pieces: readonly Piece[]): PieceRun[] {
  const runs: PieceRun[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const headings = JSON.stringify([piece.place.file, piece.headings]);
    const isText = piece.kind === 'passage' && piece.proof === null;
    if (isText && last?.pieces[0]?.kind === 'passage' && last.headings === headings) last.pieces.push(piece);
    else runs.push({ pieces: [piece], headings });
  }
  return runs;
}

function needsModel({ pieces }: PieceRun): boolean {
  const [first] = pieces;
  if (first?.kind !== 'passage' || first.proof !== null) return false;
  return pieces.reduce((sum, { body }) => sum + estimatedTokens(body), 0) >= MIN_TOKENS;
}

async function cut(pieces: readonly Piece[], client: ModelClient): Promise<Cut[]> {
  const lines = pieces.flatMap((piece, at) => linesOf(piece, at === 0));
  const cuts: Cut[] = [];
  const firstCuts = new Map<Piece, Cut>();
  for (let from = 0; from < lines.length;) {
    const window = lines.slice(from, windowEnd(lines, from));
    const chunks = await chunksOf(window, client);
    // The window's end may cut the last chunk, so the next window starts with it.
    const isLastWindow = from + window.length === lines.length;
    const complete = isLastWindow || chunks.length === 1 ? chunks : chunks.slice(0, -1);
    for (const chunk of complete) {
      const newCut = cutOf(chunk, window);
      if (newCut.body === '' && newCut.proof === null) continue;
      cuts.push(newCut);
      for (const { text, piece } of window.slice(chunk.first - 1, chunk.last)) {
        if (text.trim() !== '' && !firstCuts.has(piece)) firstCuts.set(piece, newCut);
      }
    }
    from += complete.at(-1)!.last;
  }
  for (const piece of pieces) assignLabels(piece, firstCuts.get(piece), cuts);
  return cuts;
}

/** A new piece without its key. */
type Cut = Omit<Piece, 'key'>;

/** Puts an empty line between two pieces. */
function linesOf(piece: Piece, isFirst: boolean): Line[] {
  const lines = piece.body.split('\n').map((text) => ({ text, piece }));
  return isFirst ? lines : [{ text: '', piece }, ...lines];
}

function windowEnd(lines: readonly Line[], from: number): number {
  let tokens = 0;
  let end = from;
  while (end < lines.length && (end === from || tokens + estimatedTokens(lines[end]!.text) <= MAX_REQUEST_TOKENS)) {
    tokens += estimatedTokens(lines[end]!.text) + 1;
    end++;
  }
  return end;
}

async function chunksOf(lines: readonly Line[], client: ModelClient): Promise<Chunk[]> {
  const headings = lines[0]!.piece.headings;
  const messages = fillTemplate(CHUNK_TEXT, {
    headings: headings.length === 0 ? '' : `The text stands under: ${headings.join(' › ')}`,
    lines: lines.map(({ text }, at) => `${at + 1}| ${text}`).join('\n'),
  });
  const read = (answer: string): Chunk[] => readChunks(answer, lines.length);
  return (await client.question({ template: CHUNK_TEXT.id, messages, read })).value;
}

function cutOf(chunk: Chunk, lines: readonly Line[]): Cut {
  const { first, last, kind, called, number, title, solution } = chunk;
  const textOf = (from: number, to: number): string =>
    lines
      .slice(from - 1, to)
      .map(({ text }) => text)
      .join('\n')
      .trim();
  const { headings, place } = lines[first - 1]!.piece;
  return {
    ...{ kind, called, number, title, headings, place, labels: [], references: [] },
    body: textOf(first, solution === null ? last : solution - 1),
    proof: solution === null ? null : textOf(solution, last) || null,
  };
}

/** Assigns labels to the cut in which the piece begins, references to the cut that mentions them or to the same one. */
function assignLabels({ labels, references }: Piece, firstCut: Cut | undefined, cuts: readonly Cut[]): void {
  firstCut?.labels.push(...labels);
  for (const reference of references) {
    const mentioning = cuts.find(({ body, proof }) => `${body}\n${proof ?? ''}`.includes(`{${reference.label}}`));
    (mentioning ?? firstCut)?.references.push(reference);
  }
}
