/** Where the commands of a file start and end, and which modifiers precede a command's keyword. */
import { wordSet, words } from '../base/words.ts';
import * as Token from './tokens.ts';
import type { Span, Tokens } from './tokens.ts';

/** `open Foo in`, `variable (R) in`: applies only to the command after it. */
export interface Prefix extends Span {
  keyword: string;
}

/** What may precede a declaration or a member of one. */
export interface Annotated {
  /** Token of the docstring; -1 if absent. */
  doc: number;
  /** The tokens between `@[` and `]`, one entry per block. */
  attributeBlocks: Span[];
  modifiers: string[];
}

export interface Command extends Span, Annotated {
  /** `X` of `scoped[X]`. */
  scopedIn: string | null;
  prefixes: Prefix[];
  /** First word after docstring, attributes and modifiers: `theorem`, `class inductive`, `section`, `#check`. */
  keyword: string;
  keywordAt: number;
  /** Token after the keyword. */
  body: number;
}

export const MODIFIERS = wordSet('public private protected noncomputable meta unsafe partial nonrec scoped local');

export const DECLARATION_KEYWORDS: ReadonlySet<string> = new Set([
  'class inductive',
  'class abbrev',
  ...words(`
    theorem lemma def abbrev instance structure class inductive coinductive axiom constant opaque alias irreducible_def
    simproc simproc_decl dsimproc dsimproc_decl example proof_wanted builtin_simproc builtin_dsimproc
    builtin_simproc_decl builtin_dsimproc_decl`),
]);

/** Commands whose scope ends with the next command if `in` follows them. */
const PREFIX_KEYWORDS = wordSet(`
  open set_option omit include variable attribute universe unseal seal deprecated_syntax count_heartbeats
  suppress_compilation notation notation3 infix infixl infixr prefix postfix unsuppress_compilation`);

/** Other words that start a command at column 0; unknown words do so only after an empty line. */
const OTHER_COMMANDS = wordSet(`
  namespace section end mutual export import module prelude deriving macro macro_rules syntax declare_syntax_cat elab
  elab_rules initialize builtin_initialize run_cmd run_meta run_elab add_decl_doc initialize_simps_projections
  insert_to_additive_translation to_additive_name_hint to_dual_name_hint to_dual_insert_cast mk_iff_of_inductive_prop
  deprecated_module assert_not_exists assert_not_imported library_note register_simp_attr register_option
  declare_aesop_rule_sets compile_inductive compile_def grind_pattern alias_in include_str unsafe recommended_spelling
  register_builtin_option builtin_term_elab init_quot gen_injective_theorems extend_docs proof_wanted
  declare_simp_like_tactic simproc_pattern register_label_attr binder_predicate unif_hint irreducible_def
  add_aesop_rules erase_aesop_rules set_premise_selector register_hint declare_bitwise_uint_theorems`);

/** Words that continue the previous command even at column 0 after an empty line. */
const CONTINUATIONS = wordSet(`
  where deriving by termination_by decreasing_by extends with then else at from in do let have show fun match if calc
  return exact finally`);

/** All words known to start a command. */
export const STARTERS = new Set([...MODIFIERS, ...DECLARATION_KEYWORDS, ...PREFIX_KEYWORDS, ...OTHER_COMMANDS]);

/** Whether `word` starts or precedes a command in some library. A tactic or a local name may have the same spelling. */
export function mayStartCommand(word: string): boolean {
  return STARTERS.has(word);
}

/** With `midLine`, a declaration may also start after another on its line; Lean allows this, no library does it. */
export function readCommands(tokens: Tokens, midLine = false): Command[] {
  const commands: Command[] = [];
  const finder = new StartFinder(tokens, midLine);
  let at = 0;
  while (at < tokens.count) {
    const command = readHeader(tokens, at);
    command.to = tokens.kind(command.keywordAt) === Token.MODULE_DOC ? at + 1 : finder.nextStart(command);
    attachPrefixes(tokens, command, finder);
    commands.push(command);
    at = Math.max(command.to, at + 1);
  }
  return commands;
}

/** Docstring, attributes and modifiers from `at` up to the keyword. */
function readHeader(tokens: Tokens, at: number): Command {
  const header = { doc: -1, attributeBlocks: [], modifiers: [] };
  const command: Command = {
    ...header,
    from: at,
    to: at,
    scopedIn: null,
    prefixes: [],
    keyword: '',
    keywordAt: at,
    body: at,
  };
  continueHeader(tokens, command, at);
  return command;
}

function continueHeader(tokens: Tokens, command: Command, from: number): void {
  let at = readAnnotations(tokens, from, tokens.count, command);
  // `scoped[Topology] notation …`
  if (tokens.is(at, '[') && tokens.is(at - 1, 'scoped') && tokens.is(at + 2, ']')) {
    command.scopedIn = tokens.word(at + 1);
    at = readAnnotations(tokens, at + 3, tokens.count, command);
  }
  command.keywordAt = at;
  command.keyword = tokens.kind(at) === Token.IDENTIFIER ? tokens.word(at) : '';
  command.body = at + 1;
  if (tokens.is(at, '#') && tokens.kind(at + 1) === Token.IDENTIFIER) {
    command.keyword = `#${tokens.word(at + 1)}`;
    command.body = at + 2;
  } else if (command.keyword === 'class' && (tokens.is(at + 1, 'inductive') || tokens.is(at + 1, 'abbrev'))) {
    command.keyword = `class ${tokens.word(at + 1)}`;
    command.body = at + 2;
  }
}

