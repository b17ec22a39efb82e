/**
 * The skeleton of a proof: its tactics with a slot for every lemma and hypothesis. Proofs of similar statements often
 * have the same skeleton (specification of proof templates, appendix C).
 *
 * A skeleton is words separated by blanks. Tactic words, keywords, numerals and symbols are kept; a constant is `L`, a
 * hypothesis or another local name `H`, each with the listed fields (`L.symm`, `H.1`); another field is a slot (`H.L`).
 * Segments are separated by `;` or `<;>`. A proof by a term is one segment, `exact TERM`.
 */
import { wordSet } from '../../base/words.ts';
import { CHARACTER, DOC, IDENTIFIER, LINE_FIRST, NUMBER, SPACED, type Span, STRING, type Tokens } from '../tokens.ts';
import { variableAt, type VariableScope } from '../variables.ts';
import { addBoundNames } from './bound-names.ts';

export interface ProofSkeleton {
  /** 1-based line of the theorem. */
  line: number;
  text: string;
  /**
   * What is in the slots, in their order. A number is the offset in the source of an identifier, whose listed fields at
   * the end are in the skeleton; a string is a field of a local name or of a term.
   */
  slots: (number | string)[];
}

/** A proof with more segments, words or characters is too long to be a template. */
const MAX_SEGMENTS = 8;
const MAX_WORDS = 120;
const MAX_LENGTH = 400;

/** Kept as they are. */
const KEYWORDS = wordSet(`
  fun by have show from let at with using only if then else do match in and suffices this rfl calc where _ λ`);

/** Fields that use a statement in another direction or a part of it: part of the skeleton, not of a slot. */
const KEPT_FIELDS: ReadonlySet<string> = wordSet('1 2 symm trans mp mpr le ne lt eq elim refl left right comp mono');

/** `foo.bar.symm.1` → `foo.bar`. */
export function withoutKeptFields(name: string): string {
  let end = name.length;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', end - 1)) {
    if (!KEPT_FIELDS.has(name.slice(dot + 1, end))) break;
    end = dot;
  }
  return name.slice(0, end);
}

/** Number of slots in a skeleton. */
export function countSlots(skeleton: string): number {
  return skeleton.match(/(?:^| )L(?=[ .]|$)|\.L(?=[ .]|$)/gu)?.length ?? 0;
}

/** Words and symbols of proofs that are no template: long forms, and what a candidate may not contain. */
const REFUSED = wordSet(`
  calc match where termination_by decreasing_by nomatch nofun sorry admit native_decide unsafe run_tac run_elab
  axiom set_option open # \u0060`);

/** Tactics whose plain arguments are new names. */
const INTRODUCING = wordSet(`
  intro intros rintro ext ext1 funext choose rename_i next by_contra by_contra! obtain case case' rename`);
/** Tactics and terms whose next word is a new name. */
const NAMING = wordSet('have let set suffices replace by_cases haveI letI classical_have');
/** Tactics that introduce names after `with`. */
const WITH_NAMES = wordSet("rcases cases' induction' filter_upwards lift split_ifs choose peel obtain");
/** These end the new names of a tactic. */
const ENDS_NAMES = wordSet(': := using at =>');

/** A block of tactics: the column of its tactics, and the number of brackets open around it. */
interface Block {
  column: number;
  depth: number;
}

/**
 * The skeleton of a theorem: `header` are its binders and type, `proof` is what follows `:=`. Null if the proof is no
 * template. Names that no binder in sight binds are constants, unless they have at most two characters.
 */
export function proofSkeleton(
  tokens: Tokens,
  { header, proof, line }: { header: Span; proof: Span; line: number },
  scope: VariableScope,
): ProofSkeleton | null {
  const found = new SkeletonReader(tokens, header, proof, scope).read();
  return found === null ? null : { line, ...found };
}

class SkeletonReader {
  readonly #tokens: Tokens;
  readonly #header: Span;
  readonly #proof: Span;
  readonly #scope: VariableScope;
  /** Names that the header or the proof binds; read on demand, because many proofs are one word. */
  #bound: Set<string> | null = null;
  readonly #words: string[] = [];
  readonly #slots: (number | string)[] = [];
  readonly #blocks: Block[] = [];
  #depth = 0;
  #segments = 0;
  /** Whether the next identifier starts a segment. */
  #isHead = true;
  /** The first word of the segment. */
  #head = '';
  /** Whether plain identifiers are new names, and until when: the end of the segment or an arrow. */
  #binding: 'none' | 'one' | 'segment' | 'arrow' = 'none';

  constructor(tokens: Tokens, header: Span, proof: Span, scope: VariableScope) {
    this.#tokens = tokens;
    this.#header = header;
    this.#proof = proof;
    this.#scope = scope;
  }

