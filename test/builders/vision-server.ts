/** A vision model on a real HTTP server: decodes the received image and identifies the page by its bars. */
import { decode } from 'fast-png';
import { inkOf, type Ink } from '../sources/pdf/ink.ts';
import type { HandmadePage } from '../sources/pdf/make-pdf.ts';
import { startModelServer, type ModelServer, type Reply, type SeenRequest } from '../llm/model-server.ts';

const BITS = 10;
const SIDE = 15;
const LEFT = 20;
const TOP = 406;
/** A6, in points: small images are decoded quickly. */
export const [WIDTH, HEIGHT] = [298, 420];

/** Ten black or white squares at the top of the page from the left, after one that is always black. */
export function barredPage(number: number, rest: HandmadePage = {}): HandmadePage {
  const bits = Array.from({ length: BITS }, (_, bit) => (number >> bit) & 1);
  const squares = [1, ...bits].flatMap((bit, at) =>
    bit === 1 ? [[LEFT + at * SIDE, TOP - SIDE, SIDE, SIDE] as const] : [],
  );
  return { size: [WIDTH, HEIGHT], ...rest, boxes: [...squares, ...(rest.boxes ?? [])] };
}

/** The same squares in LaTeX, for a page where TeX begins in the upper left corner. */
export function barsInLatex(number: number): string {
  const bits = Array.from({ length: BITS }, (_, bit) => (number >> bit) & 1);
  const square = (bit: number): string => (bit === 1 ? `\\rule{${SIDE}bp}{${SIDE}bp}` : `\\hspace*{${SIDE}bp}`);
  return `\\noindent ${[1, ...bits].map(square).join('')}\\par\\bigskip`;
}

/** Geometry for `\documentclass{article}` that puts `barsInLatex` at the place of `barredPage`. */
export const BARRED_GEOMETRY = `\\usepackage[paperwidth=${WIDTH}bp,paperheight=${HEIGHT}bp,left=${LEFT}bp,top=${HEIGHT - TOP}bp,right=20bp,bottom=20bp]{geometry}\\pagestyle{empty}`;

export interface SeenPage {
  /** Number shown by its bars; 0 if it has none. */
  number: number;
  ink: Ink;
  /** The request as received. */
  request: SeenRequest;
}

export interface VisionServer extends ModelServer {
  /** All requested pages in the order of the requests. */
  pages: SeenPage[];
}

/** `answer`: the reply for a page number and the number of requests for that page, from 1. */
export async function startVisionServer(answer: (page: number, time: number) => Reply): Promise<VisionServer> {
  const pages: SeenPage[] = [];
  const times = new Map<number, number>();
  const server = await startModelServer((request) => {
    const png = pictureIn(request);
    if (png === null) return { text: 'NO PICTURE' };
    const ink = inkOf(png);
    const number = numberOf(ink);
    pages.push({ number, ink, request });
    const time = (times.get(number) ?? 0) + 1;
    times.set(number, time);
    return answer(number, time);
  });
  return { ...server, pages };
}

/** A correct answer of a model. */
export const transcription = (latex: string): Reply => ({ text: `\`\`\`latex\n${latex}\n\`\`\`` });

function numberOf(ink: Ink): number {
  const isBlack = (at: number): boolean =>
    ink.at((LEFT + (at + 0.5) * SIDE) / WIDTH, (HEIGHT - TOP + SIDE / 2) / HEIGHT);
  if (!isBlack(0)) return 0;
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) if (isBlack(bit + 1)) number |= 1 << bit;
  return number;
}

/** Finds the image in either wire format; null if not found. */
function pictureIn({ body }: SeenRequest): Uint8Array | null {
  for (const { content } of body.messages) {
    if (!Array.isArray(content)) continue;
    for (const part of content) {
      const data = part.image_url?.url.replace(/^data:image\/png;base64,/, '') ?? part.source?.data;
      if (data === undefined) continue;
      const png = Buffer.from(data, 'base64');
      decode(png);
      return png;
    }
  }
  return null;
}
