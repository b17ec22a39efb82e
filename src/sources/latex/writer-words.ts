/** Control words that the writer handles specially. */
import type { Parameter } from './node-stream.ts';

export const REFERENCE_COMMANDS: ReadonlySet<string> = new Set(
  `ref eqref autoref cref Cref pageref nameref vref Vref fullref cpageref labelcref labelcpageref namecref nameCref
    subref thref Autoref zcref`.split(/\s+/),
);

/** `cite`, `citep`, `textcite`, `nocite`, …, all with `[…][…]{keys}`. */
export const CITE_COMMAND = /^(?:no|text|paren|foot|auto|smart|super|full|footfull)?[cC]ite[a-zA-Z]*$/;

/** Layout and index commands, which are dropped with their arguments. Keys: argument letters as in xparse. */
const LAYOUT_WORDS: Record<string, string> = {
  '': `noindent indent medskip bigskip smallskip clearpage cleardoublepage newpage phantomsection maketitle
    tableofcontents listoffigures listoftables printindex centering raggedright raggedleft par null vfill hfill
    hfil vfil hss vss allowbreak nobreak goodbreak filbreak frontmatter mainmatter backmatter appendix leavevmode
    sloppy fussy raggedbottom flushbottom onecolumn makeindex makeglossaries qedhere protect xspace unskip
    ignorespaces newline samepage relax nonumber notag tiny
    scriptsize footnotesize small normalsize large Large LARGE huge Huge`,
  o: 'pagebreak nopagebreak linebreak nolinebreak',
  sm: 'vspace hspace addvspace',
  m: `index glossary pagestyle thispagestyle pagenumbering bibliographystyle bibliography input include glsadd
    addtocategory hypersetup setlist thanks date author`,
  mm: 'setcounter addtocounter setlength addtolength markboth numberwithin pdfbookmark',
  mmm: 'addcontentsline',
  om: 'sindex',
};

/** Note commands, which are not part of a title. */
const NOTE_WORDS: Record<string, string> = { o: 'footnotemark', om: 'footnote footnotetext marginpar', m: 'sidenote' };

export const LAYOUT = byWord(LAYOUT_WORDS);
export const NOTES = byWord(NOTE_WORDS);

function byWord(byLetters: Record<string, string>): ReadonlyMap<string, Parameter[]> {
  return new Map(
    Object.entries(byLetters).flatMap(([letters, words]) =>
      words.split(/\s+/).map((word) => [word, [...letters] as Parameter[]] as const),
    ),
  );
}
