/** Features of exact word matches: which query words are in which part of a row, and their share of the part. */
import { WORD_SIZE } from '../../index/row-vectors.ts';
import { FIELD_COUNT, FIELDS, type Field } from '../../index/words/fields.ts';
import { CODE_LIMIT, type TokenTables } from '../../vectors/token-tables.ts';
import type { EncodedQuery } from './encoded-query.ts';
import { agreement, type Feature, features, NAME, OWN, PROSE, ratio, type RowFeatures, STATEMENT } from './parts.ts';

const FIELD_NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const FIELD_LIST: readonly Field[] = Object.values(FIELDS);
/** Index of a field in `FIELD_LIST`. */
const AT = Object.fromEntries(FIELD_NAMES.map((name, at) => [name, at])) as Record<keyof typeof FIELDS, number>;

/** Fields for which precision is computed, too. */
const COMPARED = ['lastName', 'firstSentence', 'conclusion', 'hypotheses', 'bullets', 'body', 'glossary'] as const;

export const WORD_FEATURES: readonly Feature[] = [
  ...FIELD_NAMES.map((name) => ({ name: `words in ${name}`, group: groupOf(name) })),
  ...COMPARED.flatMap((name) => features(groupOf(name), [`share of ${name}`, `agreement with ${name}`])),
  ...features('name', ['share of the name', 'agreement with the name', 'asked in the name']),
  ...features('words', ['asked in name or prose', 'asked anywhere', 'rarest word missing']),
  ...features('words', ['symbols in the statement', 'words in name or prose']),
  ...features('length', ['length of the last name', 'length of the statement', 'length of the prose']),
  ...features('length', ['has prose', 'length of the bullets', 'length of the sentences']),
];

function groupOf(name: keyof typeof FIELDS): string {
  const { bit } = FIELDS[name];
  if (name === 'glossary') return 'glossary';
  if ((bit & NAME) !== 0) return 'name';
  if ((bit & (STATEMENT | FIELDS.variables.bit)) !== 0) return 'statement';
  return (bit & (FIELDS.modulePath.bit | FIELDS.headings.bit)) === 0 ? 'docstring' : 'module';
}

/** Approximate rarity of a word that occurs in one row. */
const MAX_RARITY = 10;
const LONG_NAME = 12;

export class WordFeatures implements RowFeatures {
  readonly #query: EncodedQuery;
  readonly #rarity: Float32Array;
  /** By code: 1 + index among the query tokens; 0: not in the query. */
  readonly #places = new Uint8Array(CODE_LIMIT);
  /** For the current row, by field: number of tokens, their rarity, and rarity and points of the query tokens. */
  readonly #counts = new Float32Array(FIELD_COUNT);
  readonly #rarities = new Float32Array(FIELD_COUNT);
  readonly #covered = new Float32Array(FIELD_COUNT);
  readonly #points = new Float32Array(FIELD_COUNT);
  /** By query token: the fields in which it occurs. */
  readonly #foundIn: Uint16Array;

  constructor(query: EncodedQuery, tables: TokenTables) {
    this.#query = query;
    this.#rarity = tables.rarity;
    this.#foundIn = new Uint16Array(query.tokens.length);
    query.tokens.forEach(({ code }, place) => (this.#places[code] = place + 1));
  }

  write(_id: number, words: Uint16Array, out: Float32Array, start: number): void {
    this.#count(words);
    this.#match(words);
    const { total, symbolTotal, wordTotal } = this.#query;
    let at = start;
    for (let field = 0; field < FIELD_COUNT; field++) out[at++] = this.#points[field]! / total;
    for (const name of COMPARED) {
      const precision = ratio(this.#covered[AT[name]]!, this.#rarities[AT[name]]!);
      out[at++] = precision;
      out[at++] = agreement(precision, this.#covered[AT[name]]! / total);
    }
    const found = this.#sums();
    const named = this.#rarities[AT.lastName]! + this.#rarities[AT.namespace]!;
    const precision = Math.min(1, ratio(found.inName, named));
    out[at++] = precision;
    out[at++] = agreement(precision, found.inName / total);
    out[at++] = found.inName / total;
    out[at++] = found.inNameOrProse / total;
    out[at++] = found.anywhere / total;
    out[at++] = found.missing / MAX_RARITY;
    out[at++] = found.symbols / symbolTotal;
    out[at++] = found.prose / wordTotal;
    out[at++] = Math.min(this.#counts[AT.lastName]!, LONG_NAME) / LONG_NAME;
    out[at++] = Math.log1p(this.#counts[AT.conclusion]! + this.#counts[AT.hypotheses]!) / 5;
    out[at++] = Math.log1p(this.#counts[AT.firstSentence]! + this.#counts[AT.restOfDoc]!) / 5;
    out[at++] = this.#counts[AT.firstSentence]! > 0 ? 1 : 0;
    out[at++] = Math.log1p(this.#counts[AT.bullets]!) / 3;
    out[at++] = Math.log1p(this.#counts[AT.sentences]!) / 3;
  }

  #count(words: Uint16Array): void {
    const [counts, rarities, rarityOf] = [this.#counts, this.#rarities, this.#rarity];
    counts.fill(0);
    rarities.fill(0);
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const rarity = rarityOf[words[i]!]!;
      for (let rest = words[i + 1]!; rest !== 0; rest &= rest - 1) {
        const field = lowestField(rest);
        counts[field]!++;
        rarities[field]! += rarity;
      }
    }
  }

  #match(words: Uint16Array): void {
    this.#covered.fill(0);
    this.#points.fill(0);
    this.#foundIn.fill(0);
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const place = this.#places[words[i]!]! - 1;
      if (place < 0) continue;
      this.#foundIn[place]! |= words[i + 1]!;
      const rarity = this.#rarity[words[i]!]!;
      for (let rest = words[i + 1]!; rest !== 0; rest &= rest - 1) {
        const field = lowestField(rest);
        const { b, meanLength } = FIELD_LIST[field]!;
        const strength = 1 / (1 - b + (b * this.#counts[field]!) / meanLength);
        this.#covered[field]! += rarity;
        this.#points[field]! += (rarity * strength) / (1 + strength);
      }
    }
  }

  #sums(): Record<'inName' | 'inNameOrProse' | 'anywhere' | 'missing' | 'symbols' | 'prose', number> {
    const sums = { inName: 0, inNameOrProse: 0, anywhere: 0, missing: 0, symbols: 0, prose: 0 };
    const { tokens } = this.#query;
    for (let place = 0; place < tokens.length; place++) {
      const { rarity, isSymbol } = tokens[place]!;
      const found = this.#foundIn[place]!;
      if ((found & NAME) !== 0) sums.inName += rarity;
      if ((found & (NAME | PROSE)) !== 0) sums.inNameOrProse += rarity;
      if ((found & OWN) !== 0) sums.anywhere += rarity;
      else sums.missing = Math.max(sums.missing, rarity);
      if (isSymbol && (found & STATEMENT) !== 0) sums.symbols += rarity;
      if (!isSymbol && (found & (NAME | PROSE)) !== 0) sums.prose += rarity;
    }
    return sums;
  }
}

/** Index in `FIELD_LIST` of the lowest field of a non-empty set. */
function lowestField(fields: number): number {
  return 31 - Math.clz32(fields & -fields);
}
