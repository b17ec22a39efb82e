/** `lemmahead graph merge`: finds entities of several sources that are the same, and takes decisions of people. */
import { ellipsis } from '../base/columns.ts';
import { Failure } from '../base/errors.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { vectorsOfEntities } from '../builders/knowledge/entity-spaces.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import { decideByModel, openCandidates } from '../builders/knowledge/fusion/decide-by-model.ts';
import { type EntityDecision, findMerges } from '../builders/knowledge/fusion/find-merges.ts';
import { pairKey, representatives } from '../builders/knowledge/fusion/merged-view.ts';
import { type DecidedPair, decidePairs, storeMerges } from '../builders/knowledge/fusion/store-merges.ts';
import { libraryPathFor } from '../config/paths.ts';
import { HUMAN } from '../library/derivation.ts';
import { requireSources } from '../library/filter-entries.ts';
import { DIFFERENT_FROM, entityRows, type EntityRow, sameAsEdges } from '../library/knowledge-rows.ts';
import { withLibrary, type Library } from '../library/library.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { GraphMergeOptions } from '../options/knowledge-options.ts';
import { renderGraphMerge } from '../report/graph-merge-text.ts';
import type { GraphMergeReport } from '../report/knowledge-schema.ts';
import type { CommandContext } from '../session/command-context.ts';
import { entityNamed } from '../session/entity-named.ts';
import { refreshEntitySpace, usesLsa } from '../session/entity-vectors.ts';
import { ModelQuestions, plannedQuestions } from '../session/model-questions.ts';
import type { ModelUse, PlannedUse } from '../session/model-use-schema.ts';
import { openRequiredModel } from '../session/required-model.ts';
import { requirePrice } from '../session/require-price.ts';
import type { Command } from './command.ts';

/** Exit `done`, also if nothing is merged; `no` if no question has a usable answer; `budget` if a limit ended the requests: decisions by then are stored. */
export const graphMerge: Command<GraphMergeOptions, GraphMergeReport> = async (options, context) => {
  const path = libraryPathFor(context.settings);
  const compares = options.confirm.length + options.deny.length === 0;
  const by = options.by ?? (options.isModelGiven && compares ? 'both' : 'rules');
  const model = by === 'rules' ? null : await openModel(options, context);
  const notice = compares ? (await refreshEntitySpace(path, 'statement', context)).notice : null;
  return withLibrary(path, { writable: !options.dryRun, create: false }, async (library) => {
    requireSources(library.database, [...options.sources, ...options.into]);
    const entities = entityRows(library.database);
    const byRules = compares ? decide(library, entities, options, context) : [];
    const asked = model && by !== 'rules' ? await askModel(model, by, { byRules, entities }, options, context) : null;
    const decisions = asked?.decisions ?? byRules;
    const pairs = pairsOf(library, options);
    const { sources, into, candidates } = options;
    const store = (): number | null =>
      compares
        ? storeMerges(library, decisions, entities, { sources, into, candidates, by })
        : decidePairs(library, pairs);
    const run = options.dryRun ? null : store();
    const isMerged = [...representatives(sameAsEdges(library.database))].filter(([id, first]) => id !== first);
    const report: GraphMergeReport = {
      schema: 'lemmahead/graph-merge@1',
      library: path,
      dry_run: options.dryRun,
      by,
      compared: decisions.length,
      counts: countsOf(decisions),
      decisions: reportDecisions(decisions, entities),
      confirmed: options.confirm.length,
      denied: options.deny.length,
      run,
      merged: isMerged.length,
      models: asked?.models ?? null,
      planned: asked?.planned ?? null,
      notices: notice === null ? [] : [notice],
    };
    const isStopped = report.models !== null && report.models.stopped_by !== null;
    return {
      exit: isStopped ? 'budget' : asked?.isUnanswered === true ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphMerge(report, options.limit, style),
    };
  });
};

async function openModel({ dryRun, record, limits }: GraphMergeOptions, context: CommandContext): Promise<ChatModel> {
  const model = await openRequiredModel(context, {
    record,
    isDryRun: dryRun,
    without: 'lemmahead graph merge --by rules',
  });
  requirePrice(model, limits.cost);
  return model;
}

interface Asked {
  /** Without those that the model gave no usable answer on, or was not asked about before a limit. */
  decisions: EntityDecision[];
  models: ModelUse | null;
  planned: PlannedUse | null;
  isUnanswered: boolean;
}

