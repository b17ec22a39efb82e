/**
 * Learns premise selection from the proofs of a library: tables of words and symbols from most of its files, then a
 * ranker from other files, whose pairs were not used for the tables. Held-out files are not used.
 */
import { makeRandom } from '../../../src/base/random.ts';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { StatementRows } from '../../../src/index/statement-rows.ts';
import { parseGoals } from '../../../src/search/goal-text.ts';
import { findPremises, type PremiseKnowledge } from '../../../src/search/premises/premise-candidates.ts';
import { GOAL_FEATURES, PREMISE_FEATURES } from '../../../src/search/premises/premise-features.ts';
import { featuresId } from '../../../src/search/rank/learned-ranker.ts';
import { rowStore } from '../../../src/search/rank/row-store.ts';
import { shapeLibrary } from '../../../src/search/shape-library.ts';
import type { LearnedPremiseTokens } from '../../../src/vectors/premise-tables.ts';
import type { TokenTables } from '../../../src/vectors/token-tables.ts';
import type { LearnedRanker } from '../../../src/vectors/weights.ts';
import { learnTables } from '../encoder.ts';
import { learnRanking, type RankedQuery } from '../ranking.ts';
import { type Example, readExamples } from './examples.ts';
import { Library } from './library.ts';
import { sampleExamples, scoredExamples } from './measure.ts';
import { placeOf } from './place.ts';
import { isInPool, poolOf } from './pool.ts';
import { proofPairs } from './proof-pairs.ts';
import { readRowTokens } from './row-tokens.ts';
import { isForRanking, isHeldOut } from './split.ts';
import { goalText } from './statement.ts';
import { votersFor } from './voters.ts';
import { countUsesIn } from './count-uses.ts';

const ENCODER = { dimension: 64, batch: 256, epochs: 2, rate: 3e-3, temperature: 0.07, dropout: 0.2 };
const RANKING = {
  rowFeatures: PREMISE_FEATURES.length,
  queryFeatures: GOAL_FEATURES.length,
  hidden: 32,
  epochs: 12,
  rate: 3e-3,
  decay: 1e-3,
  dropout: 0.1,
  batch: 8,
  sample: 250,
  answers: 'every',
} as const;
/** Training theorems of the ranker. One in three has no place and one in four no votes, as in a small library. */
const THEOREMS = 4000;
const WITHOUT_PLACE = 3;
const WITHOUT_VOTES = 4;
/** Expected number of rows sampled from a pool, in addition to the answers. */
const OTHER_ROWS = 300;

export interface PremiseLearning {
  packageName: string;
  seed: number;
  log: (message: string) => void;
}

/** Learns tables of words and symbols. The index must contain vectors made with `tables`. */
export function learnPremiseTables(
  index: LibraryIndex,
  tables: TokenTables,
  { packageName, seed, log }: PremiseLearning,
): LearnedPremiseTokens {
  const library = new Library(index);
  const proofs: Example[] = [];
  for (const example of readExamples(library, packageName, (module) => !isHeldOut(module) && !isForRanking(module)))
    proofs.push({ ...example, premises: example.premises.filter((id) => isInPool(library, id, 'statements')) });
  const tokens = readRowTokens(index, rowStore(index, tables.dimension), tables);
  const pairs = proofPairs(proofs, tokens, seed);
  log(`${proofs.length} proofs, ${pairs.targets.length} pairs of goal and premise, ${tokens.symbols.length} symbols`);
  const vectors = learnTables(pairs, {
    ...ENCODER,
    vocabularySize: tokens.rarity.length,
    seed,
    onEpoch: (epoch, loss, accuracy) =>
      log(`premises, epoch ${epoch}: loss ${loss.toFixed(3)}, correct in batch ${(100 * accuracy).toFixed(1)} %`),
  });
  const { words, symbols, rarity } = tokens;
  return { words, symbols, rarity, dimension: ENCODER.dimension, ...vectors };
}

/** Trains a ranker on `PREMISE_FEATURES` with these tables. Recounts the uses column of the open index. */
export function learnPremiseRanker(
  index: LibraryIndex,
  knowledge: PremiseKnowledge,
  { packageName, seed, log }: PremiseLearning,
): LearnedRanker {
  const library = new Library(index);
  countUsesIn(library, (module) => !isHeldOut(module) && !isForRanking(module));
  const examples = readExamples(library, packageName, isForRanking);
  const theorems = sampleExamples(scoredExamples(library, examples, 'statements'), THEOREMS, seed);
  const queries = rankedQueries(library, theorems, knowledge, seed);
  log(`${queries.length} theorems with their pools`);
  const features = featuresId(PREMISE_FEATURES, GOAL_FEATURES);
  return { features, weights: learnRanking(queries, { ...RANKING, seed }) };
}

function rankedQueries(
  library: Library,
  theorems: readonly Example[],
  knowledge: PremiseKnowledge,
  seed: number,
): RankedQuery[] {
  const { index } = library;
  const statements = new StatementRows(index);
  return theorems.flatMap((theorem, at) => {
    const [row] = statements.rows([theorem.id]);
    const text = goalText(row!);
    const [goal] = parseGoals(text, shapeLibrary(index).table);
    if (goal === undefined) return [];
    const allowed = poolOf(library, theorem, 'statements');
    const place = at % WITHOUT_PLACE === 0 ? null : placeOf(library, theorem, row!);
    const mayVote = at % WITHOUT_VOTES === 1 ? () => false : votersFor(library, theorem);
    const scope = { allow: (id: number) => allowed[id] === 1, mayVote };
    const found = findPremises(index, { text, goal, place }, knowledge, scope);
    const gold = new Set(theorem.premises);
    const random = makeRandom(seed + theorem.id);
    const share = OTHER_ROWS / found.pool.length;
    const selected = found.pool.flatMap((id, i) => (gold.has(id) || random() < share ? [i] : []));
    const width = PREMISE_FEATURES.length;
    const rows = new Float32Array(selected.length * width);
    selected.forEach((i, to) => rows.set(found.rows.subarray(i * width, (i + 1) * width), to * width));
    const isGold = Uint8Array.from(selected, (i) => (gold.has(found.pool[i]!) ? 1 : 0));
    return [{ rows, query: found.query, isGold, weight: 1 }];
  });
}
