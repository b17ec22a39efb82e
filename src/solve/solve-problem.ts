/**
 * Solves one problem in words by one method: distil the problem, find templates, make a table of their theorems, choose one
 * template, answer (Lan et al., section 4). Knows no loop, no budget and no file.
 */
import type { ProblemRecord, TemplateRecord, TheoremRecord } from '../builders/templates/graph-records.ts';
import { normalTheoremName } from '../builders/templates/theorem-names.ts';
import { requestFailure } from '../llm/fatal-model-errors.ts';
import {
  answerPrompt,
  chooseTemplatePrompt,
  distilPrompt,
  type ShownExample,
  type ShownTheorem,
  type SolveMaterial,
  theoremTablePrompt,
} from '../prompt/solve-prompts.ts';
import type { AskFor } from '../prompt/ask-for.ts';
import type { Prompt } from '../prompt/prompts.ts';
import {
  NearestTemplates,
  type Scored,
  type SimilaritiesByVectors,
  type SolvedItem,
} from '../search/solved/nearest-templates.ts';
import { mutualSimilarity } from '../search/solved/text-ranker.ts';
import { readChoice, readTable, readWordings } from './solve-answers.ts';
import type { SolveMethod } from './solve-method.ts';
import type { SolveTools } from './solve-tools.ts';
import { distilled, offlineChoice, offlineTable } from './solve-offline.ts';

export interface SolveQuestion {
  problem: string;
  options: readonly string[];
}

/** A template, or a problem that names its theorem, of a graph. */
export type SolvedRecord = SolvedItem & { record: (TemplateRecord | ProblemRecord) & { id: number } };

/** A problem with this similarity to the question and the same numbers is the question itself. Its solution is not shown. */
const SAME_PROBLEM = 0.95;
/** So many hits may be the question itself without taking the place of others. */
const SPARE = 20;

/** A graph of templates as `solve` searches it. */
export class SolveKnowledge {
  readonly #all: NearestTemplates<SolvedRecord>;
  readonly #vectors: SimilaritiesByVectors | null;
  readonly #seeds: ReadonlyMap<string, string>;
  readonly #theorems: ReadonlyMap<string, TheoremRecord>;
  /** By name. */
  readonly #statements: ReadonlyMap<string, string>;

  /**
   * `problems`: those that templates are from; a hit from the question itself does not count. `vectors`: null to compare
   * words.
   */
  constructor(
    items: readonly SolvedRecord[],
    { problems, theorems }: { problems: readonly ProblemRecord[]; theorems: readonly TheoremRecord[] },
    vectors: SimilaritiesByVectors | null,
  ) {
    this.#vectors = vectors;
    this.#all = new NearestTemplates(items);
    this.#seeds = new Map(problems.map(({ key, problem }) => [key, problem]));
    this.#theorems = new Map(theorems.map((theorem) => [theorem.key, theorem]));
    this.#statements = new Map(theorems.map(({ name, statement }) => [name, statement]));
  }

