/** Completes one proof or solution by a model, and has it checked by the principles (AutoMathKG, section 6.1). */
import { collapseWhitespace } from '../../../base/one-line.ts';
import type { EntityRow } from '../../../library/knowledge-rows.ts';
import {
  attemptPrompt,
  calibratePrompt,
  classifyPrompt,
  type CompletionGoal,
  correctPrompt,
  pointsPrompt,
  selectPrompt,
} from '../../../prompt/complete-prompts.ts';
import type { Adapter } from '../../../prompt/templates/complete-entity.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import { type Attempt, readAdapter, readAttempt, readPoints, readSelected, readViolated } from './complete-answers.ts';
import type { Knowledge } from './knowledge.ts';
import type { ProgramOutcome } from '../../../lean/process/run-program.ts';

/** Checked attempts of a cycle; a new cycle begins without the attempt and with its errors. The paper goes on until one passes. */
const ROUNDS = 3;
const CYCLES = 2;

/**
 * `self-checked`: by the model itself, by nobody else. `program-ran`: so is its program, whose output is the answer.
 * `lean-checked`: so is the theorem, by Lean; the text is not.
 */
export const VERDICTS = ['self-checked', 'program-ran', 'lean-checked', 'failed'] as const;

export interface Completion {
  kind: 'proof' | 'solution';
  /** The last attempt. */
  text: string;
  program: string | null;
  output: string | null;
  adapter: Adapter;
  /** Keys of the entities that it uses, and names beyond the library. */
  used: string[];
  unverified: string[];
  /** Number of entities that the model selected from, and of those selected. */
  retrieved: { candidates: number; selected: number };
  /** What each checked attempt violated. */
  rounds: string[][];
  verdict: (typeof VERDICTS)[number];
  /** Full names of the declarations that formalize the theorem and pass `check`; absent if it is not `lean-checked`. */
  declarations?: string[];
}

export interface CompletionParts {
  ask: AskModel;
  /** The models that write the texts of an adapter; `ask` writes those of others. */
  writers: ReadonlyMap<Adapter, AskModel>;
  knowledge: Knowledge;
  /** For problems; null: the model tells. */
  adapter: Adapter | null;
  /** Null: programs cannot run here. */
  runProgram: ((program: string) => Promise<ProgramOutcome>) | null;
  /** Names of declarations by which Lean has proved a theorem; null: Lean is not asked. */
  provedBy: ((theorem: EntityRow) => Promise<string[]>) | null;
}

/** A goal that needs the adapter that runs programs, where none can run. */
export class NoPrograms extends Error {
  override readonly name = 'NoPrograms';
}

/**
 * `snapshot`: of the model that wrote the last attempt.
 * @throws {BadAnswer} {NoPrograms} {BudgetSpent} {ModelError}
 */
export async function completeOne(
  entity: EntityRow,
  draft: string | null,
  parts: CompletionParts,
): Promise<{ completion: Completion; snapshot: string; inputs: EntityRow[] }> {
  const { ask, knowledge: graph, runProgram } = parts;
  const goal: CompletionGoal = { type: entity.type, title: entity.title, statement: entity.contents, draft };
  const adapter = await adapterFor(goal, parts);
  if (adapter === 'calculation' && runProgram === null) throw new NoPrograms();
  const write = parts.writers.get(adapter) ?? ask;
  const { points } = (await ask(pointsPrompt(goal), readPoints)).value;
  const candidates = await graph.candidates(entity, points);
  const selected =
    candidates.length === 0
      ? []
      : (await ask(selectPrompt(goal, candidates), (answer) => readSelected(answer, candidates.length))).value.at;
  const knowledge = selected.map((at) => candidates[at]!);
  const rounds: string[][] = [];
  const read = (answer: string): Attempt => readAttempt(answer, adapter, knowledge.length);
  for (let cycle = 0; ; cycle++) {
    const errors = [...new Set(rounds.flat())];
    let { value: attempt, snapshot } = await write(attemptPrompt(adapter, goal, knowledge, errors), read, cycle);
    for (let round = 1; ; round++) {
      const ran = attempt.program === null || runProgram === null ? null : await runProgram(attempt.program);
      const output = ran === null ? null : ran.failure === null ? ran.output : `It failed: ${ran.failure}`;
      const checked = { goal, knowledge, attempt, output };
      const violated = [
        ...circularNames(attempt, entity, graph),
        ...(ran !== null && ran.failure !== null ? [`The program must run: ${ran.failure}`] : []),
      ];
      // What we find ourselves is certain, and costs no question.
      if (violated.length === 0) {
        violated.push(
          ...(await ask(calibratePrompt(adapter, checked), (answer) => readViolated(answer, adapter))).value,
        );
      }
      rounds.push(violated);
      const isLast = violated.length === 0 || (round === ROUNDS && cycle === CYCLES - 1);
      if (isLast) {
        const isRight = violated.length === 0;
        const asksLean = isRight && entity.type !== 'problem' && parts.provedBy !== null;
        const declarations = asksLean ? await parts.provedBy!(entity) : [];
        const isProved = declarations.length > 0;
        const completion: Completion = {
          ...{ kind: entity.type === 'problem' ? 'solution' : 'proof', text: attempt.text },
          ...{ program: attempt.program, output, adapter, unverified: [...attempt.unverified], rounds },
          used: attempt.used.map((at) => knowledge[at]!.key),
          retrieved: { candidates: candidates.length, selected: knowledge.length },
          verdict: !isRight ? 'failed' : isProved ? 'lean-checked' : ran === null ? 'self-checked' : 'program-ran',
          ...(isProved ? { declarations } : {}),
        };
        return { completion, snapshot, inputs: attempt.used.map((at) => knowledge[at]!) };
      }
      if (round === ROUNDS) break;
      ({ value: attempt, snapshot } = await write(
        correctPrompt(adapter, checked, violated),
        read,
        cycle * ROUNDS + round,
      ));
    }
  }
}

async function adapterFor(goal: CompletionGoal, { ask, adapter }: CompletionParts): Promise<Adapter> {
  if (goal.type !== 'problem') return 'proof';
  return adapter ?? (await ask(classifyPrompt(goal), readAdapter)).value.adapter;
}

/** Shorter titles are words of any text. */
const MIN_TITLE = 6;

/** Names of what depends on the goal: a proof that cites it is circular; the answer of the model does not change that. */
function circularNames({ text, unverified }: Attempt, goal: EntityRow, graph: Knowledge): string[] {
  const dependents = graph.dependents(goal.id);
  const words = collapseWhitespace([text, ...unverified].join('\n')).toLowerCase();
  const cited = new Map<number, string>();
  for (const id of dependents) {
    const title = collapseWhitespace(graph.entity(id)?.title ?? '').trim();
    // A proof may say what it proves.
    if (id !== goal.id && title.length >= MIN_TITLE && words.includes(title.toLowerCase())) cited.set(id, title);
  }
  for (const name of unverified) {
    const id = graph.named(name);
    if (id !== null && dependents.has(id) && !cited.has(id)) cited.set(id, name);
  }
  return [...cited.values()].map((name) => `Nothing that depends on the goal may be used: ${name}`);
}
