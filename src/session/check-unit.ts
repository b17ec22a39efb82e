/** The unit `check` of a queue: one file for the judge of a worker. */
import { z } from 'zod';
import { declarationFactsSchema, levelSchema, verdictSchema } from '../prove/verdict-schema.ts';
import type { Requirements } from '../queue/requirements.ts';
import type { UnitKind } from '../queue/unit-kind.ts';
import type { CommandContext } from './command-context.ts';
import { judgeText } from './judge-file.ts';
import { type Environments, leanOn, pathInProject, sourceText } from './lean-environment.ts';

const name = z.string().min(1).max(1000);

const checkPayload = z.strictObject({
  path: pathInProject.nullable().describe('null for a file outside a project'),
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

/**
 * Judges the file as `check` on the machine that asks would.
 * @throws {StaleOffer} if the project has changed since the worker reported it
 */
export async function runCheck(
  payload: CheckPayload,
  requirements: Requirements,
  environments: Environments,
  context: CommandContext,
): Promise<CheckResult> {
  const { path, text, original } = payload;
  const lean = await leanOn({ path, texts: [text, original ?? ''] }, requirements, environments, context);
  const settings = {
    ...context.settings,
    leanTimeoutSeconds: payload.timeout_seconds,
    leanMemoryMegabytes: payload.memory_megabytes,
  };
  const judged = await judgeText(
    { path: lean.file, text, original, only: payload.only, allowNew: payload.allow_new, ...lean },
    { level: payload.level, allowAxioms: payload.allow_axioms },
    { ...context, settings },
  );
  const { lean: binary, toolchain, version } = lean.installation;
  return { ...judged, lean: { lean: binary, toolchain, version } };
}
