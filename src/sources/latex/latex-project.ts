/** Reads the files of a LaTeX document in the order in which TeX reads them. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Failure } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { Block } from '../block.ts';
import type { PiecePlace } from '../document.ts';
import { ProblemList } from '../problem-list.ts';
import type { ReadOptions } from '../read-document.ts';
import { BlockBuilder } from './block-builder.ts';
import { DocumentState } from './document-state.ts';
import { inputsOf, type Input } from './input-commands.ts';
import { LineNumbers } from './line-numbers.ts';
import { HiddenSpans, spanForParser } from './masking.ts';
import { NodeStream } from './node-stream.ts';
import {
  declarationsIn,
  matchedSource,
  outlineOf,
  type OutlineEvent,
  type Source,
  type Span,
} from './latex-outline.ts';
import type { InputError, ProjectFile, ProjectFiles } from './project-files.ts';
import { scanLatex, type Scan } from './scan.ts';
import { HEADING_LEVELS } from './scanner-words.ts';
import type { TexNode, TexParser } from './tex-parser.ts';
import { writeTex } from './tex-writer.ts';

/** In characters. For more, the parser would need over a second and half a gigabyte. */
const MAX_PARAGRAPH = 200_000;
const MAX_INPUTS = 5000;
const MAX_INPUT_DEPTH = 100;
/** Number of unknown macros to list by name. */
const MAX_LISTED = 8;
/** Milliseconds between checks of the abort signal. */
const YIELD_INTERVAL = 100;

/** Opens the files that `\\input` names. */
export type LatexFiles = Pick<ProjectFiles, 'open'>;

/** One file while it is read. */
interface OpenFile {
  file: ProjectFile;
  /** Folder set by `\import`. */
  base: string;
  lines: LineNumbers;
}

export class LatexProject {
  readonly state = new DocumentState();
  readonly problems = new ProblemList();
  readonly #files: LatexFiles;
  readonly #parse: TexParser;
  readonly #options: ReadOptions;
  readonly #builder = new BlockBuilder(this.state);
  readonly #open: OpenFile[] = [];
  #isInDocument = false;
  #inputs = 0;
  #yieldedAt = 0;
  #done = 0;
  #total = 0;

  constructor(files: LatexFiles, parse: TexParser, options: ReadOptions) {
    this.#files = files;
    this.#parse = parse;
    this.#options = options;
  }

  /** `first`: name of the first file in its folder. */
  async read(first: string): Promise<Block[]> {
    const file = this.#files.open(first, [''], ['']);
    if (typeof file === 'string') throw unreadable(first, file);
    await this.#file(file, '', false);
    for (const macro of this.state.endlessMacros) {
      this.problems.add('macro-endless', `\\${macro} expands to itself endlessly: it is left unexpanded.`, null);
    }
    const blocks = this.#builder.finish();
    this.#reportUnknown();
    return blocks;
  }

