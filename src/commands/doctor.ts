/** `lemmahead doctor`: runs the health checks of all components. */
import { join } from 'node:path';
import { fault, type Check } from '../base/health.ts';
import { checkTemplateGraphs } from '../builders/templates/health.ts';
import { Failure } from '../base/errors.ts';
import { valueOr } from '../base/read-or-null.ts';
import { checkInstallation } from '../config/health.ts';
import type { Settings } from '../config/settings.ts';
import { childEnvironment } from '../config/env.ts';
import { indexPathFor, libraryPathFor } from '../config/paths.ts';
import { checkConceptBase } from '../concepts/health.ts';
import type { Configuration } from '../config/resolve.ts';
import { checkIndex } from '../index/health.ts';
import { checkLean } from '../lean/health.ts';
import { checkLibrary } from '../library/health.ts';
import { checkAdapterModel, checkEmbedder, checkJudgeModel, checkModel, checkReranker } from '../llm/health.ts';
import { renderDoctor } from '../report/doctor.ts';
import { checkWeights } from '../vectors/health.ts';
import { SHIPPED_WEIGHTS } from '../vectors/weights.ts';
import { runSelfTest } from '../verify/self-test/self-test-cache.ts';
import { selfTestChecks } from '../verify/self-test/self-test-checks.ts';
import { buildCommand, conceptsPathFor } from '../session/command-concepts.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from './command.ts';
import { embedderAsModel } from '../session/embedder.ts';
import { BY_MODEL, rerankerAsModel } from '../session/reranker.ts';
import { boundsOf, findLeanFor, sandboxFor } from '../session/judging.ts';

export interface DoctorOptions {
  configuration: Configuration;
  /** Whether to test the judge on all cases with a known answer, which takes a minute or more. */
  selfTest: boolean;
}

export const doctor: Command<DoctorOptions> = async ({ configuration, selfTest }, context) => {
  const { settings, cwd, signal } = context;
  const { projectRoot, elanHome, lakeCommand } = settings;
  const embedder = settings.embedder.name;
  const { memoryBytes } = boundsOf(context);
  const environment = childEnvironment();
  const checks = [
    ...checkInstallation(configuration),
    checkWeights(SHIPPED_WEIGHTS),
    ...(await checkIndex(indexPathFor(settings), settings, SHIPPED_WEIGHTS)),
    await checkConceptsOf(context),
    await checkLibrary(libraryPathFor(settings)),
    ...(await checkTemplateGraphs(libraryPathFor(settings))),
    ...(await checkLean({ projectRoot, elanHome, lakeCommand, environment, memoryBytes, cwd, signal })),
    await checkModel(settings.model),
    await checkEmbedder(embedder === null ? null : embedderAsModel(settings, embedder, cwd)),
    await checkRerankerOf(context),
    await checkJudgeModel('statement judge', settings.formalize.judge, settings.model),
    await checkJudgeModel('answer judge', settings.judgeModel, settings.model),
    ...(await checkAdapters(settings)),
    ...(selfTest ? await checkJudge(context) : []),
  ];
  const faulty = checks.some(({ state }) => state === 'fault');
  return {
    exit: faulty ? 'missing' : 'done',
    data: { schema: 'lemmahead/doctor@2', healthy: !faulty, checks },
    render: (style) => renderDoctor(checks, style),
  };
};

/** The check of the index reports an index that cannot be opened. */
async function checkConceptsOf({ settings }: CommandContext): Promise<Check> {
  const { openIndex } = await import('../index/open.ts');
  const index = valueOr(null, () => openIndex(indexPathFor(settings)));
  const indexDigest = index?.meta('digest') ?? null;
  index?.close();
  return checkConceptBase(conceptsPathFor(settings), { build: buildCommand(settings), indexDigest });
}

/** Adapters without a model of their own use the model. */
function checkAdapters({ adapters, model }: Settings): Promise<Check[]> {
  const named = Object.entries(adapters).flatMap(([adapter, name]) => (name === null ? [] : [{ adapter, name }]));
  return Promise.all(named.map(({ adapter, name }) => checkAdapterModel(adapter, name, model)));
}

/** The reranker `model` is the configured model. */
function checkRerankerOf({ settings, cwd }: CommandContext): Promise<Check> {
  const { name } = settings.reranker;
  if (name === BY_MODEL) return checkModel(settings.model, 'reranker');
  return checkReranker(name === null ? null : rerankerAsModel(settings, name, cwd));
}

/** If the self-test cannot run, that is reported as a fault in the list. */
async function checkJudge(context: CommandContext): Promise<Check[]> {
  const { signal, cwd, settings } = context;
  const progress = context.startProgress('Testing the judge');
  try {
    const installation = await findLeanFor(join(cwd, 'Any.lean'), context);
    const sandbox = await sandboxFor({ requireSandbox: null });
    const result = await runSelfTest({
      ...boundsOf(context),
      installation,
      sandbox,
      cacheFolder: settings.cacheHome,
      signal,
      onProgress: (done, total, name) => progress.update(done, total, `${done} of ${total} cases, ${name}`),
    });
    return selfTestChecks(result, installation.version, sandbox);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, reason, next } = error.detail;
    return [fault('self-test', reason === undefined ? message : `${message} ${reason}`, next ?? 'lemmahead doctor')];
  } finally {
    progress.stop();
  }
}
