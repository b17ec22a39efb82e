/** Fills the attributes of the library's entities by rules. Only new and changed entries are read again. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sha256 } from '../../base/hash.ts';
import type { DerivedUnit } from '../../library/derivation.ts';
import { NO_ROWS } from '../../library/derivation.ts';
import { listDerivations, unitKey } from '../../library/derive.ts';
import type { Entry } from '../../library/entry.ts';
import type { Library } from '../../library/library.ts';
import { type Candidate, entityInput, removeOrphans } from './entity-candidates.ts';
import { entityAttributes, fieldInput, RULES_VERSION } from './rules/entity-attributes.ts';
import { trainFields } from './rules/entity-field.ts';

export const RULES_MAKER = 'rules';

export interface BuildEntitiesOptions {
  /** Only entities of these sources; empty for all. */
  sources: readonly string[];
  /** Id of the run, to undo it. */
  run: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

export interface BuiltEntities {
  /** Number of entities read, and how many of them are new or changed. */
  entities: number;
  changed: number;
  /** Number of values by attribute, of the changed entities. */
  attributes: Record<string, number>;
  /** Whether it was interrupted. What was written counts. */
  isInterrupted: boolean;
}

/** Entities of a transaction. A stop loses at most one transaction. */
const BATCH = 200;

/** `all`: the candidates of the library. The classes of entities without one are learned from those with one, in the whole library. */
export async function buildEntities(
  library: Library,
  all: readonly Candidate[],
  { sources, run, signal, onProgress }: BuildEntitiesOptions,
): Promise<BuiltEntities> {
  const { database } = library;
  const derivations = listDerivations(database, RULES_MAKER);
  removeOrphans(database, derivations, all);
  const classified = all.filter(({ facts }) => (facts?.subjects ?? []).length > 0);
  const learnedFrom = sha256(
    JSON.stringify(classified.map(({ entry, facts }) => [entry.contentHash, facts!.subjects])),
  );
  const stored = new Map(
    derivations.map(({ source, unit, version, inputHash }) => [unitKey(source, unit), `${version} ${inputHash}`]),
  );
  const chosen = all.filter(({ entry }) => sources.length === 0 || sources.includes(entry.source));
  const changed = chosen
    .map((candidate) => ({ candidate, inputHash: inputHashOf(candidate, learnedFrom) }))
    .filter(({ candidate: { entry }, inputHash }) => {
      return stored.get(unitKey(entry.source, entry.key)) !== `${RULES_VERSION} ${inputHash}`;
    });
  const built: BuiltEntities = { entities: chosen.length, changed: 0, attributes: {}, isInterrupted: false };
  if (changed.length === 0) return built;
  const models = trainFields(classified.map((each) => fieldInput(entityInput(each))));
  for (let start = 0; start < changed.length; start += BATCH) {
    await yieldToEventLoop();
    if (signal.aborted) return { ...built, isInterrupted: true };
    onProgress(start, changed.length);
    const units = changed.slice(start, start + BATCH).map(({ candidate, inputHash }) => {
      const facts = entityAttributes(entityInput(candidate), models);
      for (const { name } of facts) built.attributes[name] = (built.attributes[name] ?? 0) + 1;
      return unitOf(candidate.entry, inputHash, facts);
    });
    library.derive(units, run);
    built.changed += units.length;
  }
  return built;
}

const inputHashOf = ({ entry, facts, targets }: Candidate, learnedFrom: string): string =>
  sha256(
    JSON.stringify([
      entry.contentHash,
      entry.called,
      facts,
      targets.map(({ id: _, ...target }) => target),
      learnedFrom,
    ]),
  );

function unitOf(
  { id, key, source, contentHash }: Entry,
  inputHash: string,
  facts: ReturnType<typeof entityAttributes>,
): DerivedUnit {
  return {
    derivation: { source, maker: RULES_MAKER, version: RULES_VERSION, unit: key, inputHash },
    rows: {
      ...NO_ROWS,
      inputs: [{ entry: id, contentHash }],
      attributes: facts.map(({ part, name, value, rule, confidence }) => {
        return { entry: id, part, name, value, evidence: { rule, confidence } };
      }),
    },
  };
}