  #reportUnknown(): void {
    const words = [...this.state.unknownWords].toSorted((a, b) => b[1] - a[1]);
    if (words.length === 0) return;
    const listed = words.slice(0, MAX_LISTED).map(([word, count]) => `\\${word} (${pluralize(count, 'time')})`);
    const message = `${pluralize(words.length, 'macro')} unknown and left unexpanded: ${listed.join(', ')}`;
    this.problems.add('macros-unknown', `${message}${words.length > MAX_LISTED ? ', …' : ''}.`, null);
  }

  async #file(file: ProjectFile, base: string, isPackage: boolean): Promise<void> {
    const { path, text } = file;
    this.#total += text.length;
    this.#options.onProgress?.(this.#done, this.#total, path);
    this.#open.push({ file, base, lines: new LineNumbers(text) });
    const preamble = scanLatex(text, this.state.scanNames, 0, true);
    const hasDocument = preamble.end < text.length && /^\\begin\s*\{\s*document/.test(text.slice(preamble.end));
    const isFirst = this.#open.length === 1;
    if (isFirst && !hasDocument) this.#isInDocument = true;
    if (isPackage || hasDocument) await this.#preamble(text, preamble);
    if (!isPackage && hasDocument) {
      this.#isInDocument = true;
      // Unknown words in the preamble or a package do not matter.
      this.state.unknownWords.clear();
      await this.#body(text, scanLatex(text, this.state.scanNames, preamble.end));
    } else if (!isPackage && this.#isInDocument) await this.#body(text, preamble);
    else if (!isPackage) await this.#preamble(text, preamble);
    this.#open.pop();
    this.#done += text.length;
  }

  #define(text: string, span: Span, hidden: HiddenSpans): void {
    if (DEFINES.test(text.slice(span.start, span.end))) writeTex(this.#nodes(text, span, hidden) ?? [], this.state);
  }

  /** Reads only definitions and inputs. */
  async #preamble(text: string, scan: Scan): Promise<void> {
    const { source } = matchedSource(text, scan);
    const hidden = new HiddenSpans(text, scan);
    for (const event of outlineOf(source, { useOf: () => null, isList: () => false })) {
      await this.#yield();
      if (event.type === 'text') this.#define(text, event, hidden);
      else if (event.type === 'input') await this.#input(event, text, hidden);
    }
  }

  async #body(text: string, first: Scan): Promise<void> {
    let scan = first;
    let { source, errors } = matchedSource(text, scan);
    let hidden = new HiddenSpans(text, scan);
    if (this.#declare(source, hidden)) {
      scan = scanLatex(text, this.state.scanNames, scan.start);
      ({ source, errors } = matchedSource(text, scan));
      hidden = new HiddenSpans(text, scan);
    }
    for (const { code, mark } of errors) this.problems.add(code, ERRORS[code](mark.name), this.#place(mark.start));
    const { environments } = this.state;
    const names = {
      useOf: environments.useOf.bind(environments),
      isList: environments.isList.bind(environments),
    };
    for (const event of outlineOf(source, names)) {
      await this.#yield();
      if (event.type === 'end' && event.name === 'document') break;
      await this.#event(event, text, hidden);
    }
    this.#builder.break();
  }

  /** Returns true if environments were declared, which the scanner must know. */
  #declare(source: Source, hidden: HiddenSpans): boolean {
    const spans = declarationsIn(source);
    for (const span of spans) writeTex(this.#nodes(source.text, span, hidden) ?? [], this.state);
    return spans.length > 0;
  }

  async #event(event: OutlineEvent, text: string, hidden: HiddenSpans): Promise<void> {
    const builder = this.#builder;
    switch (event.type) {
      case 'text':
        builder.text(
          this.#nodes(text, event, hidden) ?? this.#unparsed(text, event),
          this.#place(firstWord(text, event)),
        );
        return;
      case 'verbatim':
        builder.text([{ type: 'raw', text: text.slice(event.start, event.end) }], this.#place(event.start));
        return;
      case 'paragraph':
        builder.break();
        return;
      case 'begin':
      case 'end':
        if (event.name !== 'document') builder[event.type](event.name, this.#place(event.span.start));
        return;
      case 'item':
        builder.item(this.#place(event.span.start));
        return;
      case 'heading': {
        const [, , title] =
          new NodeStream((this.#nodes(text, event.span, hidden) ?? []).slice(1)).arguments(['s', 'o', 'm']) ?? [];
        builder.heading(HEADING_LEVELS.get(event.word) ?? 0, title ?? [], this.#place(event.span.start));
        return;
      }
      case 'input':
        await this.#input(event, text, hidden);
    }
  }

  /** Returns null if the parser gave up. */
  #nodes(text: string, span: Span, hidden: HiddenSpans): TexNode[] | null {
    if (span.end - span.start > MAX_PARAGRAPH) return null;
    return this.#parse(spanForParser(text, span, hidden));
  }

  #unparsed(text: string, { start, end }: Span): TexNode[] {
    this.problems.add(
      'paragraph-unparsed',
      'A paragraph is too long or too deeply nested: its source is stored unchanged.',
      this.#place(start),
    );
    return [{ type: 'raw', text: text.slice(start, end).trim() }];
  }

  async #input({ word, span }: { word: string; span: Span }, text: string, hidden: HiddenSpans): Promise<void> {
    const { base, file } = this.#open.at(-1)!;
    const own = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '';
    const place = this.#place(span.start);
    for (const input of inputsOf(word, this.#nodes(text, span, hidden) ?? [], base, own)) {
      const found = this.#openInput(input);
      if (typeof found !== 'string') await this.#file(found, input.base ?? base, input.isPackage);
      else if (!input.isOptional || found !== 'input-missing')
        this.problems.add(found, ERRORS[found](input.name), place);
    }
  }

  #openInput({
    name,
    folders,
    endings,
    isPackage,
  }: Input): ProjectFile | InputError | 'input-recursion' | 'input-too-many' {
    this.#inputs += 1;
    if (this.#inputs > MAX_INPUTS || this.#open.length > MAX_INPUT_DEPTH) return 'input-too-many';
    // Package names that contain a path or a macro are not supported.
    if (isPackage && /[\\/]/.test(name)) return 'input-missing';
    const found = this.#files.open(name, folders, endings);
    if (typeof found === 'string') return found;
    return this.#open.some(({ file }) => file.real === found.real) ? 'input-recursion' : found;
  }

  #place(offset: number): PiecePlace {
    const { file, lines } = this.#open.at(-1)!;
    return { file: file.path, line: lines.at(offset), page: null };
  }

  async #yield(): Promise<void> {
    const now = Date.now();
    if (now - this.#yieldedAt < YIELD_INTERVAL) return;
    this.#yieldedAt = now;
    await yieldToEventLoop();
    this.#options.signal?.throwIfAborted();
  }
}

