/** Asks a model which candidates are the same, where rules are not sure (AutoMathKG, section 6.2). */
import { LocalWork, runUnits } from '../../../base/work.ts';
import type { EntityRow } from '../../../library/knowledge-rows.ts';
import { requestFailure } from '../../../llm/fatal-model-errors.ts';
import { choosePrompt, readChoice, readYesOrNo, samePrompt } from '../../../prompt/merge-prompts.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import { type ComparedCandidate, differencesBetween, prepareEntity } from './decide.ts';
import type { EntityDecision } from './find-merges.ts';

export interface ModelDecisionOptions {
  /** `both`: rules decide what is identical or hopeless. `model`: the model is asked about every candidate. */
  by: 'both' | 'model';
  ask: AskModel;
  /** Entities at once. */
  concurrency: number;
  signal: AbortSignal;
  onProblem: (problem: string) => void;
  onProgress: (done: number, total: number) => void;
  /** An entity that the model was asked about; not called for those that it gave no usable answer on. */
  onDecision: (decision: EntityDecision) => void;
}

/** At least so similar: the rules' word counts. */
const IDENTICAL = 0.95;
/** Less similar: no candidate. */
const HOPELESS = 0.15;

/** Candidates that the model is asked about; empty where rules decide. */
export function openCandidates(
  { decision, into, candidates }: EntityDecision,
  by: 'both' | 'model',
): ComparedCandidate[] {
  if (by === 'model') return candidates;
  const merged = candidates.find(({ id }) => id === into);
  if (decision === 'merge' && merged !== undefined && (merged.isIdentical || merged.score >= IDENTICAL)) return [];
  return candidates.filter(({ score }) => score >= HOPELESS);
}

/** @throws {BudgetSpent} {ModelError} that end the work */
export async function decideByModel(
  decisions: readonly EntityDecision[],
  entities: ReadonlyMap<number, EntityRow>,
  { by, ask, concurrency, signal, onProblem, onProgress, onDecision }: ModelDecisionOptions,
): Promise<void> {
  const open = decisions.filter((decision) => openCandidates(decision, by).length > 0);
  await runUnits({
    work: new LocalWork<{ id: number; decision: EntityDecision }, EntityDecision | typeof SKIPPED>(
      open.map((decision) => ({ id: decision.entity.id, decision })),
      (_, decided) => {
        if (decided !== SKIPPED) onDecision(decided);
      },
    ),
    ...{ concurrency, signal },
    run: ([unit]) => decideOne(unit!.decision, entities, by, ask),
    failed: ([unit], error) => {
      const failure = requestFailure(error);
      if (failure === null) return null;
      onProblem(`${unit!.decision.entity.key}: ${failure.message.replace(/\.$/u, '')}.`);
      return SKIPPED;
    },
    onDone: (_, done) => onProgress(done, open.length),
  });
}

/** Result of an entity without a usable answer. */
const SKIPPED = 'skipped';

async function decideOne(
  decision: EntityDecision,
  entities: ReadonlyMap<number, EntityRow>,
  by: 'both' | 'model',
  ask: AskModel,
): Promise<EntityDecision> {
  const { entity } = decision;
  const candidates: ComparedCandidate[] = [];
  const open = new Set(openCandidates(decision, by).map(({ id }) => id));
  let provenance = { template: '', snapshot: '' };
  for (const candidate of decision.candidates) {
    if (!open.has(candidate.id)) {
      candidates.push(candidate);
      continue;
    }
    const other = entities.get(candidate.id)!;
    const { value, template, snapshot } = await ask(samePrompt(entity, other), readYesOrNo);
    provenance = { template, snapshot };
    const differences = value.isSame ? differencesBetween(prepareEntity(entity), prepareEntity(other)) : [];
    candidates.push({
      ...candidate,
      answer: value.isSame ? 'yes' : 'no',
      differences: value.isSame ? differences : candidate.differences,
    });
  }
  const decided = (more: Pick<EntityDecision, 'decision' | 'into' | 'why'>): EntityDecision => {
    return { ...decision, candidates, ...more, by: provenance };
  };
  const yes = candidates.filter(({ answer }) => answer === 'yes');
  // A model's word is not enough where a sign or a negation differs, or the types do.
  const possible = yes.filter(
    ({ id, differences }) => differences.length === 0 && entities.get(id)!.type === entity.type,
  );
  if (possible.length === 0) {
    if (yes.length === 0) return decided({ decision: 'new', into: null, why: 'the model calls no candidate the same' });
    const why = `the model calls it the same, but it differs: ${yes[0]!.differences.join(', ')}`;
    return decided({ decision: 'undecided', into: null, why });
  }
  if (possible.length === 1) {
    return decided({ decision: 'merge', into: possible[0]!.id, why: 'the model calls it the same' });
  }
  const shown = possible.map(({ id }) => entities.get(id)!);
  const { value, template, snapshot } = await ask(choosePrompt(entity, shown), (answer) =>
    readChoice(answer, shown.length),
  );
  provenance = { template, snapshot };
  return decided({ decision: 'merge', into: shown[value.at]!.id, why: 'the model chose it among the same' });
}
