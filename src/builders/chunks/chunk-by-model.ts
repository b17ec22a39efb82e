/** Text without structure, cut by a model that names lines: nothing can be invented, and nothing is lost. */
import { forEachConcurrent } from '../../base/for-each-concurrent.ts';
import { BudgetSpent } from '../../llm/budget.ts';
import { ModelError } from '../../llm/model-error.ts';
import { fillTemplate } from '../../prompt/template.ts';
import { CHUNK_TEXT } from '../../prompt/templates/chunk-text.ts';
import type { Document, DocumentProblem, Piece } from '../../sources/document.ts';
import { keyed } from '../../sources/piece-keys.ts';
import { estimatedTokens } from '../../sources/token-estimate.ts';
import { BadAnswer, type Asker } from '../asker.ts';
import { ENDS_THE_WORK } from '../fatal-model-errors.ts';
import { readChunks, type Chunk } from './chunk-answer.ts';

export interface ChunkOptions {
  asker: Asker;
  /** Texts under way at once. */
  atOnce: number;
  onText: (done: number, total: number) => void;
}

/** Shorter text is one unit already. */
const FEWEST_TOKENS = 150;

/** As much as a model is shown at a time. */
const MOST_TOKENS_SHOWN = 6000;

/** A line of a text, and the piece that it came from. */
interface Line {
  text: string;
  piece: Piece;
}

/**
 * `document` with its passages cut anew; statements, problems and whatever else it marks stay as they are. Where a model
 * gives no good answer twice, the passages stay too, and a problem says so.
 * @throws {BudgetSpent} {ModelError} that end the work; what was had is kept by the asker
 */
export async function chunkByModel(document: Document, options: ChunkOptions): Promise<Document> {
  const runs = runsOf(document.pieces);
  const total = runs.filter(isWorthAsking).length;
  const out: Cut[][] = runs.map(({ pieces }) => pieces.map(({ key: _, ...piece }) => piece));
  const problems: DocumentProblem[] = [];
  let done = 0;
  await forEachConcurrent(runs.entries(), options.atOnce, async ([at, run]) => {
    if (!isWorthAsking(run)) return;
    try {
      out[at] = await cut(run.pieces, options.asker);
    } catch (error) {
      const why = whyKept(error);
      if (why === null) throw error;
      const message = `A text is cut by its structure alone: ${why}.`;
      problems.push({ code: 'chunks-by-structure', message, place: run.pieces[0]!.place });
    }
    done++;
    options.onText(done, total);
  });
  return { ...document, pieces: keyed(out.flat()).pieces, problems: [...document.problems, ...problems] };
}

/** Pieces that stand together: passages of one section, or one piece of another kind. */
interface Run {
  pieces: Piece[];
  headings: string;
}

function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const headings = JSON.stringify([piece.place.file, piece.headings]);
    const isText = piece.kind === 'passage' && piece.proof === null;
    if (isText && last?.pieces[0]?.kind === 'passage' && last.headings === headings) last.pieces.push(piece);
    else runs.push({ pieces: [piece], headings });
  }
  return runs;
}

function isWorthAsking({ pieces }: Run): boolean {
  const [first] = pieces;
  if (first?.kind !== 'passage' || first.proof !== null) return false;
  return pieces.reduce((sum, { body }) => sum + estimatedTokens(body), 0) >= FEWEST_TOKENS;
}

async function cut(pieces: readonly Piece[], asker: Asker): Promise<Cut[]> {
  const lines = pieces.flatMap((piece, at) => linesOf(piece, at === 0));
  const cuts: Cut[] = [];
  const homes = new Map<Piece, Cut>();
  for (let from = 0; from < lines.length;) {
    const shown = lines.slice(from, windowEnd(lines, from));
    const chunks = await chunksOf(shown, asker);
    // What the window's end cuts off comes again whole in the next one.
    const isLastWindow = from + shown.length === lines.length;
    const whole = isLastWindow || chunks.length === 1 ? chunks : chunks.slice(0, -1);
    for (const chunk of whole) {
      const made = cutOf(chunk, shown);
      if (made.body === '' && made.proof === null) continue;
      cuts.push(made);
      for (const { text, piece } of shown.slice(chunk.first - 1, chunk.last)) {
        if (text.trim() !== '' && !homes.has(piece)) homes.set(piece, made);
      }
    }
    from += whole.at(-1)!.last;
  }
  for (const piece of pieces) putNames(piece, homes.get(piece), cuts);
  return cuts;
}

/** A piece to be. */
type Cut = Omit<Piece, 'key'>;

/** An empty line stands between two pieces. */
function linesOf(piece: Piece, isFirst: boolean): Line[] {
  const lines = piece.body.split('\n').map((text) => ({ text, piece }));
  return isFirst ? lines : [{ text: '', piece }, ...lines];
}

function windowEnd(lines: readonly Line[], from: number): number {
  let tokens = 0;
  let end = from;
  while (end < lines.length && (end === from || tokens + estimatedTokens(lines[end]!.text) <= MOST_TOKENS_SHOWN)) {
    tokens += estimatedTokens(lines[end]!.text) + 1;
    end++;
  }
  return end;
}

async function chunksOf(lines: readonly Line[], asker: Asker): Promise<Chunk[]> {
  const headings = lines[0]!.piece.headings;
  const messages = fillTemplate(CHUNK_TEXT, {
    headings: headings.length === 0 ? '' : `The text stands under: ${headings.join(' › ')}`,
    lines: lines.map(({ text }, at) => `${at + 1}| ${text}`).join('\n'),
  });
  const read = (answer: string): Chunk[] => readChunks(answer, lines.length);
  return (await asker.ask({ template: CHUNK_TEXT.id, messages, read })).value;
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

/** Labels of a piece go where it began, references to the cut that says them, else there too. */
function putNames({ labels, references }: Piece, home: Cut | undefined, cuts: readonly Cut[]): void {
  home?.labels.push(...labels);
  for (const reference of references) {
    const says = cuts.find(({ body, proof }) => `${body}\n${proof ?? ''}`.includes(`{${reference.label}}`));
    (says ?? home)?.references.push(reference);
  }
}

/** Why a text stays as it is; null where no other text would be spared. */
function whyKept(error: unknown): string | null {
  if (error instanceof BadAnswer) return error.message;
  if (error instanceof BudgetSpent || !(error instanceof ModelError) || ENDS_THE_WORK.has(error.kind)) return null;
  return error.detail.message.replace(/\.$/, '');
}
