/**
 * `bench graph --only completion`: problems of GHOSTS, solved as `graph complete` solves those of the library, for a person
 * to rate (table 8). The first call asks the model and writes a blind sheet; `--judged` reads it back and asks nobody.
 */
import { resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { valueOr } from '../../base/read-or-null.ts';
import { LocalWork, runUnits } from '../../base/work.ts';
import {
  type Completion,
  completeOne,
  type CompletionParts,
  NoPrograms,
} from '../../builders/knowledge/complete/complete-one.ts';
import { entityCandidates } from '../../builders/knowledge/entity-candidates.ts';
import { programsUnavailable, runProgram } from '../../lean/process/run-program.ts';
import { type EntityRow, entityRows } from '../../library/knowledge-rows.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import { CompletionQuestions, openCompletionModels } from '../../session/completion-models.ts';
import { openKnowledge } from '../../session/completion-knowledge.ts';
import { openEntityEmbedder, usesLsa } from '../../session/entity-vectors.ts';
import { EMBEDDING_PRICE, requirePrice } from '../../session/require-price.ts';
import { type GhostsProblem, readCategories, readGhosts } from './ghosts-problems.ts';
import { countFigure, type Measure, type Measured, type MeasureInput, meanFigure } from './measure.ts';
import { publishedRatings } from './published-graph.ts';
import { type RatedItems, ratedItemsSchema, ratingSheet, readRatings, RUBRIC } from './rating-sheet.ts';

export const RATING_SHEET = 'completions.csv';
/** What the items of the sheet are: for `--judged`, not for who rates. */
const ITEMS = 'completions.json';
const SET = 'GHOSTS';
/** Entities to look up near each one, as `graph complete` does. */
const NEAR = 5;

export const COMPLETION: Measure = {
  name: 'completion',
  needs: ['ghosts', 'library', 'model'],
  spaces: ['statement'],
  isExplicit: true,
  run: async (input) => {
    const { options, context } = input;
    if (options.judged === null) return completed(input);
    return ratedFigures(resolve(context.cwd, options.judged), itemsIn(input));
  },
};

async function completed(input: MeasureInput): Promise<Measured> {
  const { options, context, folders, write } = input;
  const categories = readCategories(options.categories === null ? null : resolve(context.cwd, options.categories));
  const { problems, withheld } = readGhosts(folders.ghosts[0]!, categories);
  const order = inRandomOrder(problems, makeRandom(options.seed));
  const chosen = Object.keys(categories).flatMap((category) =>
    order.filter((problem) => problem.category === category).slice(0, options.problems ?? order.length),
  );
  const { solved, unsolved, model, scripted } = await solve(inRandomOrder(chosen, makeRandom(options.seed)), input);
  const items = solved.map(({ problem, completion }) => ({
    ...{ category: problem.category, problem: problem.prompt, answer: answerOf(completion) },
    verdict: completion.verdict,
  }));
  const rated: RatedItems = { model, scripted, items };
  requireSameItems(input, rated);
  write(ITEMS, `${JSON.stringify(rated, null, 1)}\n`);
  write(RATING_SHEET, ratingSheet(rated));
  const figures = Object.keys(categories).flatMap((category) => {
    const own = items.filter((item) => item.category === category);
    const facts = { row: category, set: SET, by: model, scripted };
    return [
      countFigure(own.length, { ...facts, column: 'items to rate', n: own.length }),
      ...(own.length === 0
        ? []
        : [
            meanFigure(
              own.map(({ verdict }) => Number(verdict !== 'failed')),
              { ...facts, column: 'passed the model’s own check' },
            ),
          ]),
    ];
  });
  return {
    figures,
    notes: [
      `${RATING_SHEET} is to be filled in by a person, who gives it back with --judged. It says neither category nor model. ${RUBRIC.join('; ')}.`,
      ...Object.entries(withheld).map(
        ([category, count]) => `${category}: GHOSTS has no text for ${count} of its problems.`,
      ),
      ...(unsolved.length === 0
        ? []
        : [`Without a usable answer: ${unsolved.length}. ${unsolved.slice(0, 3).join(' ')}`]),
      ...(scripted ? ['A script gave the answers instead of a model: the figures say nothing about one.'] : []),
    ],
  };
}

const answerOf = ({ text, program, output }: Completion): string =>
  [text, ...(program === null ? [] : [`Program:\n${program}`]), ...(output === null ? [] : [`Output: ${output}`])].join(
    '\n\n',
  );

interface Solved {
  problem: GhostsProblem;
  completion: Completion;
}

/** In the order of the problems. @throws {Failure} `budget-spent`: answers are kept, so the same command goes on */
async function solve(
  problems: readonly GhostsProblem[],
  { options, context, library, onProgress }: MeasureInput,
): Promise<{ solved: Solved[]; unsolved: string[]; model: string; scripted: boolean }> {
  const { record, limits } = options;
  const models = await openCompletionModels(context, {
    ...{ record, isDryRun: false, cost: limits.cost },
    without: 'lemmahead bench graph --only stats',
  });
  const embedder = await openEntityEmbedder(library.path, context);
  if (!usesLsa(context)) requirePrice(embedder, limits.cost, EMBEDDING_PRICE);
  const asked = new CompletionQuestions(models, embedder, options, context);
  const { main: questions, writers, embed } = asked;
  const { ask, signal, problems: unsolved } = questions;
  const noPrograms = await programsUnavailable(context.signal);
  const read = { entities: entityRows(library.database), candidates: entityCandidates(library.database) };
  const parts: CompletionParts = {
    ...{ ask, writers, adapter: null, provedBy: null },
    knowledge: openKnowledge(library, read, { embed, near: NEAR }, context),
    runProgram: noPrograms === null ? (program) => runProgram(program, signal) : null,
  };
  const found = new Map<number, Completion>();
  try {
    await questions.within(() =>
      runUnits({
        work: new LocalWork<{ id: number; problem: GhostsProblem }, Completion | typeof SKIPPED>(
          problems.map((problem, id) => ({ id, problem })),
          ([unit], completion) => {
            if (completion !== SKIPPED) found.set(unit!.id, completion);
          },
        ),
        ...{ concurrency: context.settings.model.concurrency, signal },
        run: async ([unit]) => (await completeOne(entityOf(unit!.problem), null, parts)).completion,
        failed: ([unit], error) => {
          const failure = error instanceof NoPrograms ? { message: 'programs cannot run here' } : requestFailure(error);
          if (failure === null) return null;
          unsolved.push(`${unit!.problem.category}: ${failure.message.replace(/\.$/u, '')}.`);
          return SKIPPED;
        },
        onDone: (_, done) => onProgress(done, problems.length),
      }),
    );
  } finally {
    await embedder?.close();
  }
  if (questions.stoppedBy !== null) {
    throw new Failure('budget', 'budget-spent', {
      message: `--max-${questions.stoppedBy} ended the questions: ${found.size} of ${problems.length} problems are solved.`,
      next: 'Raise the limit and run the same command again: answers are kept.',
    });
  }
  const uses = [questions.report(), ...asked.reportOfAdapters()];
  return {
    solved: problems.flatMap((problem, at) => (found.has(at) ? [{ problem, completion: found.get(at)! }] : [])),
    unsolved,
    model: uses.map(({ model: name }) => name).join(', '),
    scripted: uses.some(({ scripted }) => scripted),
  };
}

/** Result of a problem without a usable answer. */
const SKIPPED = 'skipped';

/** A problem that is not in the library. */
function entityOf({ category, prompt }: GhostsProblem): EntityRow {
  return {
    ...{
      id: -1,
      type: 'problem',
      source: SET,
      key: `${SET}#${category}`,
      title: '',
      called: '',
      headings: [],
      field: '',
    },
    ...{ contents: prompt, contentHash: sha256(prompt) },
  };
}

/** @throws {Failure} `judged-sheet-differs` if the sheet in the folder has ratings of other items */
function requireSameItems(input: MeasureInput, rated: RatedItems): void {
  const sheet = input.written(RATING_SHEET);
  const before = valueOr(null, () => itemsIn(input));
  if (sheet === null || before === null || sheet === ratingSheet(before)) return;
  if (JSON.stringify(before.items) === JSON.stringify(rated.items)) return;
  throw new Failure('usage', 'judged-sheet-differs', {
    message: `${RATING_SHEET} in the folder of --out has ratings of other items.`,
    reason: 'The problems, the model, the library or the seed have changed since.',
    next: 'Name another folder with --out, so that the ratings are kept.',
  });
}

/** @throws {Failure} `judged-invalid` */
function itemsIn({ written }: MeasureInput): RatedItems {
  const text = written(ITEMS);
  const items = text === null ? null : valueOr(null, () => ratedItemsSchema.parse(JSON.parse(text)));
  if (items !== null) return items;
  throw new Failure('usage', 'judged-invalid', {
    message: `The folder of --out has no ${ITEMS}, so nothing says what was rated.`,
    next: 'Give the folder that has the sheet: --out FOLDER',
  });
}

function ratedFigures(path: string, rated: RatedItems): Measured {
  const { items, model, scripted } = rated;
  const ratings = readRatings(path, rated);
  const byCategory = Map.groupBy(items.keys(), (at) => items[at]!.category);
  const facts = { set: SET, by: `${model}, rated by a person`, scripted, column: 'mean rating' };
  const meanOf = (row: string, ats: Iterable<number>) =>
    meanFigure(
      Array.from(ats, (at) => ratings[at]!),
      { ...facts, row },
    );
  const figures = [
    ...Array.from(byCategory, ([category, ats]) => meanOf(category, ats)).sort((a, b) => (a.row < b.row ? -1 : 1)),
    meanOf('all', items.keys()),
  ];
  const published = publishedRatings();
  return {
    figures,
    details: [
      {
        title: 'Mean ratings beside those of the paper',
        note: 'Those of the paper are as published, not measured here: of its own choice of problems, by its own raters.',
        head: ['category', 'rated', 'mean rating', 'paper: problems', 'paper: mean rating'],
        rows: figures.map(({ row, n, value }) => {
          const { problems = '', mean = '' } = published.get(row) ?? {};
          return [row, String(n), value.toFixed(2), problems, mean];
        }),
      },
    ],
    notes: [
      `${RUBRIC.join('; ')}.`,
      ...(scripted ? ['A script gave the answers instead of a model: the figures say nothing about one.'] : []),
    ],
  };
}
