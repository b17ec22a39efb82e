/** Reads the text of one PlanetMath article: the LaTeX reader sees it as one environment. */
import type { StatementBlock, TextContent } from '../block.ts';
import type { DocumentProblem } from '../document.ts';
import { joinTexts } from '../marked-blocks.ts';
import { LatexProject } from '../latex/latex-project.ts';
import type { TexParser } from '../latex/tex-parser.ts';
import type { ReadOptions } from '../read-document.ts';
import { readMetadata, type ArticleMetadata } from './metadata.ts';

export interface Article extends ArticleMetadata {
  content: TextContent;
  /** Proofs within its text that belong to it as a whole. */
  proofs: TextContent[];
  problems: DocumentProblem[];
}

/** Links become references, as `\hyperref` does. The others mark words that the site must not link. */
const COMMANDS = String.raw`\newcommand{\PMlinkname}[2]{\hyperref[#2]{#1}}\newcommand{\PMlinkid}[2]{\hyperref[#2]{#1}}\newcommand{\PMlinkexternal}[2]{#1}\newcommand{\PMlinktofile}[2]{#1}\newcommand{\PMlinkescapetext}[1]{#1}\newcommand{\PMlinkescaptetext}[1]{#1}\newcommand{\PMlinkescapeword}[1]{}\newcommand{\PMlinkescapephrase}[1]{}`;

/** A name that no article uses. */
const ENVIRONMENT = 'pmarticletext';

const BEGIN = '\\begin{document}';
const END = '\\end{document}';

/** `file`: as in `PiecePlace`. Never throws because of the article's text. */
export async function readArticle(
  text: string,
  file: string,
  parse: TexParser,
  options: ReadOptions,
): Promise<Article> {
  const metadata = readMetadata(text);
  const project = new LatexProject({ open: (name) => openOnly(file, name, asEnvironment(text)) }, parse, options);
  const blocks = await project.read(file);
  const whole = blocks.findLast(
    (block): block is StatementBlock => block.type === 'statement' && block.isInner === false,
  );
  // Text remains outside if the article closes an environment that it never opened.
  const outside = blocks.flatMap((block) => (block.type === 'text' ? [block] : []));
  const contents = [...(whole === undefined ? [] : [whole]), ...outside];
  const place = { file, line: null, page: null };
  const titleText = (source: string): string => project.state.titleText(parse(source) ?? []) || source;
  return {
    ...metadata,
    title: titleText(metadata.title) || metadata.name,
    synonyms: metadata.synonyms.map(titleText),
    defines: metadata.defines.map(titleText),
    content: contents.length === 0 ? { ...EMPTY, place } : joinTexts(contents),
    proofs: blocks.flatMap((block) => (block.type === 'proof' && block.within === whole ? [block] : [])),
    problems: project.problems.all().map((problem) => ({ ...problem, place: problem.place ?? place })),
  };
}

const EMPTY = { body: '', labels: [], references: [] };

/** Lines of a preamble that define nothing: they are half of the text, and parsing takes the time. */
const NO_DEFINITIONS = /^(?:%|\\pm[a-z]|\\usepackage|\\documentclass|\\endmetadata).*$/gm;

/** The lines of the result are those of `text`. */
function asEnvironment(text: string): string {
  const start = text.indexOf(BEGIN);
  if (start === -1) return text;
  const bodyStart = start + BEGIN.length;
  const end = text.indexOf(END, bodyStart);
  const body = text.slice(bodyStart, end === -1 ? text.length : end);
  const preamble = `${text.slice(0, start).replace(NO_DEFINITIONS, '')}${COMMANDS}\\newtheorem{${ENVIRONMENT}}{Theorem}${BEGIN}`;
  return `${preamble}\\begin{${ENVIRONMENT}}[]${body}\n\\end{${ENVIRONMENT}}\n${END}\n`;
}

function openOnly(file: string, name: string, text: string) {
  if (name !== file) return 'input-missing' as const;
  return { path: file, real: file, text: text.replace(/\r\n?/g, '\n') };
}
