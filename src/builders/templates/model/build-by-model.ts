/**
 * Makes templates by models (Lan et al., section 3): from solved problems (`base`), from several templates (`mixed`), and
 * from one template by another question (`variation`). Which of them are kept is decided by `graph-rules.ts`.
 */
import { LocalWork, runUnits } from '../../../base/work.ts';
import { sha256 } from '../../../base/hash.ts';
import { inRandomOrder, makeRandom } from '../../../base/random.ts';
import type { GapReason } from '../../../library/template-stages.ts';
import { requestFailure } from '../../../llm/fatal-model-errors.ts';
import {
  graphAnswerPrompt,
  graphMixedPrompt,
  graphStepTheoremsPrompt,
  graphTemplatePrompt,
  type GraphTemplateText,
  graphTheoremsPrompt,
  graphVaryPrompt,
} from '../../../prompt/graph-prompts.ts';
import type { ShownExample } from '../../../prompt/solve-prompts.ts';
import { mutualSimilarity, TextRanker, textTerms } from '../../../search/solved/text-ranker.ts';
import { dotProduct } from '../../../vectors/unit-vector.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import { problemOf } from '../from-labelled.ts';
import { cleanText, type GraphItemRecord, type ProblemRecord, type TemplateRecord } from '../graph-records.ts';
import type { SeedProblem } from '../seed-problems.ts';
import { normalTheoremName, TheoremNodes } from '../theorem-names.ts';
import {
  type FullTemplate,
  type NamedTheorem,
  readBareTemplate,
  readFullTemplate,
  readSolutionText,
  readStepTheorems,
  readTheorems,
} from './graph-answers.ts';
import { isConsistent, type Thresholds } from './graph-rules.ts';

export interface ModelBuildRequest {
  seeds: readonly SeedProblem[];
  /** Asks the base model, and the one for mixed templates and variations; null if there are none of those. */
  ask: AskModel;
  askAdvanced: AskModel | null;
  /** Whether a text gives the answer of a seed. */
  isRight: (seed: SeedProblem, text: string) => Promise<boolean>;
  /** For each theorem, its similarity to the most similar of the others (equation 1). */
  similarity: (own: readonly NamedTheorem[], others: readonly NamedTheorem[]) => Promise<number[]>;
  /** Number of mixed templates, and of variations of each template. */
  mixed: number;
  variations: number;
  /** Random seed of the draws. */
  draw: number;
  thresholds: Thresholds;
  /** Names of the models, for the records. */
  models: { base: string; advanced: string | null };
  concurrency: number;
  signal: AbortSignal;
  onProblem: (problem: string) => void;
  onUnit: (unit: BuiltUnit) => void;
}

/** A unit that ended: a seed, a mixed template or a variation. */
export interface BuiltUnit {
  stage: TemplateRecord['stage'];
  /** Unique in the stage. */
  unit: string;
  /** Units of the stage that have ended, and all of them. */
  done: number;
  of: number;
  /** Key of its template, which rules may reject at the end; null: there is none. */
  template: string | null;
  /** Why there is none. */
  reason: GapReason | null;
}

export interface ModelBuild {
  theorems: TheoremNodes;
  problems: ProblemRecord[];
  templates: TemplateRecord[];
  /** By stage and reason. */
  gaps: { stage: TemplateRecord['stage']; unit: string; reason: GapReason }[];
}

export const emptyBuild = (): ModelBuild => ({ theorems: new TheoremNodes(), problems: [], templates: [], gaps: [] });

/** Changes `build` with every template, so it is right also after an error. @throws {BudgetSpent} {ModelError} */
export async function buildByModel(request: ModelBuildRequest, build: ModelBuild): Promise<void> {
  await runStage('base', baseUnits(request), request, build);
  if (request.askAdvanced === null) return;
  await runStage('mixed', mixedUnits(request, build), request, build);
  await runStage('variation', variationUnits(request, build), request, build);
}

