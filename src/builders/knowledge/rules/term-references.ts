/** References without marks: the titles, synonyms and defined terms of other entities in a text. Off by default. */
import { stem } from '../../../index/words/stem.ts';
import type { EntityType } from '../../../sources/entity.ts';
import { maskMarkup } from './masked-text.ts';
import { PhraseAutomaton, type FoundPhrase } from './term-automaton.ts';

/** An entity that others may name. */
export interface TermEntity {
  title: string;
  synonyms: readonly string[];
  /** Terms that it defines, apart from its title. */
  defines: readonly string[];
  type: EntityType;
  /** As in `PieceFacts.subjects`. */
  subjects: readonly string[];
  statement: string;
  /** Its document and its place there; null if it is not part of one. */
  document: { name: string; position: number } | null;
}

/** An entity by its number, and how well it fits, from 0 to 1. */
export interface RankedTerm {
  entity: number;
  confidence: number;
}

export interface TermReference extends RankedTerm {
  /** The words that name it, and their offset. */
  calledAs: string;
  at: number;
}

interface Name {
  stems: readonly string[];
  entity: number;
  isTitle: boolean;
}

/** A single word must be longer than this to count as a name. */
const SHORT_WORD = 5;
/** What the parts of the score of a candidate weigh; chosen on half the links of PlanetMath. */
const WEIGHTS = { name: 1, subject: 0.06, text: 0.9, definition: 0.06, title: 0.08, document: 0.2 };

export class TermFinder {
  readonly #entities: readonly TermEntity[];
  readonly #names: Name[] = [];
  readonly #byKey = new Map<string, Name[]>();
  readonly #byStem = new Map<string, Name[]>();
  readonly #texts: readonly Vector[];
  readonly #keys: string[];
  readonly #automaton: PhraseAutomaton;

