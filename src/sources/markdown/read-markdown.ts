/** Reads Markdown with formulas: headings, paragraphs, lists, code. Statements are detected by how they start. */
import { basename } from 'node:path';
import type { fromMarkdown as FromMarkdown } from 'mdast-util-from-markdown';
import { assemble } from '../assemble.ts';
import type { Block } from '../block.ts';
import type { Document, DocumentProblem, PiecePlace } from '../document.ts';
import { readFirstFile } from '../first-file.ts';
import { parseStart } from '../marked-blocks.ts';
import type { ReadOptions } from '../read-document.ts';
import { readTextDocument } from '../text/read-text.ts';
import { withoutFrontMatter } from './front-matter.ts';
import { labelsIn, referencesIn, withoutLabels } from './markdown-references.ts';

/** In characters. The parser needs quadratic time in these and cannot be interrupted. */
const MAX_PARAGRAPH = 100_000;
const MAX_MARGIN = 400;

/**
 * Reads text that would keep the parser busy for minutes as plain text, and reports that as a problem.
 *
 * @throws {Failure} if the file cannot be read or is not text
 */
export async function readMarkdownDocument(path: string, options: ReadOptions): Promise<Document> {
  const { text, file } = readFirstFile(path);
  options.onProgress?.(0, text.length, file.path);
  const excessLine = findExcess(text);
  if (excessLine !== null) return asPlainText(path, excessLine, options);
  const { body, title } = withoutFrontMatter(text.replace(/\r\n?/g, '\n'));
  const blocks = blocksOf(body, await parse(body), file.path);
  const heading = blocks.find((block) => block.type === 'heading' && block.level === 1);
  const shownTitle = title ?? (heading?.type === 'heading' ? heading.title : null) ?? basename(path);
  const { pieces, problems } = assemble(blocks, shownTitle, options.maxTokens);
  return { title: shownTitle, format: 'markdown', files: [file], pieces, externals: [], problems };
}

/** First line of a paragraph that is too long, or of a margin of blanks and quotes that is too deep; null if none. */
function findExcess(text: string): number | null {
  let [start, length] = [1, 0];
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') [start, length] = [at + 2, 0];
    else length += line.length;
    if (length > MAX_PARAGRAPH) return start;
    if (/^[\s>]*/.exec(line)![0].length > MAX_MARGIN && line.trim() !== '') return at + 1;
  }
  return null;
}

function asPlainText(path: string, line: number, options: ReadOptions): Document {
  const document = readTextDocument(path, options);
  const problem: DocumentProblem = {
    code: 'paragraph-unparsed',
    message: 'A paragraph is too long or too deeply nested for Markdown: the file is read as plain text.',
    place: { file: basename(path), line, page: null },
  };
  return { ...document, format: 'markdown', problems: [problem, ...document.problems] };
}

type RootContent = ReturnType<typeof FromMarkdown>['children'][number];
type Heading = RootContent & { type: 'heading' };

async function parse(text: string): Promise<RootContent[]> {
  const [{ fromMarkdown }, { math }, { mathFromMarkdown }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-math'),
    import('mdast-util-math'),
  ]);
  return fromMarkdown(text, { extensions: [math()], mdastExtensions: [mathFromMarkdown()] }).children;
}

function blocksOf(text: string, nodes: readonly RootContent[], file: string): Block[] {
  return nodes.flatMap((node): Block[] => {
    const body = sourceOf(text, node);
    const place: PiecePlace = { file, line: node.position?.start.line ?? null, page: null };
    switch (node.type) {
      case 'heading':
        return headingBlocks(node, text, place);
      case 'thematicBreak':
        return [{ type: 'rule' }];
      case 'definition':
        return [];
      case 'html':
        return /^<!--[\s\S]*-->$/.test(body) ? [] : [textBlock(body, place)];
      case 'blockquote': {
        const first = node.children[0];
        // A quote that starts like a statement is a framed statement.
        if (first?.type !== 'paragraph' || parseStart(sourceOf(text, first)) === null) return [textBlock(body, place)];
        return blocksOf(text, node.children, file).map(unquoted);
      }
      default:
        return [textBlock(body, place)];
    }
  });
}

const sourceOf = (text: string, { position }: RootContent): string =>
  text.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);

/** Offsets of the heading text, without the marks. */
function insideOf(node: Heading): [number, number] {
  const [first, last] = [node.children[0], node.children.at(-1)];
  return [first?.position?.start.offset ?? 0, last?.position?.end.offset ?? 0];
}

function headingBlocks(node: Heading, text: string, place: PiecePlace): Block[] {
  const inside = text.slice(...insideOf(node));
  const labels = labelsIn(inside);
  const title = withoutLabels(plainTextOf(text, node))
    .replace(/\*\*|__|[`*]/g, '')
    .trim();
  const references = referencesIn(inside);
  const heading: Block = { type: 'heading', level: node.depth, title };
  return labels.length + references.length === 0
    ? [heading]
    : [heading, { type: 'text', body: '', labels, references, place }];
}

/** The source text, but only the visible text of links and images. */
function plainTextOf(text: string, node: RootContent): string {
  if ('children' in node) return node.children.map((child) => plainTextOf(text, child)).join('');
  return 'alt' in node ? (node.alt ?? '') : sourceOf(text, node);
}

function textBlock(text: string, place: PiecePlace): Block {
  return { type: 'text', body: withoutLabels(text), labels: labelsIn(text), references: referencesIn(text), place };
}

function unquoted(block: Block): Block {
  return block.type === 'text' ? { ...block, body: block.body.replace(/^[ \t]*>[ \t]?/gm, '') } : block;
}
