/** A model that sees, behind a real HTTP server: it decodes the picture it is sent and knows the page by its bars. */
import { decode } from 'fast-png';
import { inkOf, type Ink } from '../sources/pdf/ink.ts';
import type { HandmadePage } from '../sources/pdf/make-pdf.ts';
import { startModelServer, type ModelServer, type Reply, type SeenRequest } from '../llm/model-server.ts';

const BITS = 10;
const SIDE = 15;
const LEFT = 20;
const TOP = 406;
/** A6, in points: a picture of it is quickly looked at. */
export const [WIDTH, HEIGHT] = [298, 420];

/** Ten black or white squares from the left at the head of the page, behind one that is always black. */
export function barredPage(number: number, rest: HandmadePage = {}): HandmadePage {
  const bits = Array.from({ length: BITS }, (_, bit) => (number >> bit) & 1);
  const squares = [1, ...bits].flatMap((bit, at) =>
    bit === 1 ? [[LEFT + at * SIDE, TOP - SIDE, SIDE, SIDE] as const] : [],
  );
  return { size: [WIDTH, HEIGHT], ...rest, boxes: [...squares, ...(rest.boxes ?? [])] };
}

/** The same squares in LaTeX, for a page whose upper left corner is where TeX begins. */
export function barsInLatex(number: number): string {
  const bits = Array.from({ length: BITS }, (_, bit) => (number >> bit) & 1);
  const square = (bit: number): string => (bit === 1 ? `\\rule{${SIDE}bp}{${SIDE}bp}` : `\\hspace*{${SIDE}bp}`);
  return `\\noindent ${[1, ...bits].map(square).join('')}\\par\\bigskip`;
}

/** Of `\documentclass{article}`, so that `barsInLatex` at the head of a page stands where `barredPage` draws it. */
export const BARRED_GEOMETRY = `\\usepackage[paperwidth=${WIDTH}bp,paperheight=${HEIGHT}bp,left=${LEFT}bp,top=${HEIGHT - TOP}bp,right=20bp,bottom=20bp]{geometry}\\pagestyle{empty}`;

export interface SeenPage {
  /** By its bars; 0 for none. */
  number: number;
  ink: Ink;
  /** As the request was sent. */
  request: SeenRequest;
}

export interface VisionServer extends ModelServer {
  /** Each page that was asked for, in the order of asking. */
  pages: SeenPage[];
}

/** `answer`: what it says of a page, by the page's number and how often that page was asked for, from 1. */
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

/** As models answer that do what they are told. */
export const transcription = (latex: string): Reply => ({ text: `\`\`\`latex\n${latex}\n\`\`\`` });

function numberOf(ink: Ink): number {
  const isBlack = (at: number): boolean =>
    ink.at((LEFT + (at + 0.5) * SIDE) / WIDTH, (HEIGHT - TOP + SIDE / 2) / HEIGHT);
  if (!isBlack(0)) return 0;
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) if (isBlack(bit + 1)) number |= 1 << bit;
  return number;
}

/** Of either wire. Null: none, or none that can be decoded. */
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