  constructor(entities: readonly TermEntity[]) {
    this.#entities = entities;
    for (const [entity, { title, synonyms, defines }] of entities.entries()) {
      const seen = new Set<string>();
      for (const [at, name] of [title, ...synonyms, ...defines].entries()) {
        const stems = stemsOf(name);
        const key = stems.join(' ');
        if (key === '' || seen.has(key)) continue;
        seen.add(key);
        const entry = { stems, entity, isTitle: at === 0 };
        this.#names.push(entry);
        addTo(this.#byKey, key, entry);
        for (const each of new Set(stems)) addTo(this.#byStem, each, entry);
      }
    }
    this.#texts = vectorsOf(
      entities.map(({ title, statement }) => stemsOf(`${title} ${title} ${maskMarkup(statement)}`)),
    );
    this.#keys = [...this.#byKey.keys()].filter((key) => key.includes(' ') || key.length > SHORT_WORD);
    this.#automaton = new PhraseAutomaton(this.#keys.map((key) => key.split(' ')));
  }

  /** What the text of an entity names: the longest names, each target once, itself and later entities left out. */
  find(number: number, text: string): TermReference[] {
    const words = [...maskMarkup(text, '.').matchAll(/\p{L}+|[.;:()]/gu)];
    const stems = words.map(({ 0: word }) => stem(word.toLowerCase()));
    const found = new Map<number, TermReference>();
    for (const { phrase, from, to } of longest(this.#automaton.find(stems))) {
      const [best] = this.#ranked(
        number,
        this.#byKey.get(this.#keys[phrase]!)!.map((name) => ({ name, overlap: 1 })),
      );
      if (best === undefined || found.has(best.entity)) continue;
      const { index: at } = words[from]!;
      const last = words[to - 1]!;
      found.set(best.entity, { ...best, calledAs: text.slice(at, last.index + last[0].length), at });
    }
    return [...found.values()];
  }

  /** The entities that a phrase in the text of an entity may mean, best first; also by a part of their names. */
  rank(number: number, phrase: string): RankedTerm[] {
    const stems = stemsOf(phrase);
    const exact = this.#byKey.get(stems.join(' '));
    const candidates = new Map<Name, number>();
    for (const name of exact ?? []) candidates.set(name, 1);
    for (const each of new Set(stems)) {
      for (const name of this.#byStem.get(each) ?? [])
        candidates.set(name, Math.max(candidates.get(name) ?? 0, this.#overlap(stems, name.stems)));
    }
    return this.#ranked(
      number,
      Array.from(candidates, ([name, overlap]) => ({ name, overlap })),
    );
  }

  /** Cosine of the stems, rare ones counting more. */
  #overlap(a: readonly string[], b: readonly string[]): number {
    const weight = (word: string): number =>
      Math.log(1 + this.#names.length / (this.#byStem.get(word)?.length ?? 0.5)) ** 2;
    const sum = (words: Iterable<string>): number => [...words].reduce((total, word) => total + weight(word), 0);
    const [left, right] = [new Set(a), new Set(b)];
    return sum([...left].filter((word) => right.has(word))) / Math.sqrt(sum(left) * sum(right));
  }

  #ranked(number: number, candidates: readonly { name: Name; overlap: number }[]): RankedTerm[] {
    const from = this.#entities[number]!;
    const best = new Map<number, number>();
    for (const { name, overlap } of candidates) {
      const to = this.#entities[name.entity]!;
      if (name.entity === number || isLater(from, to)) continue;
      const score =
        WEIGHTS.name * overlap +
        WEIGHTS.subject * nearness(from.subjects, to.subjects) +
        WEIGHTS.text * cosine(this.#texts[number]!, this.#texts[name.entity]!) +
        (to.type === 'definition' ? WEIGHTS.definition : to.type === 'other' ? -WEIGHTS.definition : 0) +
        (name.isTitle ? WEIGHTS.title : 0) +
        (from.document !== null && from.document.name === to.document?.name ? WEIGHTS.document : 0);
      best.set(name.entity, Math.max(best.get(name.entity) ?? 0, score));
    }
    const total = Object.values(WEIGHTS).reduce((a, b) => a + b, 0) + 2 * WEIGHTS.subject;
    return Array.from(best, ([entity, score]) => ({ entity, confidence: score / total })).toSorted(
      (a, b) => b.confidence - a.confidence || a.entity - b.entity,
    );
  }
}

/** A document names nothing that it introduces later. */
const isLater = (from: TermEntity, to: TermEntity): boolean =>
  from.document !== null && from.document.name === to.document?.name && to.document.position > from.document.position;

/** Keeps the longest of overlapping phrases, and the first of equally long ones. */
function longest(phrases: readonly FoundPhrase[]): FoundPhrase[] {
  const taken: FoundPhrase[] = [];
  const isTaken = new Set<number>();
  for (const phrase of phrases.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    const places = Array.from({ length: phrase.to - phrase.from }, (_, at) => phrase.from + at);
    if (places.some((place) => isTaken.has(place))) continue;
    for (const place of places) isTaken.add(place);
    taken.push(phrase);
  }
  return taken.toSorted((a, b) => a.from - b.from);
}

/** 0 to 3: how much of the classes agrees, as `26A24` with `26A15` in three characters. */
function nearness(a: readonly string[], b: readonly string[]): number {
  const common = (x: string, y: string): number =>
    x === y ? 3 : x.slice(0, -2) === y.slice(0, -2) ? 2 : x.slice(0, 6) === y.slice(0, 6) ? 1 : 0;
  return Math.max(0, ...a.flatMap((x) => b.map((y) => common(x, y))));
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function stemsOf(text: string): string[] {
  const words = text
    .replaceAll(/\$[^$]*\$/g, ' ')
    .replaceAll(/'s\b/g, '')
    .match(/\p{L}+/gu);
  // A name may be a formula alone: `$T_1$`.
  return (words ?? text.match(/[\p{L}\d]+/gu) ?? []).map((word) => stem(word.toLowerCase()));
}

type Vector = ReadonlyMap<string, number>;

/** Unit vectors: (1 + log tf) · idf. */
function vectorsOf(texts: readonly (readonly string[])[]): Vector[] {
  const texted = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) texted.set(word, (texted.get(word) ?? 0) + 1);
  return texts.map((words) => {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts)
      counts.set(word, (1 + Math.log(count)) * Math.log(texts.length / texted.get(word)!));
    const norm = Math.hypot(...counts.values()) || 1;
    for (const [word, weight] of counts) counts.set(word, weight / norm);
    return counts;
  });
}

function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0);
  return sum;
}
