/** Control words and environments that the scanner must know, with their uses. */
import { keyByWord, numberByWord, wordSet } from '../../base/words.ts';

/** `define`, `declare`: the arguments are the text of a macro or an environment, not of the document. */
export type WordUse = 'heading' | 'input' | 'define' | 'declare' | 'item' | 'verb' | 'url' | 'skip' | 'stop';

export const WORDS = keyByWord<WordUse>({
  heading: 'part chapter section subsection subsubsection paragraph subparagraph addpart addchap addsec',
  input: `input include subfile import subimport includefrom subincludefrom inputfrom subinputfrom usepackage
    RequirePackage documentclass LoadClass subfileinclude InputIfFileExists`,
  define: `newcommand renewcommand providecommand DeclareRobustCommand def gdef edef xdef NewDocumentCommand
    RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand DeclarePairedDelimiter WithSuffix`,
  declare: `newtheorem declaretheorem newtcbtheorem newmdtheoremenv spnewtheorem theoremstyle newtheoremstyle
    newenvironment renewenvironment provideenvironment NewDocumentEnvironment RenewDocumentEnvironment
    DeclareDocumentEnvironment newtcolorbox newmdenv`,
  item: 'item question',
  verb: 'verb lstinline',
  url: 'url path nolinkurl href',
  skip: 'iffalse',
  stop: 'endinput',
});

export const VERBATIM_ENVIRONMENTS = wordSet(`
  verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted alltt asy asydef sagesilent sageblock
  sagecode filecontents filecontents* pycode tcblisting code luacode luacode*`);

/** Outer levels are smaller. */
export const HEADING_LEVELS = numberByWord({
  0: 'part addpart',
  1: 'chapter addchap',
  2: 'section addsec',
  3: 'subsection',
  4: 'subsubsection',
  5: 'paragraph',
  6: 'subparagraph',
});
