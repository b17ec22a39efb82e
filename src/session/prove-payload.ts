/** Makes the payload of a unit `prove` from a request to a prover. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathBelow } from '../base/path-below.ts';
import { readTextOrNull } from '../base/read-or-null.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { ProverRequest } from '../prove/prover.ts';
import type { RunRecord } from '../prove/run/record.ts';
import { specOf } from '../prove/strategies.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { type ProvePayload, strategySchema } from './prove-unit.ts';

/** What all files of a command share. `budget`: the id of the one in the database. */
export interface PayloadOptions extends Pick<
  ProvePayload,
  'level' | 'allow_axioms' | 'mode' | 'jobs' | 'caches' | 'indexed' | 'library' | 'templates' | 'budget'
> {
  installation: LeanInstallation;
  /** The file as whose module candidates are judged. */
  judgedAs: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
}

/** In the folder of a run: what tells it from other runs. */
const IDENTITY_FILE = 'queue-run';

/** The same for the same request in another session, so that its unit is found again. */
export function payloadOf(request: ProverRequest, given: PayloadOptions): ProvePayload {
  const { installation, judgedAs, timeoutSeconds, memoryMegabytes, ...options } = given;
  const { level, allow_axioms, mode, jobs, caches, indexed, library, templates, budget: shared } = options;
  const { text, file, displayPath, model, hidden, informalInput, record, budget, isSelected } = request;
  const { projectRoot } = installation;
  const inProject = (path: string): string | null => pathBelow(projectRoot, path);
  const strategies = request.strategies.map((strategy) => {
    const spec = specOf(strategy);
    if (spec === null) throw new Error(`the strategy ${strategy.name} cannot be sent`);
    return strategySchema.parse(spec);
  });
  return {
    run: identityOf(record),
    ...{ judged_as: inProject(judgedAs), retrieved_as: inProject(file) ?? file, shown: displayPath, text, strategies },
    model: model && { name: model.name, top_p: model.topP ?? null },
    first_sample: request.firstSample ?? 0,
    retrieves: request.retrieves,
    hidden: {
      declarations: [...hidden.declarations].sort(),
      entries: [...hidden.entries].sort((a, b) => a - b),
      statements: [...hidden.statements],
    },
    informal: informalInput && { statement: informalInput.statement, proof: informalInput.proof },
    holes: findHoles(text).flatMap((hole, at) => (isSelected(hole, at + 1) ? [at + 1] : [])),
    may_add_imports: request.mayAddImports,
    limits: { ...budget.limits },
    budget: shared,
    seconds: request.timeLimits?.seconds ?? null,
    ...{ level, allow_axioms, mode, jobs, caches, indexed, library, templates },
    ...{ timeout_seconds: timeoutSeconds, memory_megabytes: memoryMegabytes },
  };
}

/** The same in every session of the run. */
function identityOf(record: RunRecord | null): string {
  if (record === null) return randomUUID();
  const known = readTextOrNull(join(record.folder, IDENTITY_FILE));
  if (known !== null && known !== '') return known;
  const id = randomUUID();
  record.storeFile(IDENTITY_FILE, id);
  return id;
}
