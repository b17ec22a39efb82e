/** Training examples for the order of rows for a goal: goals of one-line proofs with the features of their best rows. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { makeRandom, shuffle } from '../../../src/base/random.ts';
import {
  goalOfProof,
  goalPlaceOf,
  oneStepProofs,
  withoutOwnUse,
  type ProofGoal,
} from '../../../src/bench/goals/proof-goals.ts';
import { visibleRows } from '../../../src/bench/goals/visible-rows.ts';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { factsOf } from '../../../src/search/goal-facts.ts';
import { ORDER_FEATURES, orderFeatures } from '../../../src/search/goal-order.ts';
import { fittingRows } from '../../../src/search/goal-rows.ts';
import { parseGoals } from '../../../src/search/goal-text.ts';
import { LIKELY_DEPTH } from '../../../src/search/goals.ts';
import type { GoalPlace } from '../../../src/search/premises/place-features.ts';
import { type PremiseRanking, rankPremises } from '../../../src/search/premises/ranked-premises.ts';
import { shapeLibrary } from '../../../src/search/shape-library.ts';
import type { BenchQuery } from '../../../src/bench/query-file.ts';
import type { RankedQuery } from '../ranking.ts';

export interface GoalExample extends RankedQuery {
  /** Module of the theorem, or the text of one of our own goals: examples with the same are in the same fold. */
  file: string;
  /** One of our own goals. */
  isOwn: boolean;
  /** Number of hypotheses that are propositions. */
  facts: number;
  hasPlace: boolean;
  /** Place of the first answer by points among all rows; -1 if it is none of them. */
  answerAt: number;
}

/** Hits that a search for ten looks for. */
const DEPTH = 80;

/** Every second goal has its place in the file. `part`: computes only every `of`-th pair of goals. */
export function* goalExamples(
  index: LibraryIndex,
  ranking: PremiseRanking,
  { limit, seed, part, of }: { limit: number; seed: number; part: number; of: number },
): Generator<GoalExample> {
  const proofs = [...oneStepProofs(index, 'development', () => undefined)];
  shuffle(proofs, makeRandom(seed));
  let count = 0;
  for (const proof of proofs) {
    if (count === limit) break;
    const goal = goalOfProof(index, proof);
    if (goal === null) continue;
    count++;
    if (Math.floor(count / 2) % of === part) yield exampleOf(index, ranking, goal, count % 2 === 0);
  }
}

function exampleOf(index: LibraryIndex, ranking: PremiseRanking, proof: ProofGoal, hasPlace: boolean): GoalExample {
  const { answer, goal, place } = proof;
  const allow = visibleRows(index, place);
  const answers = new Set(index.idsByName(answer).filter(allow));
  const restore = withoutOwnUse(index, proof);
  const ordered = orderedRows(index, ranking, goal, answers, {
    allow,
    place: hasPlace ? goalPlaceOf(index, proof) : null,
  });
  restore();
  return { ...ordered, file: place.module, isOwn: false, hasPlace };
}

/** Examples of the goals among our own queries. */
export function* ownExamples(
  index: LibraryIndex,
  ranking: PremiseRanking,
  queries: readonly BenchQuery[],
): Generator<GoalExample> {
  for (const { query, style, gold } of queries) {
    if (style !== 'goal') continue;
    const answers = new Set(gold.flatMap((name) => index.idsByName(name)));
    const ordered = orderedRows(index, ranking, query, answers, { allow: null, place: null });
    yield { ...ordered, file: query, isOwn: true, hasPlace: false };
  }
}

function orderedRows(
  index: LibraryIndex,
  ranking: PremiseRanking,
  text: string,
  answers: ReadonlySet<number>,
  { allow, place }: { allow: ((id: number) => boolean) | null; place: GoalPlace | null },
): Pick<GoalExample, 'facts' | 'answerAt' | 'rows' | 'query' | 'isGold'> {
  const goal = parseGoals(text, shapeLibrary(index).table)[0]!;
  const premises = rankPremises(index, text, ranking, { allow, limit: LIKELY_DEPTH, explain: false, place })!;
  const fitting = fittingRows(index, goal, { likely: premises.likely, limit: DEPTH, allow, isFirst: true });
  const { best, rows, query, others } = orderFeatures(index, goal, fitting, premises);
  const isGold = Uint8Array.from(best, ({ row }) => (answers.has(row.id) ? 1 : 0));
  const answerAt = [...best, ...others].findIndex(({ row }) => answers.has(row.id));
  return { facts: factsOf(index, goal).length, answerAt, rows, query, isGold };
}

/** Writes the features to `path` and the rest, one line per example, to `path.jsonl`. */
export function writeExamples(path: string, examples: Iterable<GoalExample>): void {
  const [numbers, lines] = [openSync(path, 'w'), openSync(`${path}.jsonl`, 'w')];
  for (const { rows, query, isGold, ...rest } of examples) {
    writeSync(numbers, rows);
    writeSync(lines, `${JSON.stringify({ ...rest, query: [...query], isGold: [...isGold] })}\n`);
  }
  closeSync(numbers);
  closeSync(lines);
}

export function readExamples(path: string): GoalExample[] {
  const numbers = readFileSync(path);
  const lines = readFileSync(`${path}.jsonl`, 'utf8').trimEnd().split('\n');
  let at = 0;
  return lines.map((line) => {
    const { query, isGold, ...rest } = JSON.parse(line) as Omit<GoalExample, 'query' | 'isGold'> & {
      query: number[];
      isGold: number[];
    };
    const bytes = isGold.length * ORDER_FEATURES.length * Float32Array.BYTES_PER_ELEMENT;
    const rows = new Float32Array(Uint8Array.from(numbers.subarray(at, at + bytes)).buffer);
    at += bytes;
    return { ...rest, rows, query: Float32Array.from(query), isGold: Uint8Array.from(isGold) };
  });
}