function firstWord(text: string, { start }: Span): number {
  FIRST_WORD.lastIndex = start;
  return start + (FIRST_WORD.exec(text)?.[0].length ?? 0);
}

/** Matches definitions; most of a preamble or package is layout. */
const DEFINES =
  /\\(?:(?:re)?new|provide|def|let|declare|theoremstyle|title|externaldocument|[A-Z][a-z]*(?:Command|Environment)|Declare)/;

const FIRST_WORD = /\s*/y;

const ERRORS = {
  'environment-open': (name: string) => `\\begin{${name}} has no \\end: it is stored as text.`,
  'environment-unopened': (name: string) => `\\end{${name}} has no \\begin.`,
  'brace-open': () => 'A brace is never closed.',
  'brace-unopened': () => 'A closing brace has no opening brace.',
  'input-missing': (name: string) => `The input file ${name} does not exist.`,
  'input-outside': (name: string) => `The input file ${name} is not in the folder of the document: it is not read.`,
  'input-unreadable': (name: string) => `The input file ${name} cannot be read.`,
  'input-not-text': (name: string) => `The input file ${name} is not text.`,
  'input-too-large': (name: string) => `With ${name}, the files of the document exceed 200 MB: it is not read.`,
  'input-recursion': (name: string) => `The file ${name} inputs itself, directly or through others: it is read once.`,
  'input-too-many': (name: string) => `There are too many inputs: ${name} is not read.`,
} as const satisfies Record<string, (name: string) => string>;

/** The file was readable before, so it is too large or was removed meanwhile. */
function unreadable(first: string, error: InputError): Failure {
  return new Failure('usage', 'document-unreadable', {
    message: `Cannot read ${first}.`,
    reason: error === 'input-too-large' ? 'It is larger than 200 MB.' : 'It disappeared while it was being read.',
  });
}
