/** The unit `check` of a queue: one file for the judge of a worker. */
import { join } from 'node:path';
import { z } from 'zod';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { type LeanInstallation, withoutProject } from '../lean/toolchain/toolchain.ts';
import { declarationFactsSchema, levelSchema, verdictSchema } from '../prove/verdict-schema.ts';
import { missingFacts, offerFor, type Offer, type Requirements } from '../queue/requirements.ts';
import type { UnitKind } from '../queue/unit-kind.ts';
import type { CommandContext } from './command-context.ts';
import { judgeText } from './judge-file.ts';
import { findLeanFor } from './judging.ts';
import { readEnvironmentFacts, requirementsOf } from './lean-facts.ts';

/** As large as the largest file that is read. */
const sourceText = z.string().max(4_000_000);
const name = z.string().min(1).max(1000);

const checkPayload = z.strictObject({
  path: z
    .string()
    .max(1000)
    .regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\0\\]+\.lean$/u)
    .nullable()
    .describe('in the project; null for a file outside one'),
  text: sourceText,
  original: sourceText.nullable(),
  only: name.nullable(),
  allow_new: z.boolean(),
  level: levelSchema,
  allow_axioms: z.array(name).max(100),
  timeout_seconds: z.number().min(1).max(86_400),
  memory_megabytes: z.int().min(512).max(1_048_576),
});

const checkResult = z.object({
  verdict: verdictSchema,
  declarations: z.array(declarationFactsSchema),
  lean: z.object({
    lean: z.string().describe('absolute path on the worker'),
    toolchain: z.string().nullable(),
    version: z.object({
      ...{ text: z.string(), major: z.int(), minor: z.int(), patch: z.int() },
      generation: z.enum(['2021', 'current']),
    }),
  }),
});

export type CheckPayload = z.infer<typeof checkPayload>;
export type CheckResult = z.infer<typeof checkResult>;

export const CHECK_UNIT: UnitKind<CheckPayload, CheckResult> = {
  name: 'check',
  payload: checkPayload,
  result: checkResult,
};

/** A project of a worker with its toolchain. */
export interface LeanEnvironment {
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  offer: Offer;
}

/**
 * Judges the file as `check` on the machine that asks would.
 * @throws {Error} if the project has changed since the worker reported it
 */
export async function runCheck(
  payload: CheckPayload,
  requirements: Requirements,
  environments: readonly LeanEnvironment[],
  context: CommandContext,
): Promise<CheckResult> {
  const { path, text, original } = payload;
  const found =
    environments[
      offerFor(
        requirements,
        environments.map(({ offer }) => offer),
      )
    ];
  if (found === undefined) throw new Error('This worker has no such environment.');
  const { sandbox } = found;
  const root = found.installation.projectRoot;
  const file = join(root ?? '/', path ?? 'File.lean');
  const isOfProject = path !== null && root !== null;
  const installation = isOfProject ? await findLeanFor(file, context) : withoutProject(found.installation);
  const texts = [text, original ?? ''];
  const changed = missingFacts(requirements, requirementsOf(readEnvironmentFacts(installation), texts, sandbox));
  if (changed.length > 0) throw new Error(`The project of this worker has changed: ${changed.join(', ')}.`);
  const settings = {
    ...context.settings,
    leanTimeoutSeconds: payload.timeout_seconds,
    leanMemoryMegabytes: payload.memory_megabytes,
  };
  const judged = await judgeText(
    { path: file, text, original, only: payload.only, allowNew: payload.allow_new, installation, sandbox },
    { level: payload.level, allowAxioms: payload.allow_axioms },
    { ...context, settings },
  );
  const { lean, toolchain, version } = installation;
  return { ...judged, lean: { lean, toolchain, version } };
}
