/** The analyser of the words channel: emits every stem of a declaration with its impact in one byte. */
import type { AnalysedDeclaration, Emit, MakeAnalyser, NumberToken } from '../analysis.ts';
import { NumberList } from '../number-list.ts';
import { grown } from '../typed-arrays.ts';
import { FIELDS, type Field } from './fields.ts';
import { glossaryText } from './glossary.ts';
import { quantise } from './impact.ts';
import { latexToPlain } from './latex.ts';
import { firstSentenceLength, splitBinder, splitType } from './passages.ts';
import { Tokeniser } from './tokeniser.ts';

/** Prefix of this channel's tokens in the inverted lists. */
export const WORD_PREFIX = 'w:';

const MAX_BULLETS = 6;
const MAX_SENTENCES = 12;
/** Number of scanned `variable` binders that are cached: those of the files read last. */
const MAX_BINDERS = 2000;
const STRUCTURE_KINDS = new Set(['structure', 'class', 'inductive', 'coinductive']);
const DEFINITION_BODY = { ...FIELDS.body, limit: 60 } satisfies Field;

/**
 * Creates the analyser. A stem's impact is x = Σ_f w_f · tf / (1 − b_f + b_f · length / mean_f) over the fields of
 * `fields.ts`; the query saturates it as x / (k + x), once for all fields together (BM25F). Passes each declaration's
 * words to `takeWords` too.
 */
export function wordAnalyser(takeWords: TakeWords | null): MakeAnalyser {
  return ({ notations, numberToken }) => {
    const analyser = new WordAnalyser(new Tokeniser(notations), numberToken, takeWords);
    return (input, emit) => analyser.analyse(input, emit);
  };
}

/**
 * Receives the stems of each declaration, as numbers into `vocabulary`, and by number the set of fields that contain
 * the stem (bits of `fields.ts`). Both are overwritten by the next declaration.
 */
export type TakeWords = (stems: Int32Array, fieldsOf: Uint16Array, vocabulary: readonly string[]) => void;

class WordAnalyser {
  readonly #tokeniser: Tokeniser;
  readonly #numberToken: NumberToken;
  /** Numbers of the tokens `WORD_PREFIX` + stem, by number of the stem. */
  readonly #tokens = new NumberList();
  /** Impact by number of the stem, zero between declarations. `#touched` lists the numbers that are not zero. */
  #impacts = new Float64Array(1 << 12);
  /** Fields that contain the stem, by its number. */
  #fields = new Uint16Array(1 << 12);
  readonly #takeWords: TakeWords | null;
  readonly #touched = new NumberList();
  readonly #atoms = new NumberList();
  readonly #binders = new Map<string, ScannedBinder>();
  /** The last row's scope. */
  #variables: readonly string[] = [];
  #scope: ScannedBinder[] = [];
  /** By atom: the last declaration with it in its signature. */
  #lastSeen = new Int32Array(1 << 12);
  #serial = 0;
  /** Texts that neighbouring declarations share, with their scans. */
  readonly #namespace = new LastScan();
  readonly #module = new LastScan();
  readonly #headings = new LastScan();

  constructor(tokeniser: Tokeniser, numberToken: NumberToken, takeWords: TakeWords | null) {
    this.#tokeniser = tokeniser;
    this.#numberToken = numberToken;
    this.#takeWords = takeWords;
  }

  analyse({ declaration, module, title, mentions }: AnalysedDeclaration, emit: Emit): void {
    const tokeniser = this.#tokeniser;
    const { name, doc, body, section } = declaration;
    this.#serial++;
    const dot = name.lastIndexOf('.');
    this.#addText(name.slice(dot + 1), FIELDS.lastName);
    if (dot > 0) this.#addAtoms(this.#namespace.scan(tokeniser, name.slice(0, dot)), FIELDS.namespace);
    if (doc !== null) this.#addDoc(doc);
    const definition = glossaryText(name);
    if (definition !== undefined) this.#addText(latexToPlain(definition), FIELDS.glossary);
    this.#addSignature(declaration.signature.slice(declaration.typeAt), declaration.variables);
    this.#addAtoms(this.#module.scan(tokeniser, module.slice(module.indexOf('.') + 1)), FIELDS.modulePath);
    this.#addAtoms(this.#headings.scan(tokeniser, title ?? '', section ?? ''), FIELDS.headings);
    if (body !== '') this.#addText(body, STRUCTURE_KINDS.has(declaration.kind) ? FIELDS.body : DEFINITION_BODY);
    if (mentions.length > 0) this.#addMentions(mentions);
    this.#emitAll(emit);
  }

