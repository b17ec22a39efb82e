/** Returns what an analyser emits for a row: pairs of token and weight, in the order of emission. */
import type { AnalysedDeclaration, MakeAnalyser } from '../../src/index/analysis.ts';
import type { Notation } from '../../src/lean/declaration.ts';

export function emittedTokens(
  make: MakeAnalyser,
  notations: Notation[] = [],
): (row: AnalysedDeclaration) => [string, number][] {
  const tokens: string[] = [];
  const analyse = make({
    notations,
    numberToken: (token) => tokens.push(token) - 1,
    onUnreadable: () => undefined,
  });
  return (row) => {
    const emitted: [string, number][] = [];
    analyse(row, (token, weight) => emitted.push([tokens[token]!, weight]));
    return emitted;
  };
}
