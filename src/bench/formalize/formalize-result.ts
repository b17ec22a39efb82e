/** The result of one arm on one problem, as stored in the folder of `bench formalize`. */
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../base/hash.ts';
import { isConsistent } from '../../formalize/choose.ts';
import type { FormalCandidate } from '../../formalize/pipeline.ts';
import { exitOf } from '../../session/formalize-exit.ts';
import type { RecordedProblem } from '../../session/recorded-problem.ts';
import { manifestSchema, type ExperimentKind } from '../experiment/folder.ts';
import { fileName } from '../prove/problem.ts';
import { ARMS } from './arm-names.ts';

const statementSchema = z.object({
  sha256: z.string().describe('of the text; labels name it'),
  text: z.string().describe('the Lean file'),
  answers: z.int().describe('number of the answers with this statement'),
  compiles: z.boolean(),
  consistent: z.boolean().describe('it compiles, and no check holds against it'),
  findings: z.array(z.enum(['refuted', 'vacuous'])),
  equivalent: z.boolean().nullable().describe('to the reference; null if that was not compared'),
});

const scoreSchema = z.object({
  rule: z.int().describe('0 to 3, from the definitions that the reference names'),
  judges: z
    .array(
      z.object({
        judge: z.string(),
        score: z.int().nullable().describe('0 to 3; null if there is no answer'),
        why: z.string(),
      }),
    )
    .describe('with `--score-definitions`'),
});

export const formalizeResultSchema = z.object({
  problem: z.string(),
  arm: z.enum(ARMS),
  state: z.enum(['done', 'stopped', 'failed']).describe('`failed`: the model or Lean gave no answer; tried again'),
  why: z.string().nullable(),
  asked: z.int().describe('answers asked for'),
  answers: z.int(),
  definitions: z.array(z.string()).describe('in the prompt'),
  scores: z.array(scoreSchema).describe('of each of them'),
  needed: z.array(z.string()).describe('definitions that the reference names, without ubiquitous ones'),
  statements: z.array(statementSchema),
  compared: z.boolean().describe('with the reference, which compiles'),
  chosen: z.string().nullable().describe('SHA-256 of the chosen statement'),
  tokens: z.int(),
  cost: z.number().nullable(),
  seconds: z.number(),
  scripted: z.boolean(),
});

export type FormalizeResult = z.infer<typeof formalizeResultSchema>;
export type DefinitionScore = z.infer<typeof scoreSchema>;
export type StatementResult = z.infer<typeof statementSchema>;

export const formalizeFolderSchema = manifestSchema
  .extend({ schema: z.literal('lemmahead/bench-formalize-folder@1') })
  .describe('`bench.json` in the folder of `bench formalize`. No command prints it.');

export const resultKeyOf = ({ problem, arm }: Pick<FormalizeResult, 'problem' | 'arm'>): string => `${problem} ${arm}`;

export const FORMALIZE_BENCHMARK: ExperimentKind<FormalizeResult> = {
  manifest: 'bench.json',
  schema: formalizeFolderSchema.shape.schema.value,
  keyOf: resultKeyOf,
  read: (value) => formalizeResultSchema.safeParse(value).data ?? null,
  commands: {
    start: 'lemmahead bench formalize --dataset PATH --model NAME --out FOLDER',
    resume: 'the same command with --out',
  },
};

/** Folder of the record of one arm on one problem. */
export function recordFolder(folder: string, { problem, arm }: Pick<FormalizeResult, 'problem' | 'arm'>): string {
  return join(folder, 'runs', fileName(arm), fileName(problem));
}

/** `isEquivalent`: to the reference; null if it is not compared. */
export async function resultOfProblem(
  { problem, arm }: Pick<FormalizeResult, 'problem' | 'arm'>,
  done: RecordedProblem,
  known: Pick<FormalizeResult, 'asked' | 'seconds' | 'tokens' | 'cost' | 'needed' | 'scores'>,
  isEquivalent: ((text: string) => Promise<boolean>) | null,
): Promise<FormalizeResult> {
  const { outcome, basis, scripted } = done;
  const statements: StatementResult[] = [];
  for (const candidate of outcome.candidates) {
    const { text, verdict } = candidate;
    if (text === null) continue;
    const compiles = verdict.kind === 'compiles';
    statements.push({
      ...{ sha256: sha256(text), text, answers: answersOf(candidate, known.asked), compiles },
      consistent: isConsistent(candidate),
      findings: candidate.checks?.findings.map(({ rule }) => rule) ?? [],
      equivalent: compiles && isEquivalent !== null ? await isEquivalent(text) : null,
    });
  }
  const exit = exitOf(done);
  const { stoppedBy, modelFailure, chosen } = outcome;
  return {
    ...{ problem, arm, ...known, answers: outcome.answers, statements, scripted },
    compared: isEquivalent !== null,
    state: stoppedBy !== null ? 'stopped' : modelFailure !== null || exit === 'missing' ? 'failed' : 'done',
    why: modelFailure?.message ?? (stoppedBy === null ? null : `the limit for ${stoppedBy} is used up`),
    definitions: basis.pack.definitions.map(({ row }) => row.name),
    chosen: chosen?.text === undefined || chosen.text === null ? null : sha256(chosen.text),
  };
}

/** Corrections do not count: they have the numbers after those asked for. */
function answersOf({ samples }: FormalCandidate, asked: number): number {
  return samples.filter((sample) => sample < asked).length;
}
