/**
 * The strategy `decompose`: a model writes a proof in words and a sketch of it in Lean. Each `sorry` of the sketch becomes
 * a goal of its own, for which the strategies for steps are tried, and at last this strategy again. Sources: Draft, Sketch
 * and Prove (arXiv 2210.12283), Hilbert (arXiv 2509.22819).
 */
import { candidateIn } from '../../prompt/answer.ts';
import { clip } from '../../prompt/fitting.ts';
import { answerText } from '../../prompt/informal-answer.ts';
import {
  type FailedSketch,
  type Prompt,
  type PromptContent,
  type PromptFailure,
  proofInWordsPrompt,
  sketchPrompt,
  withoutCandidate,
} from '../../prompt/prompts.ts';
import { errorsOutsideHoles } from '../../verify/hole/error-messages.ts';
import type { Candidate } from '../../verify/hole/candidate.ts';
import { agent, type AgentOptions } from '../agent/agent.ts';
import { portfolio, type PortfolioOptions } from '../portfolio/portfolio.ts';
import { describeFailure } from '../rag/failed-attempt.ts';
import type { ModelStrategyOptions } from '../rag/model-round.ts';
import { reasonToStop } from '../rag/propose-and-repair.ts';
import { rag } from '../rag/rag.ts';
import { contentAtStart } from '../retrieval/content-at-start.ts';
import { proposalOf } from '../retrieval/premise-use.ts';
import type { Attempt, Problem, Proposal, StepResult, Strategy, Tools } from '../strategy.ts';
import { ProvedSteps } from './proved-steps.ts';
import { fillSketch, stepsIn, withoutUnused } from './sketch.ts';
import type { StepsBy } from './steps-by.ts';

export interface DecomposeOptions extends ModelStrategyOptions, AgentOptions, PortfolioOptions {
  /** Maximum number of sketches within each other. */
  depth: number;
  /** Maximum number of requests for sketches at the hole, and at each step. */
  sketches: number;
  /** Tried at each step, in this order. */
  stepsBy: StepsBy;
}

const STEP_STRATEGIES: Record<string, (options: DecomposeOptions) => Strategy> = { portfolio, rag, agent };

/** Maximum number of shorter proofs that are tried before an assembled one. */
const MOST_SHORTER = 6;
/** Maximum length of what the model reads of an open step, in characters. */
const STEP_CHARS = 300;
/** Maximum number of steps of one sketch: each costs Lean a check to see its goal. */
const MOST_STEPS = 32;
/** Maximum number of sketches that are requested for one hole of the file, at all depths. */
const MOST_SKETCHES = 60;

/** Needs a model. */
export function decompose(options: DecomposeOptions): Strategy {
  return {
    name: 'decompose',
    propose(problem, tools) {
      const tree: Tree = { proved: new ProvedSteps(), sketchesLeft: MOST_SKETCHES };
      return new Decomposition(problem, tools, options, tree, options.depth).work();
    },
  };
}

/** What all sketches for a hole of the file share. */
interface Tree {
  readonly proved: ProvedSteps;
  /** How many more may be requested, so that a model without success is not asked thousands of times. */
  sketchesLeft: number;
}

/** The work at one hole or step. */
class Decomposition {
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: DecomposeOptions;
  readonly #tree: Tree;
  readonly #depth: number;

