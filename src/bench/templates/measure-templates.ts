/**
 * Measures proof templates on the library itself: does a search for the statement of a theorem in a held-out file find
 * the skeleton of its proof, and can its proof be put together of skeleton and lemmas within a number of candidates?
 *
 * Nothing in other held-out files votes, nor does anything at or below the theorem in its own file. Lean also accepts
 * other proofs, so the figures are lower bounds of solving. Hypotheses are not counted as slots.
 */
import { hash } from 'node:crypto';
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { phrases } from '../../base/words.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { lastPart } from '../../lean/term/term.ts';
import { wholeStatement } from '../../lean/whole-statement.ts';
import { parseGoals } from '../../search/goal-text.ts';
import { importGraph } from '../../search/name-at-place.ts';
import { weightsOf } from '../../search/learned-weights.ts';
import { fileProofs } from '../../search/premises/file-proofs.ts';
import { premiseRanking } from '../../search/premises/ranked-premises.ts';
import { contextWithin } from '../../search/resolve-at-place.ts';
import { shapeLibrary } from '../../search/shape-library.ts';
import {
  countSegments,
  findTemplates,
  SkeletonFrequencies,
  type TemplateRanking,
} from '../../search/templates/proof-templates.ts';
import { shapeOf } from '../../search/templates/skeleton-shape.ts';
import { slotNames } from '../../search/templates/slot-names.ts';
import type { Half } from '../goals/halves.ts';
import { goalText } from '../goals/proof-goals.ts';
import { latencyOf } from '../metrics.ts';
import { wilson } from '../estimates.ts';
import type { TemplateScores, TemplatesBenchReport } from './templates-bench-schema.ts';

export interface TemplatesBenchRequest {
  half: Half;
  seed: number;
  /** Number of theorems. */
  limit: number;
}

interface HeldOutTheorem {
  id: number;
  name: string;
  file: number;
  module: string;
  line: number;
  skeleton: string;
  slots: readonly string[];
}

/** Proofs by these need no template. */
const CLOSERS = new Set(
  phrases(`rfl, simp, grind, decide, aesop, omega, norm_num, ring, linarith, simp_all, positivity, tauto, trivial,
    fun_prop, cat_disch, infer_instance, exact inferInstance, fin_cases`),
);
const MAX_SEGMENTS = 3;
/** Skeletons and lemmas that are ranked for one theorem. */
const SKELETONS = 300;
const LEMMAS = 400;

/** Ranks of one theorem's own proof: with templates, and by frequency. */
interface Ranks {
  theorem: HeldOutTheorem;
  shape: Pair;
  exact: Pair;
  candidates: Pair;
}
interface Pair {
  templates: number | null;
  prior: number | null;
}

/** @throws {Error} if the index has no vectors that these weights made */
export function measureTemplates(
  index: LibraryIndex,
  { half, seed, limit }: TemplatesBenchRequest,
  onTheorem: (done: number, all: number) => void,
): TemplatesBenchReport {
  const { theorems, files, isHeldOut, prior } = readTheorems(index, half);
  const sample = inRandomOrder(theorems, makeRandom(seed)).slice(0, limit);
  const places = placesOf(index);
  const frequencies = new SkeletonFrequencies(index, (id) => !isHeldOut(places.fileOf[id]!));
  const milliseconds: number[] = [];
  const ranks: Ranks[] = [];
  for (const theorem of sample) {
    const { text, ranking, ms } = search(index, theorem, { places, isHeldOut, frequencies });
    milliseconds.push(ms);
    ranks.push(ranksOf(index, theorem, text, ranking, prior));
    onTheorem(ranks.length, sample.length);
  }
  return {
    all: scoresOf(ranks),
    without_closers: scoresOf(ranks.filter(({ theorem }) => !CLOSERS.has(theorem.skeleton))),
    half,
    seed,
    held_out: { files, theorems: theorems.length },
    latency_ms: latencyOf(milliseconds),
    theorems: ranks.map(({ theorem, shape, exact, candidates }) => ({
      theorem: theorem.name,
      skeleton: theorem.skeleton,
      shape_rank: shape.templates,
      rank: exact.templates,
      candidates: candidates.templates,
    })),
  };
}

/** Ranks by frequency in the files that are not held out, from 1. */
interface Prior {
  skeletons: ReadonlyMap<string, number>;
  shapes: ReadonlyMap<string, number>;
  lemmas: ReadonlyMap<string, number>;
}

interface Theorems {
  theorems: HeldOutTheorem[];
  files: number;
  /** By file id. */
  isHeldOut: (file: number) => boolean;
  prior: Prior;
}

function readTheorems(index: LibraryIndex, half: Half): Theorems {
  const tenth = half === 'test' ? 0 : 1;
  const files = index.all<{ id: number; module: string }>('SELECT id, module FROM files ORDER BY id');
  const heldOut = new Map(
    files.filter(({ module }) => tenthOf(module) === tenth).map(({ id, module }) => [id, module]),
  );
  const [skeletons, shapes, lemmas] = [new Map(), new Map(), new Map()] as Map<string, number>[];
  const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const theorems: HeldOutTheorem[] = [];
  const rows = index.all<{ id: number; name: string; file: number; line: number }>(
    `SELECT id, name, file_id AS file, line_start AS line FROM decls
     WHERE origin = 'written' AND kind IN ('theorem', 'lemma') ORDER BY id`,
  );
  for (const { id, name, file, line } of rows) {
    const stored = fileProofs(index, file).skeletons.get(line);
    if (stored === undefined) continue;
    const isShort = countSegments(stored.text) <= MAX_SEGMENTS;
    const module = heldOut.get(file);
    if (module !== undefined) {
      if (isShort) theorems.push({ id, name, file, line, module, skeleton: stored.text, slots: stored.slots });
      continue;
    }
    for (const slot of stored.slots) count(lemmas!, lastPart(slot));
    if (!isShort) continue;
    count(skeletons!, stored.text);
    count(shapes!, shapeOf(stored.text));
  }
  const prior = { skeletons: ranked(skeletons!), shapes: ranked(shapes!), lemmas: ranked(lemmas!) };
  return { theorems, files: heldOut.size, isHeldOut: (file) => heldOut.has(file), prior };
}

