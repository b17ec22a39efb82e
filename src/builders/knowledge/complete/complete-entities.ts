/** Completes the missing proofs and solutions of the library's entities. Each one is stored at once. */
import { sha256 } from '../../../base/hash.ts';
import { LocalWork, runUnits } from '../../../base/work.ts';
import { type DerivedUnit, NO_ROWS } from '../../../library/derivation.ts';
import { currentUnits, unitKey } from '../../../library/derive.ts';
import { MODEL } from '../../../library/entry-attributes.ts';
import type { EntityRow } from '../../../library/knowledge-rows.ts';
import type { Library } from '../../../library/library.ts';
import { requestFailure } from '../../../llm/fatal-model-errors.ts';
import { type Candidate, entityInput } from '../entity-candidates.ts';
import { mostUsedFirst } from '../most-used.ts';
import { type Completion, type CompletionParts, completeOne, NoPrograms } from './complete-one.ts';

/** Name of the attribute that has the completion. It is never a part of the entry's proof. */
export const COMPLETION = 'completion';

/** Increased when the same model completes differently. */
const VERSION = 'complete@1';

/** Marks of a gap: the paper's, and those of ProofWiki. */
const GAP = /\[MISSING\]|\{\{(?:ProofWanted|finish)\b/iu;

/** A proof or solution that an entity lacks. */
export interface Gap {
  entity: EntityRow;
  /** n: the nth proof or solution. */
  part: number;
  /** The text with the gap; null if there is none at all. */
  draft: string | null;
}

/** The most used entities first; complete entities have none. `chosen`: only these; null for all of the sources. */
export function findGaps(
  library: Library,
  { entities, candidates }: { entities: readonly EntityRow[]; candidates: readonly Candidate[] },
  { sources, chosen }: { sources: readonly string[]; chosen: ReadonlySet<number> | null },
): Gap[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const gaps = new Map<number, Gap[]>();
  for (const candidate of candidates) {
    const entity = byId.get(candidate.entry.id);
    if (entity === undefined || entity.type === 'definition') continue;
    if (sources.length > 0 && !sources.includes(entity.source)) continue;
    if (chosen !== null && !chosen.has(entity.id)) continue;
    const texts = entityInput(candidate).proofs;
    const open: Gap[] = texts.flatMap((draft, at) => (GAP.test(draft) ? [{ entity, part: at + 1, draft }] : []));
    if (texts.length === 0) open.push({ entity, part: 1, draft: null });
    if (open.length > 0) gaps.set(entity.id, open);
  }
  return mostUsedFirst(library, [...gaps.keys()]).flatMap((id) => gaps.get(id)!);
}

export interface CompleteOptions extends CompletionParts {
  /** Id of the run, to undo it. Null: nothing is stored, as in a dry run. */
  run: number | null;
  /** Entities at once. */
  concurrency: number;
  signal: AbortSignal;
  onProblem: (problem: string) => void;
  onProgress: (done: number, total: number) => void;
  onCompleted: (gap: Gap, completion: Completion) => void;
}

const unitName = ({ entity, part }: Gap): string => `${COMPLETION} ${part} ${entity.key}`;

const inputHashOf = ({ entity, draft }: Gap): string => sha256(JSON.stringify([entity.title, entity.contents, draft]));

/** The gaps that no model has completed yet, or whose text or sources have changed since. */
export function openGaps({ database }: Library, gaps: readonly Gap[]): Gap[] {
  const stored = currentUnits(database, MODEL);
  return gaps.filter((gap) => {
    return stored.get(unitKey(gap.entity.source, unitName(gap))) !== `${VERSION} ${inputHashOf(gap)}`;
  });
}

/** @throws {BudgetSpent} {ModelError} that end the work */
export async function completeEntities(
  library: Library,
  gaps: readonly Gap[],
  { run, concurrency, signal, onProblem, onProgress, onCompleted, ...parts }: CompleteOptions,
): Promise<void> {
  type GapUnit = { id: number; gap: Gap };
  type Completed = Awaited<ReturnType<typeof completeOne>>;
  await runUnits({
    work: new LocalWork<GapUnit, Completed | typeof SKIPPED>(
      gaps.map((gap, id) => ({ id, gap })),
      ([unit], completed) => {
        if (completed === SKIPPED || run === null) return;
        library.derive([unitOf(unit!.gap, completed)], run);
        onCompleted(unit!.gap, completed.completion);
      },
    ),
    ...{ concurrency, signal },
    run: ([unit]) => completeOne(unit!.gap.entity, unit!.gap.draft, parts),
    failed: ([unit], error) => {
      const isNoPrograms = error instanceof NoPrograms;
      const failure = isNoPrograms ? { message: 'programs cannot run here' } : requestFailure(error);
      if (failure === null) return null;
      onProblem(`${unit!.gap.entity.key}: ${failure.message.replace(/\.$/u, '')}.`);
      return SKIPPED;
    },
    onDone: (_, done) => onProgress(done, gaps.length),
  });
}

/** Result of an entity without a usable answer. */
const SKIPPED = 'skipped';

function unitOf(gap: Gap, { completion, snapshot, inputs }: Awaited<ReturnType<typeof completeOne>>): DerivedUnit {
  const { entity, part } = gap;
  return {
    derivation: {
      ...{ source: entity.source, maker: MODEL, version: VERSION, unit: unitName(gap) },
      inputHash: inputHashOf(gap),
    },
    rows: {
      ...NO_ROWS,
      inputs: [entity, ...inputs].map(({ id, contentHash }) => ({ entry: id, contentHash })),
      attributes: [
        {
          entry: entity.id,
          part,
          name: COMPLETION,
          value: completion,
          evidence: { template: VERSION, model: snapshot },
        },
      ],
    },
  };
}
