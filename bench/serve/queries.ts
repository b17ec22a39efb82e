/** Draws queries for a load test from an index without repetition: names of declarations and sentences of docstrings. */
import { openIndex } from '../../src/index/open.ts';
import { makeRandom, shuffle } from '../../src/base/random.ts';

/** Number of names per ten queries. */
const NAMES_OF_TEN = 7;
const MIN_WORDS = 4;
const MAX_WORDS = 25;

/** Returns at most `count` distinct queries; fewer if the index has fewer sentences. */
export function drawQueries(path: string, count: number, seed: number): string[] {
  const index = openIndex(path);
  try {
    const next = makeRandom(seed);
    const names = index.all<{ text: string }>('SELECT DISTINCT name AS text FROM decls').map(textOf);
    shuffle(names, next);
    const docs = index.all<{ text: string }>('SELECT doc AS text FROM decls WHERE doc IS NOT NULL').map(textOf);
    const sentences = [...new Set(docs.map(firstSentence))].filter(hasQueryLength);
    shuffle(sentences, next);
    const total = Math.min(count, Math.floor((sentences.length * 10) / (10 - NAMES_OF_TEN)), names.length);
    const isName = (at: number): boolean => (at * NAMES_OF_TEN) % 10 < NAMES_OF_TEN;
    return Array.from({ length: total }, (_, at) => (isName(at) ? names.pop()! : sentences.pop()!));
  } finally {
    index.close();
  }
}

const textOf = ({ text }: { text: string }): string => text;

function firstSentence(doc: string): string {
  const [sentence = ''] = doc.replaceAll(/\s+/gu, ' ').split(/(?<=\.) /u);
  return sentence.trim();
}

function hasQueryLength(sentence: string): boolean {
  const words = sentence.split(' ').length;
  return words >= MIN_WORDS && words <= MAX_WORDS;
}
