/** Where the definitions in the prompt come from in each arm. All else is the same. */
import { Failure } from '../../base/errors.ts';
import { buildPack, MAX_PROBABLE } from '../../formalize/build-pack.ts';
import { packDefinitions, type PackedDefinition } from '../../search/concepts/statement-pack.ts';
import { type ChooseDefinitions, packRequest, type ProblemRequest } from '../../session/formalize-problem.ts';
import type { FormalizerSession } from '../../session/formalizer-session.ts';
import { UBIQUITOUS } from '../../search/concepts/probable-definitions.ts';
import { goldOf } from '../concepts/gold.ts';
import type { InformalProblem } from '../concepts/informal-problems.ts';
import { definitionSearch } from '../concepts/systems.ts';
import { ablatedStage, type Arm } from './arm-names.ts';

/** More than any reference has, without the ubiquitous ones. */
const MAX_ORACLE = 20;

/** What the arm asks for: an ablation leaves out one stage. `problems`: of the benchmark, in its order. */
export function requestOf(
  arm: Arm,
  problem: InformalProblem,
  problems: readonly InformalProblem[],
  request: ProblemRequest,
  seed: number,
): ProblemRequest {
  const stage = ablatedStage(arm);
  if (stage === 'rewrite') return { ...request, rewrite: 'never' };
  if (stage !== null) return { ...request, without: [...request.without, stage] };
  const choose = definitionsFor(arm, problem, problems, request, seed);
  return choose === null ? request : { ...request, choose };
}

/** Null: those of the stages of `formalize`. */
function definitionsFor(
  arm: Arm,
  problem: InformalProblem,
  problems: readonly InformalProblem[],
  request: ProblemRequest,
  seed: number,
): ChooseDefinitions | null {
  switch (arm) {
    case 'none':
      return () => Promise.resolve([]);
    case 'search':
      return async (session) => {
        const names = await definitionSearch(session.index).find({ text: problem.text, field: null });
        const { definitions: limit } = request;
        return definitionsNamed(session, names, limit === 'auto' ? MAX_PROBABLE : limit);
      };
    case 'shuffled': {
      const statement = otherProblem(problem, problems, seed).text;
      return async ({ index, base, ...helpers }, asker) =>
        (await buildPack(packRequest({ ...request, statement }), index, base, asker, helpers)).definitions;
    }
    case 'oracle':
      return (session) => {
        return Promise.resolve(definitionsNamed(session, neededBy(problem, session), MAX_ORACLE));
      };
    default:
      return null;
  }
}

/** The definitions that the reference names, without the ubiquitous ones. */
export function neededBy(problem: InformalProblem, { index }: Pick<FormalizerSession, 'index'>): string[] {
  return goldOf(index, problem).names.filter((name) => !UBIQUITOUS.has(name));
}

/** The same for each seed and order of problems; never the problem itself. @throws {Failure} if there is only one problem */
export function otherProblem(
  problem: InformalProblem,
  problems: readonly InformalProblem[],
  seed: number,
): InformalProblem {
  if (problems.length < 2) {
    throw new Failure('usage', 'one-problem', {
      message: 'The arm shuffled needs at least two problems: it takes the definitions of another one.',
      next: 'Give more problems, or leave out --arm shuffled.',
    });
  }
  const step = 1 + (seed % (problems.length - 1));
  return problems[(problems.indexOf(problem) + step) % problems.length]!;
}

function definitionsNamed(
  { index, base }: FormalizerSession,
  names: readonly string[],
  limit: number,
): PackedDefinition[] {
  const found = names.flatMap((name) => base.numberOf(name) ?? []);
  const ranked = found.map((definition) => ({ definition, score: 0, probability: 0, phrase: null }));
  return packDefinitions(index, base, ranked, limit);
}
