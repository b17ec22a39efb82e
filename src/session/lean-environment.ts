/** The projects of a worker with their toolchains, and which of them a unit gets. */
import { join } from 'node:path';
import { z } from 'zod';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { type LeanInstallation, withoutProject } from '../lean/toolchain/toolchain.ts';
import { missingFacts, offerFor, type Offer, type Requirements } from '../queue/requirements.ts';
import { StaleOffer } from '../queue/serve-units.ts';
import type { CommandContext } from './command-context.ts';
import { findLeanFor } from './judging.ts';
import { isLeanFact, readEnvironmentFacts, requirementsOf } from './lean-facts.ts';

/** A project of a worker with its toolchain. */
export interface LeanEnvironment {
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  offer: Offer;
  /** Digest of the offer: it changes whenever the environment does. */
  digest: string;
}

/** The environments of a worker, which may change while it runs. */
export interface Environments {
  readonly current: readonly LeanEnvironment[];
  /** Resolves when nothing is being added. */
  settled: () => Promise<void>;
}

/** As large as the largest file that is read. */
export const sourceText = z.string().max(4_000_000);

/** A path that does not leave the project. */
export const pathInProject = z
  .string()
  .max(1000)
  .regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\0\\]+\.lean$/u);

/** A file of a unit. `path`: in the project; null outside one. */
export interface UnitFile {
  path: string | null;
  /** What Lean reads as this file. */
  texts: readonly string[];
}

/** Where the file is on this worker, and the Lean for it. */
export interface UnitLean extends Pick<LeanEnvironment, 'installation' | 'sandbox' | 'digest'> {
  file: string;
  /** The project whose index is used: also for a file outside of it. */
  indexedRoot: string | null;
}

/** @throws {StaleOffer} if no project of this worker has what the unit needs any more */
export async function leanOn(
  { path, texts }: UnitFile,
  requirements: Requirements,
  environments: Environments,
  context: CommandContext,
): Promise<UnitLean> {
  if (environmentFor(requirements, environments) === undefined) await environments.settled();
  const found = environmentFor(requirements, environments);
  if (found === undefined) throw new StaleOffer('This worker has no such environment.');
  const { sandbox, digest } = found;
  const root = found.installation.projectRoot;
  const file = join(root ?? '/', path ?? 'File.lean');
  const isOfProject = path !== null && root !== null;
  const installation = isOfProject ? await findLeanFor(file, context) : withoutProject(found.installation);
  const ofLean = Object.fromEntries(Object.entries(requirements).filter(([name]) => isLeanFact(name)));
  const changed = missingFacts(ofLean, requirementsOf(readEnvironmentFacts(installation), texts, sandbox));
  if (changed.length > 0) throw new StaleOffer(`The project of this worker has changed: ${changed.join(', ')}.`);
  return { file, installation, sandbox, digest, indexedRoot: root };
}

function environmentFor(requirements: Requirements, { current }: Environments): LeanEnvironment | undefined {
  return current[
    offerFor(
      requirements,
      current.map(({ offer }) => offer),
    )
  ];
}