/** Adds the docstrings, attributes and modifiers from `from` on to `found`; returns the index after them. */
export function readAnnotations(tokens: Tokens, from: number, to: number, found: Annotated): number {
  let at = from;
  while (at < to) {
    if (tokens.kind(at) === Token.DOC) found.doc = at++;
    else if (tokens.is(at, '@[')) {
      const after = tokens.afterBracket(at, to);
      found.attributeBlocks.push({ from: at + 1, to: after - 1 });
      at = after;
    } else if (tokens.kind(at) === Token.IDENTIFIER && MODIFIERS.has(tokens.word(at)) && !tokens.is(at + 1, ':')) {
      found.modifiers.push(tokens.word(at++));
    } else break;
  }
  return at;
}

/** If the command ends in `in`, makes it a prefix of the next command and reads on; repeats for stacked prefixes. */
function attachPrefixes(tokens: Tokens, command: Command, finder: StartFinder): void {
  while (PREFIX_KEYWORDS.has(command.keyword)) {
    const inAt = tokens.find('in', command.body, command.to);
    if (inAt < 0) return;
    command.prefixes.push({ keyword: command.keyword, from: command.body, to: inAt });
    if (inAt + 1 >= tokens.count) return;
    continueHeader(tokens, command, inAt + 1);
    // The token that ended `open A in` also ends the command after it, unless a bracket is still open.
    if (command.body <= command.to) continue;
    command.to = tokens.kind(command.keywordAt) === Token.MODULE_DOC ? command.keywordAt : finder.nextStart(command);
  }
}

/** Finds command starts after a given command, counting brackets: an indented keyword inside brackets is quoted. */
class StartFinder {
  readonly #tokens: Tokens;
  readonly #midLine: boolean;

  constructor(tokens: Tokens, midLine: boolean) {
    this.#tokens = tokens;
    this.#midLine = midLine;
  }

  /** First token after `command`'s keyword that starts another command. */
  nextStart(command: Command): number {
    const tokens = this.#tokens;
    // A modifier or attribute without a keyword is a damaged command: continue after it.
    let depth = 0;
    let counted = command.body;
    for (let at = Math.max(command.body, command.from + 1); at < tokens.count; at++) {
      const kind = tokens.kinds[at];
      if (kind === Token.MODULE_DOC) return at;
      const flags = tokens.flags[at] ?? 0;
      if (!(flags & Token.LINE_FIRST) && !(this.#midLine && !tokens.is(at - 1, 'deriving'))) continue;
      if (flags & Token.COLUMN_ZERO) {
        if (this.#startsAtMargin(at, flags)) return at;
      } else if (this.#mayStartIndented(at)) {
        for (; counted < at; counted++) depth = Math.max(0, depth + tokens.bracket(counted));
        if (depth === 0 && this.#startsIndented(at)) return at;
      }
    }
    return tokens.count;
  }

  #startsAtMargin(at: number, flags: number): boolean {
    const tokens = this.#tokens;
    const kind = tokens.kind(at);
    if (kind === Token.DOC) {
      let after = at + 1;
      while (tokens.kind(after) === Token.DOC) after++;
      return !tokens.is(after, '|');
    }
    if (kind === Token.SYMBOL)
      return tokens.is(at, '@[') || (tokens.is(at, '#') && tokens.kind(at + 1) === Token.IDENTIFIER);
    if (kind !== Token.IDENTIFIER) return false;
    const word = tokens.word(at);
    if (word === 'deriving') return tokens.is(at + 1, 'instance') || tokens.is(at + 1, 'noncomputable');
    if (STARTERS.has(word)) return true;
    return (flags & Token.AFTER_BLANK) !== 0 && !CONTINUATIONS.has(word);
  }

  /** Cheap test that limits bracket counting to the candidates. */
  #mayStartIndented(at: number): boolean {
    const tokens = this.#tokens;
    const kind = tokens.kinds[at];
    if (kind === Token.DOC) return true;
    if (kind === Token.SYMBOL) return tokens.is(at, '@[');
    if (kind !== Token.IDENTIFIER) return false;
    const length = tokens.end(at) - tokens.start(at);
    if (length < 3 || length > 16) return false;
    const word = tokens.word(at);
    return (
      MODIFIERS.has(word) ||
      DECLARATION_KEYWORDS.has(word) ||
      word === 'namespace' ||
      word === 'section' ||
      word === 'mutual' ||
      word === 'end'
    );
  }

  /** True if docstrings, attributes and modifiers lead to a declaration keyword, or if a scope opens or closes. */
  #startsIndented(at: number): boolean {
    const tokens = this.#tokens;
    const header = readHeader(tokens, at);
    const keyword = header.keyword;
    const name = header.body;
    if (keyword === 'namespace') return tokens.kind(name) === Token.IDENTIFIER;
    if (keyword === 'mutual') return true;
    if (keyword === 'section' || keyword === 'end') {
      return (
        tokens.flag(name, Token.LINE_FIRST) ||
        name >= tokens.count ||
        (tokens.kind(name) === Token.IDENTIFIER && tokens.flag(name + 1, Token.LINE_FIRST))
      );
    }
    if (!DECLARATION_KEYWORDS.has(keyword)) return false;
    if (keyword === 'instance' || keyword === 'example' || keyword === 'alias')
      return !tokens.is(name, ',') && !tokens.is(name, ']');
    return tokens.kind(name) === Token.IDENTIFIER;
  }
}