  async find(
    question: SolveQuestion,
    wordings: readonly string[],
    { k, threshold, generated, verified }: SolveMethod,
  ): Promise<Pick<SolveContext, 'hits' | 'by' | 'notices'>> {
    const except = ({ record }: SolvedRecord): boolean =>
      (!generated && (record.stage === 'mixed' || record.stage === 'variation')) ||
      (verified && record.record === 'template' && record.rejected !== null);
    const options = { k: k + SPARE, threshold, except };
    const { found, by, notices } = await this.#all.find(wordings, this.#vectors, options);
    const others = found.filter(({ item }) => !this.#isFrom(item.record, question.problem));
    return { hits: others.slice(0, k).map((hit) => this.#shown(hit)), by, notices };
  }

  /** '' if it is not known. */
  statement(name: string): string {
    return this.#statements.get(name) ?? '';
  }

  #isFrom(record: SolvedRecord['record'], question: string): boolean {
    const text = record.record === 'problem' ? record.problem : this.#seeds.get(record.seed ?? '');
    return text !== undefined && isSameProblem(text, question);
  }

  #shown({ item: { record }, similarity }: Scored<SolvedRecord>): Hit {
    const nameOf = (key: string): string => this.#theorems.get(key)?.name ?? key;
    const isTemplate = record.record === 'template';
    const keys = isTemplate ? record.steps.flatMap(({ theorem }) => theorem ?? []) : record.theorems;
    return {
      ...{ id: record.id, similarity, title: isTemplate ? record.title : record.name, problem: record.problem },
      steps: isTemplate
        ? record.steps.map(({ text, theorem }) => ({ text, theorem: theorem === null ? null : nameOf(theorem) }))
        : [],
      theorems: [...new Set(keys)].map(nameOf),
    };
  }
}

/** Whether two texts are one problem, perhaps with other punctuation or in another order. */
export const isSameProblem = (text: string, other: string): boolean =>
  text.trim() === other.trim() ||
  (numbersIn(text) === numbersIn(other) && mutualSimilarity(text, other) >= SAME_PROBLEM);

/** The numbers of a text in any order; those of one problem are equal. */
export const numbersIn = (text: string): string => (text.match(/\d+/gu) ?? []).toSorted().join(' ');

/** As `ShownTemplate`. */
export interface Hit {
  /** Id of its entry. */
  id: number;
  similarity: number;
  title: string;
  problem: string;
  steps: { text: string; theorem: string | null }[];
  theorems: string[];
}

/** What a method found before it asked for the answer. */
export interface SolveContext {
  wordings: string[];
  hits: Hit[];
  /** What was compared to find them. */
  by: 'words' | 'vectors';
  /** Why vectors were not compared, although an embedder is configured. */
  notices: string[];
  table: ShownTheorem[];
  /** Number of rows with a name that no hit has. */
  invented: number;
  template: Hit | null;
}

export interface SolveRequest {
  question: SolveQuestion;
  method: SolveMethod;
  /** Null if the method needs none. */
  knowledge: SolveKnowledge | null;
  /** Worked examples of `few-shot`. */
  examples: readonly ShownExample[];
  /** Rows with a name that no hit has are dropped. */
  strictTable: boolean;
  /** Null without. */
  tools: SolveTools | null;
}

/** `askClass`: asks for the class of the problem. Null for a method without templates. */
export async function solveContext(
  request: SolveRequest,
  ask: AskFor | null,
  askClass: AskFor | null = ask,
): Promise<SolveContext | null> {
  const { question, method, knowledge } = request;
  if (knowledge === null || method.name === 'zero-shot' || method.name === 'few-shot') return null;
  const wordings = await wordingsOf(question, method, askClass);
  const { hits, by, notices } = await knowledge.find(question, wordings, method);
  const table = method.name === 'template' ? [] : await tableOf(request, hits, knowledge, ask);
  const known = new Set(hits.flatMap(({ theorems }) => theorems.map(normalTheoremName)));
  const isInvented = ({ name }: ShownTheorem): boolean => !known.has(normalTheoremName(name));
  const kept = request.strictTable ? table.filter((row) => !isInvented(row)) : table;
  const template = method.name === 'theorem' ? null : await templateOf(request, hits, kept, ask);
  return { wordings, hits, by, notices, table: kept, invented: kept.filter(isInvented).length, template };
}

/** The prompt that asks for the answer. */
export function promptOf({ question, examples, method, tools }: SolveRequest, context: SolveContext | null): Prompt {
  const material: SolveMaterial = {
    examples: method.name === 'few-shot' ? examples : [],
    table: context?.table ?? [],
    template: context?.template ?? null,
  };
  return answerPrompt(question, material, tools !== null);
}

/** With the problem itself, whose numbers are left out. */
async function wordingsOf(question: SolveQuestion, { wordings }: SolveMethod, ask: AskFor | null): Promise<string[]> {
  const own = distilled(question.problem);
  if (ask === null) return [own];
  const read = await orNull(() => ask(distilPrompt(question, wordings), (answer) => readWordings(answer, wordings)));
  return read === null ? [own] : [...read.value.wordings];
}

async function tableOf(
  { question, method }: SolveRequest,
  hits: readonly Hit[],
  knowledge: SolveKnowledge,
  ask: AskFor | null,
): Promise<ShownTheorem[]> {
  const plain = offlineTable(hits, (name) => knowledge.statement(name));
  if (ask === null || !method.refine || plain.length === 0) return plain;
  const uses = new Map<string, number>();
  for (const { theorems } of hits) for (const name of theorems) uses.set(name, (uses.get(name) ?? 0) + 1);
  const candidates = Array.from(uses, ([name, count]) => ({ name, statement: knowledge.statement(name), uses: count }));
  const read = await orNull(() => ask(theoremTablePrompt(question, candidates), readTable));
  return read?.value.rows ?? plain;
}

async function templateOf(
  { question, method }: SolveRequest,
  hits: readonly Hit[],
  table: readonly ShownTheorem[],
  ask: AskFor | null,
): Promise<Hit | null> {
  if (hits.length === 0) return null;
  // Without a table, as in `template`, or without the choice, the nearest template counts.
  if (!method.reselect || method.name === 'template') return hits[0]!;
  const plain = (): Hit | null => hits[offlineChoice(hits, table) ?? -1] ?? null;
  if (ask === null) return plain();
  const prompt = chooseTemplatePrompt(question, table, hits);
  const read = await orNull(() => ask(prompt, (answer) => readChoice(answer, hits.length)));
  if (read === null) return plain();
  return read.value.at === null ? null : hits[read.value.at]!;
}

/** Null if the model gave no usable answer: then a rule decides. Limits and other errors are thrown. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (requestFailure(error) === null) throw error;
    return null;
  }
}