  #addDoc(doc: string): void {
    const cut = firstSentenceLength(doc);
    this.#addText(latexToPlain(doc.slice(0, cut)), FIELDS.firstSentence);
    if (cut < doc.length) this.#addText(latexToPlain(doc.slice(cut)), FIELDS.restOfDoc);
  }

  #addSignature(type: string, variables: readonly string[]): void {
    const { hypotheses, conclusion, parents } = splitType(type);
    this.#addAtoms(this.#markSeen(this.#scan(hypotheses)), FIELDS.hypotheses);
    this.#addAtoms(this.#markSeen(this.#scan(conclusion)), FIELDS.conclusion);
    if (parents !== '') this.#addAtoms(this.#markSeen(this.#scan(parents)), FIELDS.parents);
    this.#enterScope(variables);
    const used = this.#atoms;
    used.clear();
    for (const binder of this.#scope) if (this.#isUsed(binder)) used.append(binder.type);
    this.#addAtoms(used, FIELDS.variables);
  }

  /** The atoms of `text`, valid until the next call. */
  #scan(text: string): NumberList {
    this.#atoms.clear();
    this.#tokeniser.collect(text, this.#atoms);
    return this.#atoms;
  }

  #markSeen(atoms: NumberList): NumberList {
    const { items, length } = atoms;
    for (let i = 0; i < length; i++) {
      const atom = items[i]!;
      if (atom >= this.#lastSeen.length) this.#lastSeen = grown(this.#lastSeen, atom * 2);
      this.#lastSeen[atom] = this.#serial;
    }
    return atoms;
  }

  /** Rows of one scope share the list object. */
  #enterScope(variables: readonly string[]): void {
    if (variables === this.#variables) return;
    this.#variables = variables;
    this.#scope = variables.map((group) => this.#binder(group));
  }

  #binder(group: string): ScannedBinder {
    let binder = this.#binders.get(group);
    if (binder === undefined) {
      binder = scanBinder(this.#tokeniser, group);
      if (this.#binders.size >= MAX_BINDERS) this.#binders.clear();
      this.#binders.set(group, binder);
    }
    return binder;
  }

  /** An instance is in use if all variables of its type are, another binder if one of its names is. */
  #isUsed({ watched: { items, length }, isInstance }: ScannedBinder): boolean {
    for (let i = 0; i < length; i++) {
      const isSeen = this.#lastSeen[items[i]!] === this.#serial;
      if (isSeen !== isInstance) return isSeen;
    }
    return isInstance && length > 0;
  }

  #addMentions(mentions: AnalysedDeclaration['mentions']): void {
    const bullets = mentions.filter(({ kind }) => kind === 'bullet').slice(0, MAX_BULLETS);
    const sentences = mentions.filter(({ kind }) => kind === 'sentence').slice(0, MAX_SENTENCES);
    if (bullets.length > 0) this.#addText(joinPassages(bullets), FIELDS.bullets);
    if (sentences.length > 0) this.#addText(joinPassages(sentences), FIELDS.sentences);
  }

  #addText(text: string, field: Field): void {
    this.#addAtoms(this.#scan(text), field);
  }

  #addAtoms({ items, length }: NumberList, field: Field): void {
    const { vocabulary, ids, idStarts } = this.#tokeniser;
    const starts = idStarts.items;
    let stems = 0;
    let end = 0;
    for (; end < length && stems < field.limit; end++) stems += starts[items[end]! + 1]! - starts[items[end]!]!;
    if (stems === 0) return;
    if (vocabulary.length > this.#impacts.length) {
      this.#impacts = grown(this.#impacts, vocabulary.length * 2);
      this.#fields = grown(this.#fields, vocabulary.length * 2);
    }
    const impact = field.weight / (1 - field.b + (field.b * stems) / field.meanLength);
    for (let i = 0; i < end; i++) {
      const atom = items[i]!;
      for (let at = starts[atom]!; at < starts[atom + 1]!; at++) {
        const id = ids.items[at]!;
        if (this.#impacts[id] === 0) this.#touched.push(id);
        this.#impacts[id]! += impact;
        this.#fields[id]! |= field.bit;
      }
    }
  }

  #emitAll(emit: Emit): void {
    const { vocabulary } = this.#tokeniser;
    const tokens = this.#tokens;
    while (tokens.length < vocabulary.length) tokens.push(this.#numberToken(WORD_PREFIX + vocabulary[tokens.length]!));
    const { items, length } = this.#touched;
    this.#takeWords?.(items.subarray(0, length), this.#fields, vocabulary);
    for (let i = 0; i < length; i++) {
      const id = items[i]!;
      emit(tokens.items[id]!, quantise(this.#impacts[id]!));
      this.#impacts[id] = 0;
      this.#fields[id] = 0;
    }
    this.#touched.clear();
  }
}

/** Initial capacity. There are many binders, and most have few atoms. */
const BINDER_CAPACITY = 8;

/** A `variable` binder: the atoms that show its use, and those of its type. */
interface ScannedBinder {
  watched: NumberList;
  type: NumberList;
  isInstance: boolean;
}

function scanBinder(tokeniser: Tokeniser, group: string): ScannedBinder {
  const { names, type: typeText, isInstance } = splitBinder(group);
  const type = new NumberList(BINDER_CAPACITY);
  const watched = new NumberList(BINDER_CAPACITY);
  tokeniser.collect(typeText, type);
  if (!isInstance) tokeniser.collect(names, watched);
  else {
    // In `[Module R M]`, the variables are the atoms without stems.
    const starts = tokeniser.idStarts.items;
    for (let i = 0; i < type.length; i++) {
      const atom = type.items[i]!;
      if (starts[atom] === starts[atom + 1]) watched.push(atom);
    }
  }
  return { watched, type, isInstance };
}

function joinPassages(passages: AnalysedDeclaration['mentions']): string {
  return passages.map(({ text }) => latexToPlain(text)).join('\n');
}

/** Caches the last scan: module and headings are the same for consecutive declarations. */
class LastScan {
  #text: string | null = null;
  #below = '';
  readonly #atoms = new NumberList();

  /** The atoms of `text` and of the text `below` it. */
  scan(tokeniser: Tokeniser, text: string, below = ''): NumberList {
    if (text !== this.#text || below !== this.#below) {
      this.#text = text;
      this.#below = below;
      this.#atoms.clear();
      tokeniser.collect(`${text}\n${below}`, this.#atoms);
    }
    return this.#atoms;
  }
}
