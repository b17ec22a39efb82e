/** Control words and environments that the scanner must know, with their uses. */

/** `define`, `declare`: the arguments are the text of a macro or an environment, not of the document. */
export type WordUse = 'heading' | 'input' | 'define' | 'declare' | 'item' | 'verb' | 'url' | 'skip' | 'stop';

const USES: Record<WordUse, string> = {
  heading: 'part chapter section subsection subsubsection paragraph subparagraph addpart addchap addsec',
  input: `input include subfile import subimport includefrom subincludefrom inputfrom subinputfrom usepackage
    RequirePackage documentclass LoadClass subfileinclude InputIfFileExists`,
  define: `newcommand renewcommand providecommand DeclareRobustCommand def gdef edef xdef NewDocumentCommand
    RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand DeclarePairedDelimiter`,
  declare: `newtheorem declaretheorem newtcbtheorem newmdtheoremenv spnewtheorem theoremstyle newtheoremstyle
    newenvironment renewenvironment provideenvironment NewDocumentEnvironment RenewDocumentEnvironment
    DeclareDocumentEnvironment newtcolorbox newmdenv`,
  item: 'item question',
  verb: 'verb lstinline',
  url: 'url path nolinkurl href',
  skip: 'iffalse',
  stop: 'endinput',
};

export const WORDS: ReadonlyMap<string, WordUse> = new Map(
  Object.entries(USES).flatMap(([use, words]) => words.split(/\s+/).map((word) => [word, use as WordUse] as const)),
);

export const VERBATIM_ENVIRONMENTS: ReadonlySet<string> = new Set(
  `verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted alltt asy asydef sagesilent sageblock
    sagecode filecontents filecontents* pycode tcblisting code luacode luacode*`.split(/\s+/),
);

/** Outer levels are smaller. */
export const HEADING_LEVELS: ReadonlyMap<string, number> = new Map([
  ['part', 0],
  ['addpart', 0],
  ['chapter', 1],
  ['addchap', 1],
  ['section', 2],
  ['addsec', 2],
  ['subsection', 3],
  ['subsubsection', 4],
  ['paragraph', 5],
  ['subparagraph', 6],
]);
