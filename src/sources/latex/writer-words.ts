/** Control words that the writer handles specially. */
import { keyByWord, wordSet } from '../../base/words.ts';
import type { Parameter } from './node-stream.ts';

export const REFERENCE_COMMANDS: ReadonlySet<string> =
  wordSet(`ref eqref autoref cref Cref pageref nameref vref Vref fullref cpageref labelcref labelcpageref namecref nameCref
    subref thref Autoref zcref`);

/** `cite`, `citep`, `textcite`, `nocite`, …, all with `[…][…]{keys}`. */
export const CITE_COMMAND = /^(?:no|text|paren|foot|auto|smart|super|full|footfull)?[cC]ite[a-zA-Z]*$/;

/** Layout and index commands, which are dropped with their arguments. Keys: argument letters as in xparse. */
export const LAYOUT = byWord({
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
});

/** Note commands, which are not part of a title. */
export const NOTES = byWord({ o: 'footnotemark', om: 'footnote footnotetext marginpar', m: 'sidenote' });

function byWord(byLetters: Record<string, string>): ReadonlyMap<string, Parameter[]> {
  const letters = Array.from(keyByWord(byLetters), ([word, key]) => [word, [...key] as Parameter[]] as const);
  return new Map(letters);
}
