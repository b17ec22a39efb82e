/** Overlap of a question's formulas with an entry's source text, by trigrams of LaTeX tokens. */
import { wordSet, wordTable } from '../../base/words.ts';

const FORMULA = /\$\$([^$]+)\$\$|\$([^$]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]/gsu;
const TOKEN = /\\[A-Za-z]+|\\.|[^\s{}]/gsu;
/** Tokens ignored: size, spacing, style, punctuation. */
const IGNORED = wordSet(
  '\\left \\right \\bigl \\bigr \\Bigl \\Bigr \\, \\; \\! \\displaystyle \\limits \\tfrac $ . , ~',
);
const CANONICAL = wordTable(`
  \\leq \\le, \\geq \\ge, \\neq \\ne, \\nicefrac \\frac, \\dfrac \\frac, \\tfrac \\frac, \\lvert |, \\rvert |,
  \\varphi \\phi, \\varepsilon \\epsilon, \\coloneqq =`);
const RUN_LENGTH = 3;
/** Maximum characters read of an entry: far more than any passage has. */
const MAX_LENGTH_READ = 100_000;
/** Minimum tokens of a formula; shorter ones are not significant. */
const MIN_TOKENS = 4;

function tokensOf(latex: string): string[] {
  return (latex.match(TOKEN) ?? [])
    .filter((token) => !IGNORED.has(token))
    .map((token) => CANONICAL.get(token) ?? token);
}

function runsOf(tokens: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at + RUN_LENGTH <= tokens.length; at++) runs.add(tokens.slice(at, at + RUN_LENGTH).join(' '));
  return runs;
}

/** Trigrams of a question's formulas; empty if all formulas are too short. */
export function formulaRuns(question: string): Set<string> {
  const all = [...question.matchAll(FORMULA)].map((match) => tokensOf(match.slice(1).find(Boolean) ?? ''));
  return new Set(all.filter((tokens) => tokens.length >= MIN_TOKENS).flatMap((tokens) => [...runsOf(tokens)]));
}

/** Share of `runs` that occur in `text`, 0 to 1. */
export function formulaSimilarity(runs: ReadonlySet<string>, text: string): number {
  if (runs.size === 0) return 0;
  const present = runsOf(tokensOf(text.slice(0, MAX_LENGTH_READ)));
  let found = 0;
  for (const run of runs) if (present.has(run)) found++;
  return found / runs.size;
}
