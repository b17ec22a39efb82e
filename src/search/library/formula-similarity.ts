/** How much of a question's formulas stands in an entry as it is written: by runs of three tokens of LaTeX. */

const FORMULA = /\$\$([^$]+)\$\$|\$([^$]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]/gsu;
const TOKEN = /\\[A-Za-z]+|\\.|[^\s{}]/gsu;
/** What only sets size, space or style, or is one way of several to write the same. */
const IDLE = new Set([
  '\\left',
  '\\right',
  '\\bigl',
  '\\bigr',
  '\\Bigl',
  '\\Bigr',
  '\\,',
  '\\;',
  '\\!',
  '\\displaystyle',
  '\\limits',
  '\\tfrac',
  '$',
  '.',
  ',',
  '~',
]);
const SAME: Readonly<Record<string, string>> = {
  '\\leq': '\\le',
  '\\geq': '\\ge',
  '\\neq': '\\ne',
  '\\nicefrac': '\\frac',
  '\\dfrac': '\\frac',
  '\\tfrac': '\\frac',
  '\\lvert': '|',
  '\\rvert': '|',
  '\\varphi': '\\phi',
  '\\varepsilon': '\\epsilon',
  '\\coloneqq': '=',
};
const RUN = 3;
/** Characters of an entry that are looked through: far more than any passage has. */
const MOST_READ = 100_000;
/** Less says nothing. */
const SHORTEST = 4;

function tokensOf(latex: string): string[] {
  return (latex.match(TOKEN) ?? []).filter((token) => !IDLE.has(token)).map((token) => SAME[token] ?? token);
}

function runsOf(tokens: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= tokens.length; at++) runs.add(tokens.slice(at, at + RUN).join(' '));
  return runs;
}

/** The runs of a question's formulas; empty where they are too short to tell anything. */
export function formulaRuns(question: string): Set<string> {
  const all = [...question.matchAll(FORMULA)].map((match) => tokensOf(match.slice(1).find(Boolean) ?? ''));
  return new Set(all.filter((tokens) => tokens.length >= SHORTEST).flatMap((tokens) => [...runsOf(tokens)]));
}

/** 0 to 1: the share of `runs` in `text`. */
export function formulaSimilarity(runs: ReadonlySet<string>, text: string): number {
  if (runs.size === 0) return 0;
  const there = runsOf(tokensOf(text.slice(0, MOST_READ)));
  let found = 0;
  for (const run of runs) if (there.has(run)) found++;
  return found / runs.size;
}