  read(): Omit<ProofSkeleton, 'line'> | null {
    const tokens = this.#tokens;
    const { from, to } = this.#proof;
    if (from >= to) return null;
    let at = from;
    if (tokens.is(at, 'by')) {
      at++;
      if (at >= to) return null;
      this.#openBlock(at);
    } else {
      if (tokens.is(at, '|')) return null;
      if (to - from === 1 && tokens.is(at, 'rfl')) return { text: 'rfl', slots: [] };
      this.#startSegment('');
      this.#keepHead('exact');
    }
    while (at < to) {
      at = this.#readToken(at);
      if (at < 0 || this.#words.length > MAX_WORDS || this.#segments > MAX_SEGMENTS) return null;
    }
    if (this.#depth !== 0) return null;
    const text = this.#words.join(' ');
    if (text === 'exact rfl') return { text: 'rfl', slots: [] };
    return text.length > MAX_LENGTH || text === '' ? null : { text, slots: this.#slots };
  }

  /** Reads one token or several that belong together; returns the index after them, or -1 if this is no template. */
  #readToken(at: number): number {
    const tokens = this.#tokens;
    const kind = tokens.kinds[at];
    if (kind === DOC) return -1;
    if (tokens.flag(at, LINE_FIRST)) this.#startLine(at);
    if (kind === IDENTIFIER) return this.#identifier(at);
    if (kind === NUMBER) return this.#push(tokens.word(at), at + 1);
    if (kind === STRING || kind === CHARACTER) return this.#push('"s"', at + 1);
    return this.#symbol(at);
  }

  #symbol(at: number): number {
    const tokens = this.#tokens;
    const word = tokens.word(at);
    if (REFUSED.has(word)) return -1;
    if (word === '<' && this.#continues(at + 1, ';') && this.#continues(at + 2, '>')) {
      if (this.#depth === this.#blockDepth()) this.#startSegment('<;>');
      else this.#separate('<;>');
      return at + 3;
    }
    if (word === ';') {
      if (this.#depth === this.#blockDepth()) this.#startSegment(';');
      else this.#separate(';');
      return at + 1;
    }
    if (word === '?' && this.#continues(at + 1, '_')) return this.#push('?_', at + 2);
    if (word === '.' && !tokens.flag(at + 1, SPACED)) return this.#field(at);
    if (word === 'λ') return this.#keyword('fun', at);
    const bracket = tokens.bracket(at);
    this.#depth += bracket;
    if (bracket < 0) {
      while (this.#blocks.length > 1 && this.#blockDepth() > this.#depth) this.#blocks.pop();
      if (this.#depth < 0) return -1;
    }
    if (word === '=>' || word === '↦') return this.#arrow(at);
    if (ENDS_NAMES.has(word)) this.#binding = 'none';
    this.#words.push(word);
    if (word === '·' || (word === '.' && this.#isHead)) {
      this.#isHead = true;
      this.#openInner(at + 1);
    } else if (word === '|') {
      this.#binding = this.#isHead || this.#head === '|' ? 'arrow' : this.#binding;
      if (this.#isHead) this.#head = '|';
      this.#isHead = false;
    } else if (word === '(' && this.#isHead) this.#isHead = true;
    else if (word !== '@') this.#isHead = false;
    return at + 1;
  }

  #arrow(at: number): number {
    this.#binding = 'none';
    this.#words.push('=>');
    const opensBlock = this.#head === '|' || this.#head === 'case' || this.#head === 'next';
    this.#isHead = opensBlock;
    if (opensBlock || this.#tokens.flag(at + 1, LINE_FIRST)) this.#openInner(at + 1);
    return at + 1;
  }

  #identifier(at: number): number {
    const tokens = this.#tokens;
    const word = tokens.word(at);
    if (REFUSED.has(word)) return -1;
    if (word === 'by') {
      this.#words.push('by');
      this.#openInner(at + 1);
      this.#isHead = true;
      return at + 1;
    }
    if (this.#isHead && !word.includes('.') && !this.#isBound(at, word)) return this.#keepHead(word, at);
    this.#isHead = false;
    if (KEYWORDS.has(word)) return this.#keyword(word, at);
    if (word.startsWith('_root_.')) return this.#constant(at, word);
    const dot = word.indexOf('.');
    if (this.#binding !== 'none' && dot < 0) return this.#newName(at, word);
    const isLocal = this.#isBound(at, word) || isShort(word, dot);
    if (!isLocal) return this.#constant(at, word);
    return this.#push(dot < 0 ? 'H' : `H${this.#fields(word.slice(dot + 1))}`, at + 1);
  }

  #newName(at: number, word: string): number {
    // The constructor of an alternative, `| succ n ih =>`, is a constant.
    const isConstructor = this.#binding === 'arrow' && this.#head === '|' && this.#words.at(-1) === '|';
    if (isConstructor && !isShort(word, -1)) return this.#constant(at, word);
    this.#names().add(word);
    if (this.#binding === 'one') this.#binding = 'none';
    return this.#push('H', at + 1);
  }

  #keepHead(word: string, at = -1): number {
    if (word === 'L' || word === 'H') return -1;
    this.#head = word;
    this.#isHead = false;
    this.#words.push(word);
    this.#bindAfter(word);
    return at + 1;
  }

  #keyword(word: string, at: number): number {
    this.#words.push(word);
    if (ENDS_NAMES.has(word)) this.#binding = 'none';
    if (word === 'with' && WITH_NAMES.has(this.#head)) this.#binding = 'segment';
    else this.#bindAfter(word);
    return at + 1;
  }

  #bindAfter(word: string): void {
    if (word === 'fun') this.#binding = 'arrow';
    else if (INTRODUCING.has(word)) this.#binding = 'segment';
    else if (NAMING.has(word)) this.#binding = 'one';
  }

  /** A constant: its listed fields at the end are kept. */
  #constant(at: number, word: string): number {
    this.#binding = this.#binding === 'one' ? 'none' : this.#binding;
    this.#slots.push(this.#tokens.start(at));
    return this.#push(`L${word.slice(withoutKeptFields(word).length)}`, at + 1);
  }

  /** `(h).symm`, `h.1`, `.inl`: joined to the word before it if no space is between. */
  #field(at: number): number {
    const tokens = this.#tokens;
    const kind = tokens.kind(at + 1);
    if ((kind !== IDENTIFIER && kind !== NUMBER) || at + 1 >= this.#proof.to) return this.#push('.', at + 1);
    const fields = this.#fields(tokens.word(at + 1));
    const last = this.#words.length - 1;
    this.#isHead = false;
    if (tokens.flag(at, SPACED) || last < 0 || !/[\w)⟩\]]$/u.test(this.#words[last]!)) this.#words.push(fields);
    else this.#words[last] += fields;
    return at + 2;
  }

  /** `.symm.L`, with the dots. */
  #fields(written: string): string {
    let out = '';
    for (const part of written.split('.')) {
      if (KEPT_FIELDS.has(part) || /^\d/u.test(part)) out += `.${part}`;
      else {
        out += '.L';
        this.#slots.push(part);
      }
    }
    return out;
  }

  #push(word: string, next: number): number {
    this.#words.push(word);
    this.#isHead = false;
    return next;
  }

  /** A separator inside brackets: the same segment, but a tactic follows. */
  #separate(word: string): void {
    this.#words.push(word);
    this.#isHead = true;
    this.#binding = 'none';
  }

  #startSegment(separator: string): void {
    const last = this.#words.at(-1);
    if (separator === '<;>' || (this.#words.length > 0 && last !== ';' && last !== '<;>')) this.#words.push(separator);
    this.#segments++;
    this.#isHead = true;
    this.#head = '';
    this.#binding = 'none';
  }

  #startLine(at: number): void {
    const column = this.#column(at);
    while (this.#blocks.length > 1 && (this.#blocks.at(-1)!.column > column || this.#blockDepth() > this.#depth))
      this.#blocks.pop();
    const block = this.#blocks.at(-1);
    if (block === undefined || block.depth !== this.#depth) return;
    const startsAlternative = this.#tokens.is(at, '|') && column <= block.column + 2 && this.#words.length > 0;
    if ((block.column === column && this.#words.length > 0) || startsAlternative) {
      // After `by`, `·` or `=>` the line continues what opened the block.
      if (!OPENERS.has(this.#words.at(-1)!)) this.#startSegment(';');
      else this.#segments++;
    }
  }

  #openBlock(at: number): void {
    this.#blocks.push({ column: this.#column(at), depth: this.#depth });
    this.#segments = 1;
  }

  /** A block inside a segment: `at` is its first token. */
  #openInner(at: number): void {
    if (at < this.#proof.to) this.#blocks.push({ column: this.#column(at), depth: this.#depth });
  }

  #blockDepth(): number {
    return this.#blocks.at(-1)?.depth ?? 0;
  }

  #continues(at: number, word: string): boolean {
    return at < this.#proof.to && !this.#tokens.flag(at, SPACED) && this.#tokens.is(at, word);
  }

  /** UTF-16 units from the start of the line. */
  #column(at: number): number {
    const start = this.#tokens.start(at);
    return start === 0 ? 0 : start - this.#tokens.text.lastIndexOf('\n', start - 1) - 1;
  }

  #isBound(at: number, word: string): boolean {
    if (this.#scope.variables.length > 0 && variableAt(this.#scope, this.#tokens, at) >= 0) return true;
    const dot = word.indexOf('.');
    return this.#names().has(dot < 0 ? word : word.slice(0, dot));
  }

  #names(): Set<string> {
    if (this.#bound === null) {
      this.#bound = new Set();
      addBoundNames(this.#tokens, this.#header, this.#bound);
    }
    return this.#bound;
  }
}

/** Words after which a new line is the first of their block. */
const OPENERS = wordSet('by · =>');

/** `h`, `hx.le`: local names that some binder out of sight has made; as in `index/identifier-counts.ts`. */
function isShort(word: string, dot: number): boolean {
  const length = dot < 0 ? word.length : dot;
  const first = word.charCodeAt(0);
  return length <= 2 && !(first >= 0x41 && first <= 0x5a);
}
