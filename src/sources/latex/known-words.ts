/** Control words of TeX, LaTeX and common packages of mathematicians. Other words are reported as unknown. */
import { wordSet } from '../../base/words.ts';

const WORDS = `
  AA AE AMSautorefname AW Aboxed Acrobatmenu ActivateGenericHook Acute AddToDocumentProperties AddToHook
  AddToHookNext AfterBeginDocument AfterCaptionPackage AfterEndEnvironment Alph AmS AmSLaTeX AmSfont And
  Approxcolon ArrowBetweenLines Arrowvert AtBeginDocument AtBeginEnvironment AtCaptionPackage AtEndDocument
  AtEndEnvironment AtEndOfClass AtEndOfPackage Bar Bbb Bbbk BeforeBeginEnvironment BeforeTeXIVht BibitemOpen
  BibitemShut Big Bigg Biggl Biggm Biggr Bigl Bigm Bigr Box Breve Bumpeq CDat CJKdigits CJKkern CJKnumber Cap
  Check CheckBox CheckCommand CheckEncodingSubset ChoiceMenu Citealp Citealt Citeauthor Citep Citet ClassError
  ClassInfo ClassNote ClassNoteNoLine ClassWarning ClassWarningNoLine ClearHookNext ClearHookRule Colonapprox
  Colondash Coloneq Coloneqq Colonsim ContinuedFloat CountZero Cref Cube Cup CurrentFile CurrentFilePath
  CurrentOption DOTSB DOTSI DOTSX Dashcolon Ddot DeclareCommandCopy DeclareCurrentRelease DeclareDefaultHookRule
  DeclareEmphSequence DeclareEncodingSubset DeclareErrorFont DeclareFixedFont DeclareFontEncoding
  DeclareFontEncodingDefaults DeclareFontFamily DeclareFontFamilySubstitution DeclareFontSeriesChangeRule
  DeclareFontSeriesDefault DeclareFontShape DeclareFontShapeChangeRule DeclareFontSubstitution
  DeclareGraphicsExtensions DeclareGraphicsRule DeclareHookRule DeclareKeys DeclareMathAccent DeclareMathAlphabet
  DeclareMathDelimiter DeclareMathOperator DeclareMathRadical DeclareMathSizes DeclareMathSymbol
  DeclareMathVersion DeclareOldFontCommand DeclareOption DeclarePairedDelimiter DeclarePairedDelimiterX
  DeclarePairedDelimiterXPP DeclarePreloadSizes DeclareRelease DeclareRobustCommand DeclareSizeFunction
  DeclareSymbolFont DeclareSymbolFontAlphabet DeclareTextAccent DeclareTextAccentDefault DeclareTextCommand
  DeclareTextCommandDefault DeclareTextComposite DeclareTextCompositeCommand DeclareTextFontCommand
  DeclareTextSymbol DeclareTextSymbolDefault DeclareUnicodeCharacter DeclareUnknownKeyHandler DeclareUrlCommand
  DefaultHeightofCheckBox DefaultHeightofChoiceMenu DefaultHeightofReset DefaultHeightofSubmit DefaultHeightofText
  DefaultHeightofTextMultiline DefaultOptionsofCheckBox DefaultOptionsofComboBox DefaultOptionsofListBox
  DefaultOptionsofPopdownBox DefaultOptionsofPushButton DefaultOptionsofRadio DefaultOptionsofReset
  DefaultOptionsofSubmit DefaultOptionsofText DefaultWidthofCheckBox DefaultWidthofChoiceMenu DefaultWidthofReset
  DefaultWidthofSubmit DefaultWidthofText DefineNamedColor Delta Diamond DisableGenericHook DocumentMetadata Doi
  Dot Doteq Downarrow E EndIncludeInRelease EndModuleRelease Eqcolon Eqqcolon ExecuteOptions
  FancyVerbLineautorefname Finv Form GDebug Game Gamma Gauge GenericError GenericInfo GenericWarning GetGinDriver
  GinDriver Gls Grave H Hat Hfootnoteautorefname Huge Hurl HyperDestLabelReplace HyperDestNameFilter
  HyperDestRename HyperFirstAtBeginDocument HyperGlobalCurrentHref HyperLocalCurrentHref HyperRaiseLinkDefault
  HyperRaiseLinkHook HyperRaiseLinkLength I IJ Iat IeC IfClassAtLeastTF IfClassLoadedTF IfClassLoadedWithOptionsTF
  IfDocumentMetadataTF IfFileExists IfFontSeriesContextTF IfFormatAtLeastTF IfHyperBoolean IfHyperBooleanExists
  IfPDFManagementActiveTF IfPackageAtLeastTF IfPackageLoadedTF IfPackageLoadedWithOptionsTF IfTargetDateBefore Im
  IncludeInRelease InputIfFileExists Itemautorefname Join L LARGE LRmulticolcolumns LTcaptype LTcapwidth
  LTchunksize LTleft LTpost LTpre LTright LaTeX LaTeXNews LaTeXe Lambda Large LastDeclaredEncoding
  LayoutCheckField LayoutChoiceField LayoutPushButtonField LayoutTextField Leftarrow Leftrightarrow LinkTargetOff
  LinkTargetOn Lleftarrow LoadClass LoadClassWithOptions LoadFontDefinitionFile Longleftarrow Longleftrightarrow
  Longrightarrow Lsh MF MP MTFlushSpaceAbove MTFlushSpaceBelow MakeAboxedCommand MakeButtonField MakeCheckField
  MakeChoiceField MakeLinkTarget MakeLowercase MakeLowercaseUnsupportedInPdfStrings MakeRadioField MakeRobust
  MakeTextField MakeUppercase MakeUppercaseUnsupportedInPdfStrings MaybeStopEarly MessageBreak MoveEqLeft
  MultiIntegral MultlinedHook NFSS Nameref NeedsTeXFormat NewCommandCopy NewHook NewMirroredHookPair
  NewModuleRelease NewReversedHook NextLinkTarget NoHyper O OE Omega OptionNotUsed P PSNFSS PackageError
  PackageInfo PackageNote PackageNoteNoLine PackageWarning PackageWarningNoLine PassOptionsToClass
  PassOptionsToPackage Phi Pi PopDefaultHookLabel Pr PreviousTotalPages ProcessKeyOptions ProcessOptions
  ProvideTextCommand ProvideTextCommandDefault ProvidesClass ProvidesFile ProvidesPackage Psi PushButton
  PushDefaultHookLabel RLmulticolcolumns Re ReadBookmarks Ref Relbar RemoveFromHook RenewCommandCopy
  RequirePackage RequirePackageWithOptions Reset Rightarrow Roman Rrightarrow Rsh S SI SLiTeX SS Sectionformat
  SetDefaultHookLabel SetKeys SetLinkTargetFilter SetMathAlphabet SetSymbolFont ShowCommand ShowFloat Sigma
  Simcolon SliTeX SpecialDvipdfmxOutlineOpen Submit Subset Supset SwapAboveDisplaySkip T TeX TextField TextOrMath
  TextSymbolUnavailable Theta Tilde UndeclareTextCommand Unicode Uparrow Updownarrow Upsilon Url
  UrlBigBreakPenalty UrlBigBreaks UrlBreakPenalty UrlBreaks UrlFont UrlLeft UrlNoBreaks UrlOrds UrlRight
  UrlSpecials UrlTildeSpecial UseLegacyTextSymbols UseRawInputEncoding UseTextAccent UseTextSymbol Vdash Vec Vert
  Vvdash WriteBookmarks XeTeXLinkBox XeTeXLinkMargin Xi a aa above abovecaptionskip aboverulesep abovetopsep
  abovewithdelims abs abstractname accent acrshort active acute addchap addcontentsline addlinespace addpart
  addpenalty addsec addtocontents addtocounter addtolength addvspace adjustUCRBG adjustlimits advance ae
  afterassignment aftergroup aftergroupdef aftergroupedef aleph allocationnumber allowbreak allowdisplaybreaks
  alph alpha amalg and ang angle appdef appendix appendixautorefname appendixname approx approxcolon approxeq ar
  arabic arccos arcsin arctan arg array arraybackslash arraycolsep arrayrulewidth arraystretch arrow arrowvert
  asciispace ast astroncite asymp atop atopwithdelims author autocite autopageref autoref b babel backepsilon
  backmatter backprime backsim backsimeq backslash bar barwedge baselineskip baselinestretch bcancel because begin
  begingroup belowbottomsep belowcaptionskip belowrulesep beta beth between betweenauthors bezier bf bfdefault
  bfseries bgroup bib bibAnnote bibAnnoteFile bibcite bibcleanup bibdata bibfield bibfont bibhang bibindent
  bibinfo bibitem bibitemContinue bibitemNoStop bibitemOpen bibitemShut bibitemStop bibliography bibliographystyle
  bibname bibnumfmt bibpostamble bibpreamble bibpunct bibsection bibsep bibstyle bicaption big bigbreak bigcap
  bigcirc bigcup bigg biggl biggm biggr bigl bigm bigodot bigoplus bigotimes bigr bigskip bigskipamount bigsqcup
  bigstar bigtimes bigtriangledown bigtriangleup biguplus bigvee bigwedge binom blacklozenge blacksquare
  blacktriangle blacktriangledown blacktriangleleft blacktriangleright blendcolors bm bmod bold boldmath
  boldsymbol bordermatrix bot botfigrule botmark bottomfraction bottomrule bowtie box boxdot boxed boxframe
  boxminus boxplus boxtimes brace braceld bracelu bracerd braceru bracevert brack break breve buildrel bullet
  bumpeq c cal cancel cap capitalacute capitalbreve capitalcaron capitalcedilla capitalcircumflex capitaldieresis
  capitaldotaccent capitalgrave capitalhungarumlaut capitalmacron capitalnewtie capitalogonek capitalring
  capitaltie capitaltilde capstart caption captionbox captionfont captionlistentry captionof captionsetup
  captiontext cases catcode cdot cdotp cdots cellcolor celsius center centerdot centering centerline cfrac chapter
  chapterautorefname chaptermark chaptername char charzero check checkmark chi choose circ circeq circle
  circlearrowleft circlearrowright circledR circledS circledast circledcirc circleddash citation cite citeN
  citealp citealt citeasnoun citeauthor citeauthoryear citeends citefullauthor citeindextype citename citenum
  citenumfont citep citepalias citestarts citestyle citet citetalias citetext citeyear citeyearpar clap class
  cleaders cleardoublepage clearpage cline closeout clubpenalty clubsuit cmidrule cmidrulekern cmidrulesep
  cmidrulewidth cmrsideswitch cmssLaTeX cmssTeX colon colonapprox colondash coloneq coloneqq colonsim color
  colorblend colorbox colorlet colornameprefix colorseriescycle columnbreak columncolor columnsep columnseprule
  columnseprulecolor columnwidth complement cong contentsline contentsname continuedfloat convertcolorspec
  coordinate coprod copy copyright cos cosh cot coth count counterwithin counterwithout cr cramped crampedclap
  crampedllap crampedrlap crampedsubstack crcr cref crefrange cs csc csname ctan ctanhttp cup curlyeqprec
  curlyeqsucc curlyvee curlywedge curvearrowleft curvearrowright cyr d dag dagger daleth dasharrow dashbox
  dashcolon dashleftarrow dashrightarrow dashv date dbinom dblcolon dblfigrule dblfloatpagefraction dblfloatsep
  dbltextfloatsep dbltopfraction dd ddag ddagger ddot ddots def defaultaddspace defaultscriptratio
  defaultscriptscriptratio defcitealias definecolor definecolors definecolorseries definecolorset deg degree
  delcode delimsize delta depth descriptionlabel det dfrac dh diagdown diagup diamond diamondsuit digamma dim
  dimen ding discretionary displaybreak displaylimits displaylines displaymath displaystyle div divide
  divideontimes do docolaction document documentclass documentstyle dospecials dot doteq doteqdot dotfill dotplus
  dots dotsb dotsc dotsi dotsm dotso doublebarwedge doublebox doublecap doublecup doublerulesep doublespacing
  downarrow downbracefill downbracketend downbracketfill downdownarrows downharpoonleft downharpoonright dp draw
  dv eTeX edef egroup eject ell else em email emergencystretch emforce eminnershape emph empty emptyset emreset
  encodingdefault end endForm endNoHyper endarray endcenter endcsname enddisplaymath enddocument endenumerate
  endeqnarray endequation endfilecontents endfirsthead endflushleft endflushright endfoot endgraf endgroup endhead
  endinput enditemize endlastfoot endline endlist endlongtable endlrbox endmath endmathdisplay endminipage
  endmulticols endpicture endsloppypar endsplit endsubeqnarray endtabbing endtabular endtabularx endtrivlist
  endverbatim endxy enlargethispage enquote enskip enspace ensuremath enumerate epsfig epsilon eqcirc eqcolon
  eqnarray eqno eqqcolon eqref eqsim eqslantgtr eqslantless equation equationautorefname equiv errmessage eta eth
  evensidemargin everydisplay everymath everypar excludecomment exists exp expandafter extracolsep
  extractcolorspec extractcolorspecs extrafloats extrarowheight extratabsurround fallingdotseq familydefault fbox
  fboxrule fboxsep fcolorbox fi figureautorefname figurename figwindow filbreak file filecontents fill filldraw
  firsthline firstmark flat floatingfigure floatingtable floatpagefraction floatsep flq flqq flushbottom
  flushcolumns flushleft flushright flushsubcaptionlistentries fmtname fmtversion fnsymbol font fontencoding
  fontfamily fontname fontseries fontseriesforce fontshape fontshapeforce fontsize fontsubfuzz footcite footnote
  footnoteautorefname footnotemark footnoterule footnotesep footnotesize footnotetext footref footskip forall
  foreach foreignlanguage frac frak frame framebox frenchspacing frontmatter frown frq frqq fussy futurelet
  futurenonspacelet gamma gcd gdef ge genfrac geq geqq geqslant gets gg ggg gggtr gimel global glossary glq glqq
  gls glspl gnapprox gneq gneqq gnsim goodbreak graphicspath grave grq grqq gtrapprox gtrdot gtreqless gtreqqless
  gtrless gtrsim gvertneqq halign harvardand harvardcite harvarditem harvardleft harvardright harvardurl
  harvardyearleft harvardyearright hat hbadness hbar hbox hdots hdotsfor headheight headsep heartsuit
  heavyrulewidth height hfil hfill hfilneg hfuzz hglue hideoutput hiderowcolors hideskip hidewidth hline hoffset
  hom hookleftarrow hookrightarrow hphantom href hrule hrulefill hsize hskip hslash hspace hss ht huge
  hyperbaseurl hypercalcbp hypercalcbpdef hyperdef hypergetpageref hypergetref hyperimage hyperindexformat
  hyperlink hyperlinkfileprefix hyperpage hyperref hyperrefundefinedlink hypersetup hypertarget hyphenation i
  ialign idotsint if ifblendcolors ifcase ifciteindex ifconvertcolorsD ifconvertcolorsU ifdefinecolors ifdim iff
  iffalse ifglobalcolors ifhmode ifmaskcolors ifmmode ifnum ifodd ifpdf ifpdfstringunicode ifthenelse iftrue
  ifvmode ifx ignorespaces ignorespacesafterend ij imath immediate impliedby implies import importgraphics in
  include includefrom includegraphics includeonly indent index indexname indexspace indicia inf infty injlim input
  inputencodingname insert int intercal interdisplaylinepenalty interfootnotelinepenalty intertext intextsep intop
  iota issuename it itdefault item itemautorefname itemindent itemize itemsep iterate itshape ivparpic j jmath
  jobname joinrel jot k kappa ker kern kerneltmpDoNotUse kill l lVert label labelcref labelenumi labelenumii
  labelenumiii labelenumiv labelformat labelitemfont labelitemi labelitemii labelitemiii labelitemiv labelsep
  labelwidth lambda land langle large lastbox lasthline latex lbrace lbrack lccode lceil ldotp ldots le leaders
  leadsto leavevmode left leftarrow leftarrowfill leftarrowtail lefteqn leftharpoondown leftharpoonup
  leftleftarrows leftline leftmargin leftmargini leftmarginii leftmarginiii leftmarginiv leftmarginv leftmarginvi
  leftmark leftrightarrow leftrightarrows leftrightharpoons leftrightsquigarrow leftroot leftthreetimes
  legacyoldstylenums leq leqno leqq leqslant lessapprox lessdot lesseqgtr lesseqqgtr lessgtr lesssim let lfloor lg
  lgroup lhd lhook lightning lightrulewidth lim liminf limits limsup line linebreak lineskip linespread
  linethickness linewidth list listfigurename listfiles listoffigures listoftables listparindent listtablename ll
  llap llbracket lll llless llshift llshiftnum llshiftset lmoustache ln lnapprox lneq lneqq lnot lnsim log
  loggingall loggingoutput long longleftarrow longleftrightarrow longmapsto longrightarrow longtable loop
  looparrowleft looparrowright lor lower lozenge lparen lq lrbox lshift lshiftnum lshiftset lstinline ltcmddate
  ltcmdhooksdate ltcmdhooksversion ltcmdversion ltfilehookdate ltfilehookversion lthooksdate lthooksversion ltimes
  ltmarksdate ltmarksversion ltmetadate ltmetaversion ltparadate ltparaversion ltshipoutdate ltshipoutversion
  lvert lvertneqq magstep magstephalf mainmatter makeatletter makeatother makebox makeglossary makeindex makelabel
  maketitle maltese mapsfrom mapsto mapstochar marginpar marginparpush marginparsep marginparwidth mark markboth
  markright maskcolors math mathaccent mathaccentV mathalpha mathbb mathbbm mathbf mathbin mathcal mathchar
  mathcharzero mathchoice mathclap mathclose mathcode mathdisplay mathdollar mathds mathellipsis mathfrak
  mathgroup mathhexbox mathindent mathinner mathit mathllap mathmakebox mathmbox mathnormal mathop mathopen
  mathord mathpalette mathparagraph mathpunct mathqed mathrel mathring mathrlap mathrm mathscr mathsection mathsf
  mathsterling mathstrut mathsurround mathtoolsset mathtt mathunderscore mathversion matrix max
  maxbalancingoverflow maxdimen mbox mddefault mdseries meaning measuredangle measuredfigure medbreak medmuskip
  medskip medskipamount medspace memcaptioninfo message mho micro microtypesetup mid middle midrule min
  minCDarrowwidth minalignsep minipage mintagsep mintinline mit mkern mod models morecmidrules mp mskip mspace mu
  multicolbaselineskip multicolovershoot multicolpretolerance multicols multicolsep multicoltolerance multicolumn
  multicolundershoot multimap multiply multiput multirow multispan multlinegap multlinetaggap nLeftarrow
  nLeftrightarrow nRightarrow nVDash nVdash nabla nameref narrower natexlab natural ncong ndownarrow ne nearrow
  neg negmedspace negthickspace negthinspace neq newXeTeXintercharclass newacronym newattribute newblock newbox
  newcases newcatcodetable newcolumn newcolumntype newcommand newcount newcounter newdimen newenvironment newfam
  newfont newgathered newhelp newif newinsert newlabel newlanguage newlength newline newluabytecode
  newluachunkname newluacmd newluafunction newmarks newmuskip newname newpage newprotectedluacmd newread
  newsavebox newskip newsymbol newtagform newtheorem newtheoremstyle newtie newtoks newwhatsit newwrite nexists
  next nextfloat nexttoken ngeq ngeqq ngeqslant ngtr ni nicefrac nleftarrow nleftrightarrow nleq nleqq nleqslant
  nless nmid noalign noboundary nobreak nobreakdash nobreakdashes nobreakspace nocite nocorr nocorrlist node
  noeqref noexpand nofiles nohyperpage noindent nointerlineskip nolimits nolinebreak nolinkurl nonfrenchspacing
  nonscript nonslanted nonumber nopagebreak nopagecolor noprotrusion nopunct norm normalbaselines
  normalbaselineskip normalcolor normalfont normallineskip normallineskiplimit normalmarginpar normalsfcodes
  normalshape normalsize not notag notin nparallel nprec npreceq nrightarrow nshortmid nshortparallel nsim
  nsubseteq nsubseteqq nsucc nsucceq nsupseteq nsupseteqq ntriangleleft ntrianglelefteq ntriangleright
  ntrianglerighteq nu null nullfont num number numberline numberwithin nuparrow nvDash nvdash nwarrow o oalign
  obeycr obeyedline obeyedspace obeylines obeyspaces oddsidemargin odot oe offinterlineskip ohm oint ointop
  oldstylenums omega ominus omit onecolumn onehalfspacing ooalign openbox openout openup operatorfont operatorname
  operatornamewithlimits oplus or ordinarycolon origjot oslash otimes outer oval ovalbox over overbrace
  overbracket overleftarrow overline overrightarrow overset overunderset overwithdelims owns package
  pageautorefname pagebreak pagecolor pagenumbering pageref pagestyle paperheight paperquality paperwidth par
  paragraph paragraphautorefname paragraphmark parallel parbox parencite parindent parsep parseunicodedataI
  parseunicodedataII parseunicodedataIII parseunicodedataIV parseunicodedataV parskip part partautorefname partial
  partname partopsep path pdfbookmark pdfinfo pdfmajorversion pdfoutput pdfstringdef pdfstringdefDisableCommands
  pdfstringdefPostHook pdfstringdefPreHook pdfstringdefWarn pdv penalty perp perthousand phantom phantomcaption
  phantomsection phi phvLaTeX phvTeX pi piccaption piccaptiontype picture pitchfork pkg pm pmatrix pmb pmod pod
  popQED poptabs postdisplaypenalty postmulticols pounds pplLaTeX pplTeX prec precapprox preccurlyeq preceq
  precnapprox precneqq precnsim precsim predisplaypenalty premulticols preparecolor preparecolorset prescript
  pretolerance prime primfrac printglossary prod projlim proofname propto protect providecolor providecolors
  providecolorset providecommand psfig psi publicationissue publicationmonth publicationyear pushQED pushtabs put
  putLaTeX putTeX qbezier qbeziermax qed qedhere qedsymbol qopname qquad qty quad question r rVert radical
  raggedbottom raggedcolumns raggedleft raggedright raise raisebox raisefirstsection raisetag rangeGray rangeHSB
  rangeHsb rangeRGB rangetHsb rangle rbrace rbrack rceil rdivide reDeclarePairedDelimiterInnerWrapper read
  realfootnote ref refeq reflectbox refname refstepcounter relax relbar removelastskip renewcases renewcommand
  renewenvironment renewgathered renewtagform repeat requestedLaTeXdate resetcolorseries resizebox restorecr
  restriction reversemarginpar rfloor rgroup rhd rho rhook right rightarrow rightarrowfill rightarrowtail
  rightharpoondown rightharpoonup rightleftarrows rightleftharpoons rightline rightmargin rightmark
  rightrightarrows rightsquigarrow rightthreetimes risingdotseq rlap rm rmdefault rmfamily rmoustache
  rmsubstdefault rmultiply roman romannumeral root rootbox rotatebox rotcaption rotcaptionof rowcolor rowcolors
  rownum rparen rq rrbracket rrshift rshift rtimes rule rvert samepage savebox sb sbox sc scalebox scdefault
  scriptscriptstyle scriptsize scriptstyle scshape searrow sec secdef section sectionautorefname sectionmark
  selectcolormodel selectfont selectlanguage seriesdefault setattribute setbox setcaptionsubtype setcaptiontype
  setcitestyle setcounter setemergencystretch setglossarystyle setlength setlongtables setminus setpdflinkmargin
  setrangecatcode settodepth settoheight settowidth sf sfdefault sffamily sfsubstdefault shadowbox shapedefault
  sharp shortcite shortciteN shortcites shorthandoff shortintertext shortmid shortparallel shortstack
  shortvdotswithin shoveleft shoveright show showcols showhyphens showoutput showoverfull showrowcolors si sideset
  sigma sim simcolon simeq sin sinh skew skip sl slabel slash sldefault sloppy sloppypar slshape small smallbreak
  smallfrown smallint smallsetminus smallskip smallskipamount smallsmile smash smashoperator smile sout sp space
  spadesuit span special specialrule sphericalangle split splitdfrac splitfrac sqcap sqcup sqrt sqrtsign sqsubset
  sqsubseteq sqsupset sqsupseteq square ss sscdefault sscshape stackrel star stepcounter stockheight stockwidth
  stop storedpar stretch string strut strutbox subcaptionbox subeqnarray subequations subfloat subimport
  subincludefrom subitem subparagraph subparagraphautorefname subparagraphmark subsection subsectionautorefname
  subsectionmark subset subseteq subseteqq subsetneq subsetneqq substack substitutecolormodel subsubitem
  subsubsection subsubsectionautorefname subsubsectionmark succ succapprox succcurlyeq succeq succnapprox succneqq
  succnsim succsim sum sup suppressfloats supset supseteq supseteqq supsetneq supsetneqq surd swapnumbers
  swappedhead swarrow swdefault swshape symbol t tabbing tabbingsep tabcolsep tableautorefname tablecaption
  tablename tableofcontents tabular tabularnewline tabularx tabularxcolumn tabwindow tag tan tanh tau tbinom
  testcolor texorpdfstring text textacutedbl textascendercompwordmark textasciiacute textasciibreve textasciicaron
  textasciicircum textasciidieresis textasciigrave textasciimacron textasciitilde textasteriskcentered
  textbackslash textbaht textbar textbardbl textbf textbigcircle textblank textborn textbraceleft textbraceright
  textbrokenbar textbullet textcapitalcompwordmark textcelsius textcent textcentoldstyle textcircled textcircledP
  textcite textcolonmonetary textcolor textcommaabove textcommabelow textcompsubstdefault textcompwordmark
  textcopyleft textcopyright textcurrency textdagger textdaggerdbl textdblhyphen textdblhyphenchar textdegree
  textdied textdiscount textdiv textdivorced textdollar textdollaroldstyle textdong textdownarrow
  texteightoldstyle textellipsis textemdash textendash textestimated texteuro textexclamdown textfiguredash
  textfiveoldstyle textfloatsep textflorin textfouroldstyle textfraction textfractionsolidus textgravedbl
  textgreater textguarani textheight texthorizontalbar textinterrobang textinterrobangdown textit textlangle
  textlatin textlbrackdbl textleaf textleftarrow textlegacyasteriskcentered textlegacybardbl textlegacybullet
  textlegacydagger textlegacydaggerdbl textlegacyparagraph textlegacyperiodcentered textlegacysection textless
  textlira textlnot textlquill textmarried textmd textmho textminus textmu textmusicalnote textnaira
  textnineoldstyle textnonbreakinghyphen textnormal textnumero textohm textonehalf textoneoldstyle textonequarter
  textonesuperior textopenbullet textordfeminine textordmasculine textparagraph textperiodcentered
  textpertenthousand textperthousand textpeso textpilcrow textpm textquestiondown textquote textquotedblleft
  textquotedblright textquoteleft textquoteright textquotesingle textquotestraightbase textquotestraightdblbase
  textrangle textrbrackdbl textrecipe textreferencemark textregistered textrightarrow textrm textrquill textsc
  textsection textservicemark textsevenoldstyle textsf textsixoldstyle textsl textsquare textsterling textstyle
  textsubscript textsuperscript textsurd textthreeoldstyle textthreequarters textthreequartersemdash
  textthreesuperior texttildelow texttimes texttrademark texttt texttwelveudash texttwooldstyle texttwosuperior
  textunderscore textup textuparrow textvisiblespace textwidth textwon textyen textzerooldstyle tfrac th thanks
  the theContinuedFloat theHHfootnote theHHmpfootnote theHItem theHchapter theHenumi theHenumii theHenumiii
  theHenumiv theHequation theHfigure theHmpfootnote theHparagraph theHpart theHsection theHsubequation
  theHsubparagraph theHsubsection theHsubsubsection theHtable theHtheorem theHthm thechapter thecontinuedfloat
  theenumi theenumii theenumiii theenumiv theequation thefigure thefootnote thempfn thempfootnote
  theoremautorefname theoremstyle thepage theparagraph thepart therefore thesection thesubparagraph thesubsection
  thesubsubsection theta thetable thetag thickapprox thicklines thickmuskip thicksim thickspace thinlines
  thinmuskip thinspace thispagestyle thispdfpagelabel thmhead thmheadnl thmname thmnote thmnumber threeparttable
  tikz tikzset tilde times tiny title tmspace to tocappendix tocchapter tocparagraph tocpart tocsection
  tocsubsection tocsubsubsection today toks tolerance top topfigrule topfraction topmargin topmark toprule topsep
  topskip totalheight tracingall tracingcolors tracingfonts tracingnone tracingstacklevels tracingtabularx
  triangle triangledown triangleleft trianglelefteq triangleq triangleright trianglerighteq trivlist tt ttdefault
  ttfamily ttsubstdefault twocolumn twoheadleftarrow twoheadrightarrow typein typeout u uccode ugqLaTeX ugqTeX
  ulcdefault ulcshape uline unboldmath underbar underbrace underbracket underline underset unhbox unichar
  unicoderead unit unitlength unkern unlhd unrhd unsetattribute unskip uparrow upbracefill upbracketend
  upbracketfill updefault updownarrow upharpoonleft upharpoonright uplus uproot upshape upsilon upuparrows url
  urldebug urldef urlstyle usebox usecounter usefont usepackage usetagform usetikzlibrary uuline uwave v vDash
  vadjust valign value varDelta varGamma varLambda varOmega varPhi varPi varPsi varSigma varTheta varUpsilon varXi
  varbigtriangledown varbigtriangleup varepsilon varinjlim varkappa varliminf varlimsup varnothing varphi varpi
  varprojlim varpropto varrho varsigma varsubsetneq varsubsetneqq varsupsetneq varsupsetneqq vartheta vartriangle
  vartriangleleft vartriangleright vbox vcentcolon vcenter vdash vdots vdotswithin vec vector vee veebar veqno
  verb verbatim verbvisiblespace vert vfil vfill vfilmaxdepth vglue vline vnameref voffset vphantom vrule vsize
  vskip vspace vss vtop wd wedge widebar widehat widetilde widowpenalty width wlog wp wr wrapfloat write x
  xLeftarrow xLeftrightarrow xRightarrow xcancel xdef xdefinecolor xglobal xhookleftarrow xhookrightarrow xi
  xleaders xleftarrow xleftharpoondown xleftharpoonup xleftrightarrow xleftrightharpoons xlongleftarrow
  xlongrightarrow xmapsto xmathstrut xout xrightarrow xrightharpoondown xrightharpoonup xrightleftharpoons xspace
  xy xymatrix y yen z zeta
`;

export const KNOWN_WORDS: ReadonlySet<string> = wordSet(WORDS);