  constructor(problem: Problem, tools: Tools, options: DecomposeOptions, tree: Tree, depth: number) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
    this.#tree = tree;
    this.#depth = depth;
  }

  async *work(): AsyncGenerator<Proposal[], void, Attempt[]> {
    const { sketches } = this.#options;
    const goal = await this.#problem.goal();
    const content = await contentAtStart(goal, this.#problem, this.#tools, this.#options);
    const premises = content.premises ?? [];
    const words = await this.#proofInWords(content);
    const tried = new Set<string>();
    let failed: FailedSketch | null = null;
    for (let number = 1; number <= sketches; number++) {
      if (this.#tree.sketchesLeft-- <= 0)
        return this.#note(`No further sketch was requested: there were ${MOST_SKETCHES} for this hole.`);
      const answer = await this.#ask(sketchPrompt(content, words, failed), number - 1);
      const read = candidateIn(answer, this.#problem.text, this.#problem.hole);
      if (read.kind === 'none') {
        this.#tools.report?.({ kind: 'no_candidate', why: read.why });
        failed = { failure: withoutCandidate(read.why), proved: [] };
        continue;
      }
      if (tried.has(read.candidate.text)) {
        failed = { failure: failureOf(read.candidate, SAME_SKETCH), proved: [] };
        continue;
      }
      tried.add(read.candidate.text);
      const result = yield* this.#trySketch(proposalOf(read.candidate, premises), goal, number);
      if (typeof result === 'string') return this.#note(result);
      failed = result;
    }
    this.#note(`No proof was found with ${sketches} sketches: --sketches allows more.`);
  }

  async #proofInWords(content: PromptContent): Promise<string> {
    const words = answerText(await this.#ask(proofInWordsPrompt(content), 0));
    if (words === null) {
      this.#note('The model wrote no proof in words; it is asked for a sketch without one.');
      return '(none)';
    }
    this.#tools.report?.({ kind: 'step', step: 'proof', round: 0, from: 'model', text: words });
    return words;
  }

  #ask({ template, messages }: Prompt, sample: number): ReturnType<NonNullable<Tools['ask']>> {
    const { ask } = this.#tools;
    if (ask === null) throw new Error('this strategy needs a model');
    const { temperature, maxOutputTokens } = this.#options;
    return ask({ messages, maxOutputTokens, temperature, sample }, template);
  }

  /**
   * Compiles a sketch, proves its steps and proposes the assembled proof. Returns a sentence if no other sketch can
   * succeed.
   */
  async *#trySketch(
    sketch: Proposal,
    goal: string,
    number: number,
  ): AsyncGenerator<Proposal[], FailedSketch | string, Attempt[]> {
    const { candidate } = sketch;
    const failed = (failure: PromptFailure): FailedSketch => ({ failure, proved: [] });
    const stepCount = stepsIn(candidate);
    if (stepCount > MOST_STEPS)
      return failed(failureOf(candidate, `The sketch has ${stepCount} steps. At most ${MOST_STEPS} are allowed.`));
    const attempts = yield stepCount === 0 ? [sketch] : [{ ...sketch, isProbe: true }];
    const stop = reasonToStop(attempts, goal);
    if (stop !== null) return stop;
    const [attempt] = attempts;
    if (attempt === undefined) throw new Error('a sketch was not tried');
    if (stepCount === 0 || !compiles(attempt)) return failed(describeFailure(withoutHoles(attempt), this.#problem));
    this.#tools.report?.({ kind: 'step', step: 'sketch', round: number, from: 'model', text: candidate.text });
    const steps = await this.#tools.openSteps?.(sketch, number);
    if (steps === undefined) throw new Error('this strategy needs steps');
    if (steps.goals.includes(goal)) return failed(failureOf(candidate, SAME_GOAL));
    // One part is left for the proof that the steps are put into.
    const results = await steps.prove(this.#stepStrategies(), this.#options.sketches - number + 2);
    for (const { goal: stepGoal, proof } of results) if (proof !== null) this.#tree.proved.add(stepGoal, proof);
    const assembled = this.#assembled(sketch, results);
    const judged = assembled.length === 0 ? [] : yield assembled;
    const proved = results.flatMap((step) => (step.proof === null ? [] : [step.goal]));
    const last = proved.length === results.length ? judged.at(-1) : undefined;
    return {
      failure: last === undefined ? openSteps(candidate, results) : describeFailure(last, this.#problem),
      proved,
    };
  }

  #stepStrategies(): Strategy[] {
    const { stepsBy } = this.#options;
    const byName = stepsBy.split('+').map((name) => STEP_STRATEGIES[name]!(this.#options));
    const again: Strategy = {
      name: 'decompose',
      propose: (problem, tools) => new Decomposition(problem, tools, this.#options, this.#tree, this.#depth - 1).work(),
    };
    return [this.#tree.proved.strategy, ...byName, ...(this.#depth > 1 ? [again] : [])];
  }

  /** The sketch with its proofs, before it the same without unused steps. A step that is open may be unused. */
  #assembled({ candidate, lemmas, imports }: Proposal, results: readonly StepResult[]): Proposal[] {
    const proofs = results.map(({ proof }) => proof);
    const filled = fillSketch(
      candidate,
      proofs.map((proof) => proof && proof.candidate),
    );
    const variants = [...withoutUnused(filled, MOST_SHORTER), filled].filter((each) => stepsIn(each) === 0);
    const all = [{ lemmas, imports }, ...proofs.filter((proof) => proof !== null)];
    const named = {
      lemmas: [...new Set(all.flatMap((each) => each.lemmas))],
      imports: [...new Set(all.flatMap((each) => each.imports))],
    };
    return variants.map((each) => ({ candidate: each, ...named }));
  }

  #note(text: string): void {
    this.#tools.report?.({ kind: 'note', text });
  }
}

const SAME_SKETCH = 'This sketch was tried before, and failed. Write another one.';
const SAME_GOAL = 'A step of the sketch has the same goal as the whole. Each step must be simpler than the goal.';

const failureOf = (candidate: Candidate, excerpt: string, goals: readonly string[] = []): PromptFailure => ({
  ...{ candidate, of: 'other', excerpt, goals },
});

/** Whether Lean finds no error besides the holes. */
const compiles = ({ verdict }: Attempt): boolean =>
  verdict.kind === 'rejected' && verdict.by === 'lean' && errorsOutsideHoles(verdict.diagnostics).length === 0;

/** Without Lean's messages about `sorry`, which a sketch may contain. */
function withoutHoles({ proposal, verdict }: Attempt): Attempt {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return { proposal, verdict };
  return { proposal, verdict: { ...verdict, diagnostics: errorsOutsideHoles(verdict.diagnostics) } };
}

/** What the model reads of a sketch with open steps. */
function openSteps(candidate: Candidate, results: readonly StepResult[]): PromptFailure {
  const open = results.flatMap((step, at) => (step.proof === null ? [{ ...step, number: at + 1 }] : []));
  const lines = open.map(({ number, note, nearest }) => {
    const closest = nearest === null ? '' : ` Closest attempt: ${nearest.candidate}\n${nearest.error}`;
    return clip(`Step ${number} could not be proved. ${note ?? ''}${closest}`.trim(), STEP_CHARS);
  });
  const excerpt = `The sketch compiles. ${open.length} of its ${results.length} steps are open:\n${lines.join('\n')}`;
  return failureOf(
    candidate,
    excerpt,
    open.map(({ goal }) => goal),
  );
}
