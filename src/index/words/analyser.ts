/** The analyser of the words channel: every stem of a declaration with one byte that says how much it is about it. */
import type { AnalysedDeclaration, Emit, MakeAnalyser } from '../analysis.ts';
import { FIELDS, type Field } from './fields.ts';
import { quantise } from './impact.ts';
import { latexToPlain } from './latex.ts';
import { firstSentenceLength, splitBinder, splitType } from './passages.ts';
import { type Atom, Tokeniser } from './tokens.ts';

/** Prefix of this channel's tokens in the inverted lists. */
export const WORD_PREFIX = 'w:';

const MOST_BULLETS = 6;
const MOST_SENTENCES = 12;
const STRUCTURE_KINDS = new Set(['structure', 'class', 'inductive', 'coinductive']);
const DEFINITION_BODY = { ...FIELDS.body, limit: 60 } satisfies Field;

/**
 * Makes the analyser. A stem's impact is x = Σ_f w_f · tf / (1 − b_f + b_f · length / mean_f) over the fields of
 * `fields.ts`; the query saturates it as x / (k + x), once for all fields together (BM25F).
 */
export const makeWordAnalyser: MakeAnalyser = () => {
  const analyser = new WordAnalyser();
  return (input, emit) => analyser.analyse(input, emit);
};

class WordAnalyser {
  readonly #tokeniser = new Tokeniser();
  /** `WORD_PREFIX` + stem, by the stem's number. */
  readonly #tokens: string[] = [];
  /** Impact by the stem's number, zero between declarations; and the numbers that are not zero. */
  #impacts = new Float64Array(1 << 12);
  readonly #touched: number[] = [];
  readonly #ids: number[] = [];
  readonly #atoms: Atom[] = [];
  readonly #binders = new Map<string, ScannedBinder>();
  /** By the atom's index: the declaration that last had it in its signature. */
  #lastSeen = new Int32Array(1 << 12);
  #serial = 0;
  /** Texts that neighbours share, with what they were scanned to. */
  readonly #module = new LastScan();
  readonly #headings = new LastScan();

  analyse({ declaration, module, title, mentions }: AnalysedDeclaration, emit: Emit): void {
    this.#serial++;
    const dot = declaration.name.lastIndexOf('.');
    this.#addText(declaration.name.slice(dot + 1), FIELDS.lastName);
    if (dot > 0) this.#addText(declaration.name.slice(0, dot), FIELDS.namespace);
    if (declaration.doc !== null) this.#addDoc(declaration.doc);
    this.#addSignature(declaration.signature.slice(declaration.typeAt), declaration.variables);
    this.#addAtoms(this.#module.scan(this.#tokeniser, module.slice(module.indexOf('.') + 1)), FIELDS.modulePath);
    this.#addAtoms(
      this.#headings.scan(this.#tokeniser, `${title ?? ''}\n${declaration.section ?? ''}`),
      FIELDS.headings,
    );
    if (declaration.body !== '') {
      this.#addText(declaration.body, STRUCTURE_KINDS.has(declaration.kind) ? FIELDS.body : DEFINITION_BODY);
    }
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
    const used = this.#atoms;
    used.length = 0;
    for (const group of variables) {
      const binder = this.#binder(group);
      if (this.#isUsed(binder)) for (const atom of binder.type) used.push(atom);
    }
    this.#addAtoms(used, FIELDS.variables);
  }

  /** The atoms of `text`, until the next call. */
  #scan(text: string): Atom[] {
    this.#atoms.length = 0;
    return this.#tokeniser.scan(text, this.#atoms);
  }

  #markSeen(atoms: Atom[]): Atom[] {
    for (const { index } of atoms) {
      if (index >= this.#lastSeen.length) {
        const longer = new Int32Array(index * 2);
        longer.set(this.#lastSeen);
        this.#lastSeen = longer;
      }
      this.#lastSeen[index] = this.#serial;
    }
    return atoms;
  }

  #binder(group: string): ScannedBinder {
    let binder = this.#binders.get(group);
    if (binder === undefined) {
      binder = scanBinder(this.#tokeniser, group);
      this.#binders.set(group, binder);
    }
    return binder;
  }

  /** An instance is in use when all the variables of its type are, another binder when one of its names is. */
  #isUsed({ watched, isInstance }: ScannedBinder): boolean {
    const isSeen = ({ index }: Atom): boolean => this.#lastSeen[index] === this.#serial;
    return isInstance ? watched.length > 0 && watched.every(isSeen) : watched.some(isSeen);
  }

  #addMentions(mentions: AnalysedDeclaration['mentions']): void {
    const bullets = mentions.filter(({ kind }) => kind === 'bullet').slice(0, MOST_BULLETS);
    const sentences = mentions.filter(({ kind }) => kind === 'sentence').slice(0, MOST_SENTENCES);
    if (bullets.length > 0) this.#addText(joinPassages(bullets), FIELDS.bullets);
    if (sentences.length > 0) this.#addText(joinPassages(sentences), FIELDS.sentences);
  }

  #addText(text: string, field: Field): void {
    this.#addAtoms(this.#scan(text), field);
  }

  #addAtoms(atoms: readonly Atom[], field: Field): void {
    const ids = this.#ids;
    ids.length = 0;
    for (const atom of atoms) {
      for (const id of atom.ids) ids.push(id);
      if (ids.length >= field.limit) break;
    }
    if (ids.length === 0) return;
    if (this.#tokeniser.vocabulary.length > this.#impacts.length) {
      const longer = new Float64Array(this.#tokeniser.vocabulary.length * 2);
      longer.set(this.#impacts);
      this.#impacts = longer;
    }
    const impact = field.weight / (1 - field.b + (field.b * ids.length) / field.meanLength);
    for (const id of ids) {
      if (this.#impacts[id] === 0) this.#touched.push(id);
      this.#impacts[id]! += impact;
    }
  }

  #emitAll(emit: Emit): void {
    const { vocabulary } = this.#tokeniser;
    while (this.#tokens.length < vocabulary.length) this.#tokens.push(WORD_PREFIX + vocabulary[this.#tokens.length]!);
    for (const id of this.#touched) {
      emit(this.#tokens[id]!, quantise(this.#impacts[id]!));
      this.#impacts[id] = 0;
    }
    this.#touched.length = 0;
  }
}

/** A `variable` binder: the atoms that bring it in, and those of its type. */
interface ScannedBinder {
  watched: Atom[];
  type: Atom[];
  isInstance: boolean;
}

function scanBinder(tokeniser: Tokeniser, group: string): ScannedBinder {
  const { names, type, isInstance } = splitBinder(group);
  const typeAtoms = tokeniser.scan(type);
  // In `[Module R M]` the variables are what says nothing by itself.
  const watched = isInstance ? typeAtoms.filter(({ ids }) => ids.length === 0) : tokeniser.scan(names);
  return { watched, type: typeAtoms, isInstance };
}

function joinPassages(passages: AnalysedDeclaration['mentions']): string {
  return passages.map(({ text }) => latexToPlain(text)).join('\n');
}

/** Remembers the last text scanned: module and headings are the same for one declaration after another. */
class LastScan {
  #text: string | null = null;
  #atoms: Atom[] = [];

  scan(tokeniser: Tokeniser, text: string): Atom[] {
    if (text !== this.#text) {
      this.#text = text;
      this.#atoms = tokeniser.scan(text);
    }
    return this.#atoms;
  }
}