/** Depends only on the module's name. */
function tenthOf(module: string): number {
  return Number.parseInt(hash('sha256', module, 'hex').slice(0, 8), 16) % 10;
}

/** By key: its rank in falling order of the numbers, from 1. */
function ranked(scores: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return new Map(sorted.map(([key], at) => [key, at + 1]));
}

interface SearchScope {
  places: Places;
  isHeldOut: (file: number) => boolean;
  frequencies: SkeletonFrequencies;
}

function search(
  index: LibraryIndex,
  theorem: HeldOutTheorem,
  { places: { fileOf, lineOf }, isHeldOut, frequencies }: SearchScope,
): { text: string; ranking: TemplateRanking; ms: number } {
  const { weights } = weightsOf(index);
  const knowledge = weights === null ? null : premiseRanking(weights);
  const { table, rows } = shapeLibrary(index);
  const [row] = rows.rows([theorem.id]);
  const text = goalText(wholeStatement(row!.type, row!.variables));
  const [goal] = parseGoals(text, table);
  if (goal === undefined) return { text, ranking: { templates: [], voters: [] }, ms: 0 };
  const { file, module, line } = theorem;
  const place = {
    module,
    line,
    imports: importGraph(index).get(module) ?? [],
    namespace: contextWithin(row!).namespace,
  };
  const allow = (id: number): boolean => (fileOf[id] === file ? lineOf[id]! < line : !isHeldOut(fileOf[id]!));
  const start = performance.now();
  const ranking = findTemplates(index, { text, goal, place }, knowledge, { allow, frequencies, limit: Infinity });
  return { text, ranking, ms: performance.now() - start };
}

/** By row id. */
interface Places {
  fileOf: Int32Array;
  lineOf: Int32Array;
}

function placesOf(index: LibraryIndex): Places {
  const places = { fileOf: new Int32Array(index.idLimit), lineOf: new Int32Array(index.idLimit) };
  const sql = 'SELECT id, file_id AS file, line_start AS line FROM decls';
  for (const { id, file, line } of index.all<Record<'id' | 'file' | 'line', number>>(sql)) {
    places.fileOf[id] = file;
    places.lineOf[id] = line;
  }
  return places;
}

function ranksOf(
  index: LibraryIndex,
  theorem: HeldOutTheorem,
  text: string,
  { templates, voters }: TemplateRanking,
  prior: Prior,
): Ranks {
  const { name, skeleton, slots } = theorem;
  const shapes = new Map<string, number>();
  for (const each of templates) {
    const shape = shapeOf(each.skeleton);
    shapes.set(shape, (shapes.get(shape) ?? 0) + each.score);
  }
  const at = templates.findIndex((each) => each.skeleton === skeleton);
  const rank = at < 0 ? null : at + 1;
  const constants = text.match(/[\p{L}_][\p{L}\p{N}_.'!?]{2,}/gu) ?? [];
  const lemmas = ranked(slotNames(index, { voters, theorem: name, constants }));
  const shape = shapeOf(skeleton);
  return {
    theorem,
    shape: { templates: ranked(shapes).get(shape) ?? null, prior: prior.shapes.get(shape) ?? null },
    exact: { templates: rank, prior: prior.skeletons.get(skeleton) ?? null },
    candidates: {
      templates: candidatesUntil(rank, slots, lemmas),
      prior: candidatesUntil(prior.skeletons.get(skeleton) ?? null, slots, prior.lemmas),
    },
  };
}

/** Product of the ranks of a skeleton and of the lemmas in its slots; null if one is not ranked. */
function candidatesUntil(
  rank: number | null,
  slots: readonly string[],
  lemmas: ReadonlyMap<string, number>,
): number | null {
  if (rank === null || rank > SKELETONS) return null;
  let product = rank;
  for (const slot of slots) {
    const lemma = lemmas.get(lastPart(slot));
    if (lemma === undefined || lemma > LEMMAS) return null;
    product *= lemma;
  }
  return product;
}

function scoresOf(ranks: readonly Ranks[]): TemplateScores {
  const within = (of: 'shape' | 'exact' | 'candidates', limit: number): TemplateScores['shape@1'] => {
    const share = (system: keyof Pair): TemplateScores['shape@1']['prior'] => {
      const count = ranks.filter(({ [of]: { [system]: rank } }) => rank !== null && rank <= limit).length;
      return { count, share: ranks.length === 0 ? 0 : count / ranks.length, interval: wilson(count, ranks.length) };
    };
    return { templates: share('templates'), prior: share('prior') };
  };
  return {
    n: ranks.length,
    'shape@1': within('shape', 1),
    'shape@10': within('shape', 10),
    'exact@1': within('exact', 1),
    'exact@10': within('exact', 10),
    'rebuilt@1': within('candidates', 1),
    'rebuilt@10': within('candidates', 10),
    'rebuilt@100': within('candidates', 100),
    'rebuilt@1000': within('candidates', 1000),
  };
}
