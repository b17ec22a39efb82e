import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseQueries } from '../../src/bench/query-file.ts';

const FOLDER = fileURLToPath(new URL('../../bench/queries/', import.meta.url));

interface Line {
  query: string;
  style: string;
  area: string;
  gold: string[];
  context?: string[];
}

function linesOf(file: string): Line[] {
  const text = readFileSync(FOLDER + file, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Parses a table of a README section with rows like `| sentence | 213 | …`: first column to number in the second. */
function tableOf(heading: string): Map<string, number> {
  const readme = readFileSync(`${FOLDER}README.md`, 'utf8');
  const section = readme.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  return new Map(
    [...section.matchAll(/^\| ([a-z -]+) \| (\d+) \|/gm)].map(([, name, count]) => [name!, Number(count)]),
  );
}

function countBy(lines: readonly Line[], key: 'style' | 'area'): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line[key], (counts.get(line[key]) ?? 0) + 1);
  return counts;
}

const WORDS = linesOf('words.jsonl');
const TERMS = linesOf('terms.jsonl');

describe.each([
  ['words.jsonl', WORDS],
  ['terms.jsonl', TERMS],
])('%s', (file, lines) => {
  it('can be read by the benchmark', () => {
    expect(parseQueries(readFileSync(FOLDER + file, 'utf8'), file)).toHaveLength(lines.length);
  });

  it('has only the fields named in the README, with trimmed queries', () => {
    for (const line of lines) {
      expect(Object.keys(line).filter((key) => key !== 'context')).toEqual(['query', 'style', 'area', 'gold']);
      expect(line.query).toBe(line.query.trim());
      expect(line.gold.length, line.query).toBeGreaterThan(0);
      expect(line.gold.length, line.query).toBeLessThanOrEqual(4);
      expect(new Set(line.gold).size, line.query).toBe(line.gold.length);
      for (const name of line.gold) expect(name).toMatch(/^[\p{L}\p{N}_'!?.₀-₉]+$/u);
    }
  });

  it('has no duplicate queries', () => {
    const texts = lines.map(({ query, context }) => `${query.replaceAll(/\s+/g, '')} ${context?.join('/') ?? ''}`);
    expect(texts.filter((text, i) => texts.indexOf(text) < i)).toEqual([]);
  });
});

describe('words.jsonl', () => {
  it.each(['style', 'area'] as const)('has the counts by %s in the README', (key) => {
    const expected = tableOf(`words.jsonl by ${key}`);
    expect(expected.size).toBeGreaterThan(5);
    expect(countBy(WORDS, key)).toEqual(expected);
  });

  it.each([
    ['goal', /⊢/],
    ['latex', /^(?=.*\$)[^⊢]*$/],
    ['foreign-name', /^\S+$/],
  ])('has the expected format in each query of style %s', (style, format) => {
    const wrong = WORDS.filter((line) => line.style === style && !format.test(line.query));
    expect(wrong.map(({ query }) => query)).toEqual([]);
  });
});

describe('terms.jsonl', () => {
  it('has a context on each line, and several contexts per term', () => {
    expect(TERMS.every(({ style, context }) => style === 'term' && context?.length === 1)).toBe(true);
    expect(new Set(TERMS.map(({ query }) => query)).size).toBeLessThan(TERMS.length / 1.5);
  });
});