async function askModel(
  model: ChatModel,
  by: 'both' | 'model',
  { byRules, entities }: { byRules: readonly EntityDecision[]; entities: readonly EntityRow[] },
  options: GraphMergeOptions,
  context: CommandContext,
): Promise<Asked> {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const decided = new Map<number, EntityDecision>();
  const askAbout = async (ask: AskModel, signal: AbortSignal, problems: string[]): Promise<void> => {
    const progress = context.startProgress('Asking');
    const { concurrency } = context.settings.model;
    await decideByModel(byRules, byId, {
      ...{ by, ask, concurrency, signal },
      onProblem: (problem) => void problems.push(problem),
      onProgress: (done, total) => progress.update(done, total, `${done} of ${total} entities`),
      onDecision: (decision) => void decided.set(decision.entity.id, decision),
    }).finally(() => progress.stop());
  };
  if (options.dryRun) {
    const planned = await plannedQuestions(model, context, (ask) => askAbout(ask, context.signal, []));
    const decisions = byRules.flatMap((decision): EntityDecision[] => {
      const candidates = openCandidates(decision, by);
      if (candidates.length === 0) return by === 'both' ? [decision] : [];
      return [{ ...decision, decision: 'undecided', into: null, why: 'the model would be asked', candidates }];
    });
    return { decisions, models: null, planned, isUnanswered: false };
  }
  const questions = new ModelQuestions(model, options, context);
  await questions.within(() => askAbout(questions.ask, questions.signal, questions.problems));
  const decisions = byRules.flatMap((decision) => {
    if (openCandidates(decision, by).length === 0) return [decision];
    return decided.get(decision.entity.id) ?? [];
  });
  return { decisions, models: questions.report(), planned: null, isUnanswered: questions.isUnanswered };
}

function decide(
  library: Library,
  entities: readonly EntityRow[],
  { sources, into, candidates }: GraphMergeOptions,
  context: CommandContext,
): EntityDecision[] {
  const vectors = vectorsOfEntities(library, entities, 'statement', usesLsa(context));
  if (vectors.every(({ length }) => length === 0)) throw noVectors(entities.length, context);
  const denied = sameAsEdges(library.database).filter(({ kind, maker }) => kind === DIFFERENT_FROM && maker === HUMAN);
  const request = { sources, into, candidates, denied: new Set(denied.map(({ from, to }) => pairKey(from, to))) };
  const progress = context.startProgress('Comparing');
  try {
    return findMerges(entities, vectors, request, (done, total) =>
      progress.update(done, total, `${done} of ${total} entities`),
    );
  } finally {
    progress.stop();
  }
}

function noVectors(count: number, context: CommandContext): Failure {
  if (count > 0 && !usesLsa(context)) {
    return new Failure('missing', 'vectors-missing', {
      message: `The entities have no vectors by ${context.settings.embedder.name}.`,
      next: 'lemmahead graph embed --space statement',
    });
  }
  return new Failure('missing', 'library-empty', {
    message: 'The library has no definition, theorem or problem to compare.',
    next: 'lemmahead library add FILE…',
  });
}

function pairsOf(library: Library, { confirm, deny }: GraphMergeOptions): DecidedPair[] {
  const read = (pair: string, isSame: boolean): DecidedPair => {
    const at = pair.indexOf('=');
    const [first, second] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || first === '' || second === '') {
      throw new Failure('usage', 'pair-form', {
        message: `"${pair}" is not a pair of entities.`,
        reason: 'A pair is written ENTITY=ENTITY, with the ids, keys or labels of two entities.',
        next: `lemmahead graph merge ${isSame ? '--confirm' : '--deny'} 12=40`,
      });
    }
    const one = entityNamed(library, first);
    const other = entityNamed(library, second);
    if (one.id === other.id) {
      throw new Failure('usage', 'pair-form', { message: `"${pair}" names one entity twice.` });
    }
    return { one, other, isSame };
  };
  const confirmed = confirm.map((pair) => read(pair, true));
  const denied = deny.map((pair) => read(pair, false));
  const keyOf = ({ one, other }: DecidedPair): string => pairKey(one.id, other.id);
  const same = new Set(confirmed.map(keyOf));
  const both = denied.findIndex((pair) => same.has(keyOf(pair)));
  if (both >= 0) {
    throw new Failure('usage', 'pair-contradiction', {
      message: `${deny[both]} is both confirmed and denied.`,
      next: 'Leave out one of --confirm and --deny.',
    });
  }
  return [...confirmed, ...denied];
}

function countsOf(decisions: readonly EntityDecision[]): GraphMergeReport['counts'] {
  const counts = { new: 0, merge: 0, undecided: 0 };
  for (const { decision } of decisions) counts[decision]++;
  return counts;
}

/** Characters of a statement that are shown. */
const BEGINNING = 80;

const ORDER = ['merge', 'undecided', 'new'] as const;

function reportDecisions(
  decisions: readonly EntityDecision[],
  entities: readonly EntityRow[],
): GraphMergeReport['decisions'] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const entityOf = (id: number) => {
    const { source, key, type, title, contents } = byId.get(id)!;
    return { id, source, key, type, title, begins: ellipsis(collapseWhitespace(contents), BEGINNING) };
  };
  return ORDER.flatMap((kind) => decisions.filter(({ decision }) => decision === kind)).map(
    ({ entity, decision, into, why, candidates }) => ({
      entity: entityOf(entity.id),
      decision,
      into: into === null ? null : entityOf(into),
      why,
      candidates: candidates.map(({ id, score, titlesAgree, differences, answer = null }) => ({
        ...entityOf(id),
        score: Number(score.toFixed(4)),
        titles_agree: titlesAgree,
        differences,
        answer,
      })),
    }),
  );
}
