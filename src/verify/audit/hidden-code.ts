/**
 * Finds code words inside comments, strings and numbers (according to our lexer). Lean may read them as code: versions
 * differ in how comments nest and strings end, and a file or import may declare tokens with a quote or a comment opener.
 */
import { endOfComment, endOfInterpolatedString, endOfString } from '../../lean/lexer.ts';
import { DOC, IDENTIFIER, MODULE_DOC, NUMBER, STRING, type Tokens } from '../../lean/tokens.ts';

/** Text that our lexer does not read as code, with its offset. */
export interface HiddenText {
  start: number;
  text: string;
}

/** Words that rarely occur in prose. They also count inside a longer word: Lean splits `#evalx` and `5run_cmd`. */
const RARE =
  /#eval|#exit|eval%|run_cmd|run_meta|run_elab|run_tac|by_elab|builtin_initialize|include_str|include_bytes|dbg_trace|dbgTrace|simproc|macro_rules|elab_rules|unsafeIO|unsafeEIO|unsafeBaseIO|reduceBool|reduceNat|nativeDecide|native_decide|autoParam|termElab|commandElab/u;

/** The options of a tactic: `config := …`. They also count in a string with braces, which may contain terms. */
const OPTIONS = /config(?=\s*(?::=|--|\/-|$))/u;
/** Words that also occur in prose. They count only if Lean may tokenize the file differently from our lexer. */
const COMMON =
  /#[A-Za-z]|@\[|(?:macro|elab|syntax|notation3?|infix[lr]?|prefix|postfix|initialize|attribute)(?![\w'])/u;

/**
 * A line comment that contains no code however Lean reads the text before it: Lean skips it, unless it is in a longer
 * string, comment, quoted name or interpolated term, and nothing in it ends one.
 */
const SAFE_COMMENT = /^--(?!\/)(?:(?!\/-|-\/)(?:\t|[^"{}«»\p{Cc}\p{Zl}\p{Zp}]))*\r?$/u;

/** A comment that Lean versions may end in different places: the text after it is then code for only some. */
const AMBIGUOUS_COMMENT = /--\/|\/-\/|\/-[^]*\/-/u;
/** The text before a comment whose start may belong to a longer token: `\/-`, `|--`. */
const GLUED_COMMENT = /[^\s()[\]{}⟨⟩,;\p{L}\p{N}_'"]$/u;
/** A complete numeral. Lean ends a numeral before another word: `5attribute`. */
const NUMERAL = /^(?:0[xX][\dA-Fa-f]+|0[bB][01]+|0[oO][0-7]+|[\d_]+(?:\.\d*)?(?:[eE][+-]?\d+)?)$/u;
const AMBIGUOUS_CHARACTER = /^'(?:["'{}]|\\["'{}]|\s)/u;

/**
 * The first hidden code word that `original` does not have in the same comment, string or number.
 * @param ownWords words of syntax defined in the original that run code
 */
export function hiddenCode(
  tokens: Tokens,
  original: Tokens,
  ownWords: readonly string[],
): { start: number; word: string } | null {
  const { text } = tokens;
  const known = new Map<string, number>();
  for (const hidden of hiddenTexts(original)) known.set(hidden.text, (known.get(hidden.text) ?? 0) + 1);
  const added = hiddenTexts(tokens).filter((hidden) => {
    if (isSafeComment(text, hidden)) return false;
    const count = known.get(hidden.text) ?? 0;
    known.set(hidden.text, count - 1);
    return count <= 0;
  });
  const own = ownWords.map((word) => new RegExp(word.replaceAll(/[$()*+./?[\\\]^{|}-]/gu, '\\$&'), 'u'));
  // Lean of 2021 reads `'''` as a character, so the next quote may open a string for only one of the two lexers.
  const mayDiffer = quotePairs(text) > quotePairs(original.text) || added.some((hidden) => isAmbiguous(text, hidden));
  const patterns = [RARE, ...own, ...(mayDiffer ? [COMMON, OPTIONS] : [])];
  for (const { start, text: hidden } of added) {
    const isInterpolated = STRING_WITH_BRACES.test(hidden);
    for (const pattern of isInterpolated ? [OPTIONS, ...patterns] : patterns) {
      const found = pattern.exec(hidden);
      if (found !== null) return { start: start + found.index, word: found[0] };
    }
  }
  return null;
}

const quotePairs = (text: string): number => text.split("''").length;

/** Comments between tokens, and tokens that are not code: strings, docstrings, numbers, quoted names. */
function hiddenTexts(tokens: Tokens): HiddenText[] {
  const { text } = tokens;
  const found: HiddenText[] = [];
  let end = 0;
  const addGap = (to: number): void => {
    for (let start = end; start < to; start++) {
      if (text.charCodeAt(start) <= 32) continue;
      const after = Math.min(to, endOfComment(text, start));
      found.push({ start, text: text.slice(start, after) });
      start = after - 1;
    }
  };
  for (let at = 0; at < tokens.count; at++) {
    addGap(tokens.start(at));
    end = tokens.end(at);
    if (isOpaque(tokens, at)) found.push({ start: tokens.start(at), text: tokens.word(at) });
  }
  addGap(text.length);
  return found;
}

function isOpaque(tokens: Tokens, at: number): boolean {
  switch (tokens.kind(at)) {
    case STRING:
    case DOC:
    case MODULE_DOC:
    case NUMBER:
      return true;
    case IDENTIFIER:
      return tokens.word(at).includes('«');
    default:
      return tokens.word(at).length > 2 && tokens.word(at).startsWith("'");
  }
}

function isAmbiguous(text: string, { start, text: hidden }: HiddenText): boolean {
  if (hidden.startsWith('--') || hidden.startsWith('/-')) {
    return AMBIGUOUS_COMMENT.test(hidden.slice(1)) || GLUED_COMMENT.test(text.slice(Math.max(0, start - 2), start));
  }
  if (/^\d/.test(hidden)) return !NUMERAL.test(hidden);
  if (hidden.startsWith("'")) return AMBIGUOUS_CHARACTER.test(hidden);
  if (hidden.startsWith('r')) return true;
  // It ends elsewhere if a parser reads terms between its braces.
  return STRING_WITH_BRACES.test(hidden) && endOfString(text, start, false) !== endOfInterpolatedString(text, start);
}

const STRING_WITH_BRACES = /^"[^]*\{/u;

/** Only white space precedes it on its line, so it is not part of a longer symbol. */
function isSafeComment(text: string, { start, text: hidden }: HiddenText): boolean {
  if (!SAFE_COMMENT.test(hidden)) return false;
  const lineStart = text.lastIndexOf('\n', start) + 1;
  return /^[ \t]*$/.test(text.slice(lineStart, start));
}