export const recordsOfBuild = ({ theorems, problems, templates }: ModelBuild): GraphItemRecord[] => [
  ...[...theorems.all()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  ...problems,
  ...templates,
];

interface Made {
  problem: ProblemRecord | null;
  template: Omit<TemplateRecord, 'steps'>;
  steps: { text: string; theorem: NamedTheorem }[];
}

interface Unit {
  id: number;
  /** Unique in the stage. */
  name: string;
  make: () => Promise<Made | GapReason>;
}

/** Units end in any order; their templates are stored in the order of the units, so that a graph is the same each time. */
async function runStage(
  stage: TemplateRecord['stage'],
  units: readonly Unit[],
  { concurrency, signal, onProblem, onUnit }: ModelBuildRequest,
  build: ModelBuild,
): Promise<void> {
  const made = new Map<number, Made | GapReason>();
  const store = (): void => {
    for (const { id, name } of units) {
      const each = made.get(id);
      if (each === undefined) continue;
      if (typeof each === 'string') build.gaps.push({ stage, unit: name, reason: each });
      else add(build, each);
    }
  };
  try {
    await runUnits<Unit, Made | GapReason>({
      work: new LocalWork(units, ([unit], result) => {
        made.set(unit!.id, result);
        const ended = { stage, unit: unit!.name, done: made.size, of: units.length };
        const reason = typeof result === 'string' ? result : null;
        onUnit({ ...ended, template: typeof result === 'string' ? null : result.template.key, reason });
      }),
      ...{ concurrency, signal },
      run: ([unit]) => unit!.make(),
      failed: ([unit], error) => {
        const failure = requestFailure(error);
        if (failure === null) return null;
        onProblem(`${stage} ${unit!.name}: ${failure.message.replace(/\.$/u, '')}.`);
        return 'failed';
      },
    });
  } finally {
    store();
  }
}

function add({ theorems, problems, templates }: ModelBuild, { problem, template, steps }: Made): void {
  if (problem !== null) problems.push(problem);
  const withKeys = steps.map(({ text, theorem }) => ({ text, theorem: theorems.add(theorem.name, theorem.statement) }));
  templates.push({ ...template, steps: withKeys });
}

/** Solved problems that are shown before a question. */
const SHOTS = 3;

function baseUnits(request: ModelBuildRequest): Unit[] {
  const { seeds } = request;
  const ranker = new TextRanker(seeds.map(({ problem }) => textTerms(problem)));
  return seeds.map((seed, id) => ({
    ...{ id, name: seed.name },
    make: () => makeBase(seed, examplesFor(seed, seeds, ranker), request),
  }));
}

/** The nearest seeds of the same field, at most one level away. */
function examplesFor(seed: SeedProblem, seeds: readonly SeedProblem[], ranker: TextRanker): ShownExample[] {
  const scores = ranker.scores(textTerms(seed.problem));
  const isNear = ({ field, level, solution }: SeedProblem): boolean =>
    solution !== null &&
    field === seed.field &&
    (level === null || seed.level === null || Math.abs(level - seed.level) <= 1);
  return [...seeds.entries()]
    .filter(([, other]) => other !== seed && isNear(other))
    .toSorted(([a], [b]) => scores[b]! - scores[a]! || a - b)
    .slice(0, SHOTS)
    .map(([, { problem, solution }]) => ({ problem, solution: solution! }));
}

/** Asks as `ask`, and has the SHA-256 of each usable answer by its prompt: kept answers can be compared with them. */
function withHashes(ask: AskModel): { ask: AskModel; answers: Record<string, string> } {
  const answers: Record<string, string> = {};
  const asking: AskModel = (prompt, read, sample) =>
    ask(
      prompt,
      (text, calls) => {
        const value = read(text, calls);
        answers[prompt.template] = sha256(text);
        return value;
      },
      sample,
    );
  return { ask: asking, answers };
}

async function makeBase(
  seed: SeedProblem,
  examples: readonly ShownExample[],
  { isRight, similarity, models, ...request }: ModelBuildRequest,
): Promise<Made | GapReason> {
  const { ask, answers } = withHashes(request.ask);
  const answered = await ask(graphAnswerPrompt(seed, examples), readSolutionText);
  const solution = answered.value.text;
  // A wrong answer ends the work on a seed before the dearer questions.
  if (!(await isRight(seed, solution))) return 'wrong-answer';
  const own = (await ask(graphTheoremsPrompt(seed.problem, solution), readTheorems)).value.theorems;
  if (own.length === 0) return 'no-theorems';
  const { title, problem, steps } = (await ask(graphTemplatePrompt(seed.problem, solution), readBareTemplate)).value;
  const read = (answer: string) => readStepTheorems(answer, steps.length);
  const { theorems } = (await ask(graphStepTheoremsPrompt(problem, steps), read)).value;
  const record = { ...problemOf(seed, 'seed'), solution: cleanText(solution) };
  return {
    problem: record,
    steps: steps.map((text, at) => ({ text, theorem: theorems[at]! })),
    template: {
      ...bareRecord(`template/base/${record.name}`, 'base', { level: seed.level, field: record.field, title, problem }),
      seed: record.key,
      checks: { answer: 'right', consistency: { best: await similarity(own, theorems) } },
      made_by: { model: models.base, snapshot: answered.snapshot, answers },
    },
  };
}

/** For each theorem, its similarity to the most similar of the others: the smaller one of the two directions. */
export function nameSimilarity(own: readonly NamedTheorem[], others: readonly NamedTheorem[]): number[] {
  const termsOf = (theorem: NamedTheorem): string[] => textTerms(theoremText(theorem));
  const all = [...own, ...others];
  const ranker = new TextRanker(all.map(termsOf));
  const rows = all.map((each) => ranker.similarities(termsOf(each)));
  return bestOf(own, others, (at, place) => {
    const column = own.length + place;
    return Math.min(rows[at]![column]!, rows[column]![at]!);
  });
}

/** As `nameSimilarity`, by the cosine of unit vectors of the texts of the theorems. */
export async function vectorSimilarity(
  own: readonly NamedTheorem[],
  others: readonly NamedTheorem[],
  vectorsOf: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<number[]> {
  const vectors = await vectorsOf([...own, ...others].map(theoremText));
  return bestOf(own, others, (at, place) => dotProduct(vectors[at]!, vectors[own.length + place]!));
}

const theoremText = ({ name, statement }: NamedTheorem): string => `${normalTheoremName(name)}. ${statement}`;

/** Two theorems of one name are the same. */
const bestOf = (
  own: readonly NamedTheorem[],
  others: readonly NamedTheorem[],
  similarity: (at: number, place: number) => number,
): number[] =>
  own.map(({ name }, at) => {
    const similarities = others.map((other, place) =>
      normalTheoremName(name) === normalTheoremName(other.name) ? 1 : similarity(at, place),
    );
    return Number(Math.max(0, ...similarities).toFixed(4));
  });

const bareRecord = (
  key: string,
  stage: TemplateRecord['stage'],
  text: Pick<TemplateRecord, 'level' | 'field' | 'title' | 'problem'>,
): Omit<TemplateRecord, 'steps' | 'checks' | 'made_by'> => ({
  ...{ record: 'template', key, stage, ...text },
  ...{ parent: null, seed: null, entry: null, rejected: null },
});

const LEVELS = [1, 2, 3, 4, 5] as const;
/** Templates of each level that a mixed one is made of. */
const MIXED_OF = 2;

/** Those that are kept before the rule on steps, which needs all. */
const consistentOnes = ({ templates }: ModelBuild, thresholds: Thresholds): TemplateRecord[] =>
  templates.filter(({ checks }) => {
    const { consistency } = checks as { consistency?: { best: number[] } };
    return consistency === undefined || isConsistent(consistency.best, thresholds);
  });

function mixedUnits({ mixed, draw, thresholds, ...request }: ModelBuildRequest, build: ModelBuild): Unit[] {
  const kept = consistentOnes(build, thresholds);
  if (kept.length === 0) return [];
  return Array.from({ length: mixed }, (_, id) => {
    const random = makeRandom(draw + id);
    const shown = LEVELS.flatMap((level) =>
      inRandomOrder(
        kept.filter((template) => template.level === level),
        random,
      ).slice(0, MIXED_OF),
    );
    // Without levels, any templates are shown.
    const drawn = shown.length > 0 ? shown : inRandomOrder(kept, random).slice(0, MIXED_OF * LEVELS.length);
    const level = LEVELS[id % LEVELS.length]!;
    const make = async (): Promise<Made> => {
      const prompt = graphMixedPrompt(
        drawn.map((template) => textOf(template, build)),
        level,
      );
      const { ask, answers } = withHashes(request.askAdvanced!);
      const { value, snapshot } = await ask(prompt, readFullTemplate, id);
      return madeOf(value, bareRecord(`template/mixed/${id + 1}`, 'mixed', { level, field: null, ...headOf(value) }), {
        ...{ model: request.models.advanced, snapshot, answers, of: drawn.map(({ key }) => key) },
      });
    };
    return { id, name: String(id + 1), make };
  });
}

/** A variation this similar to its parent asks for the same. */
const SAME_TEMPLATE = 0.98;

function variationUnits({ variations, thresholds, ...request }: ModelBuildRequest, build: ModelBuild): Unit[] {
  return consistentOnes(build, thresholds).flatMap((parent, at) =>
    Array.from({ length: variations }, (_, sample): Unit => {
      const name = `${parent.key.replace(/^template\//u, '')}/${sample + 1}`;
      const make = async (): Promise<Made | GapReason> => {
        const prompt = graphVaryPrompt(textOf(parent, build));
        const { ask, answers } = withHashes(request.askAdvanced!);
        const { value, snapshot } = await ask(prompt, readFullTemplate, sample);
        if (mutualSimilarity(parent.problem, value.problem) >= SAME_TEMPLATE) return 'same';
        const { level, field } = parent;
        const record = bareRecord(`template/variation/${name}`, 'variation', { level, field, ...headOf(value) });
        return madeOf(value, { ...record, parent: parent.key }, { model: request.models.advanced, snapshot, answers });
      };
      return { id: at * variations + sample, name, make };
    }),
  );
}

const headOf = ({ title, problem }: FullTemplate): Pick<FullTemplate, 'title' | 'problem'> => ({ title, problem });

const madeOf = (
  { steps }: FullTemplate,
  record: Omit<TemplateRecord, 'steps' | 'checks' | 'made_by'>,
  madeBy: TemplateRecord['made_by'],
): Made => ({ problem: null, steps, template: { ...record, checks: {}, made_by: madeBy } });

function textOf({ level, title, problem, steps }: TemplateRecord, { theorems }: ModelBuild): GraphTemplateText {
  const names = new Map(theorems.all().map(({ key, name }) => [key, name]));
  return {
    ...{ level, title, problem },
    steps: steps.map(({ text, theorem }) => ({ text, theorem: names.get(theorem ?? '') ?? '' })),
  };
}
