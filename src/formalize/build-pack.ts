/**
 * Makes the pack of a statement by stages: extract concepts, rewrite an applied problem, explain the concepts, retrieve
 * definitions, order them. Each stage has an offline form, and each can be switched off to measure what it gives.
 */
import type { RewriteWhen } from '../config/settings-table.ts';
import type { ConceptBase } from '../concepts/open-base.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { augmentPrompt, extractPrompt, rerankPrompt, rewritePrompt } from '../prompt/stage-prompts.ts';
import { normalForm } from '../search/concepts/normal-form.ts';
import { inNewOrder, type MeaningHelpers, NO_HELPERS } from '../search/concepts/rerank-definitions.ts';
import { rankDefinitions, type RankedDefinition } from '../search/concepts/rank-definitions.ts';
import { probableDefinitions, UBIQUITOUS } from '../search/concepts/probable-definitions.ts';
import type { PackSwitch } from '../search/concepts/pack-choices.ts';
import {
  classifyStatement,
  MAX_TEXT,
  packDefinitions,
  type PackedDefinition,
  statedConcepts,
  type StatementPack,
} from '../search/concepts/statement-pack.ts';
import { type Channel, findDefinitions, type DefinitionQuery } from './find-definitions.ts';
import { type Example, illustrate } from './illustrate.ts';
import type { StageAsker } from './stage-asker.ts';
import {
  type Augmentation,
  type Extraction,
  readAugmentation,
  readExtraction,
  readOrder,
  readRewriting,
  type Rewriting,
} from './stage-answers.ts';

export interface PackRequest {
  statement: string;
  without: readonly PackSwitch[];
  rewrite: RewriteWhen;
  /** Number of definitions; `auto` for those that are probably needed. */
  limit: number | 'auto';
  /** Number of examples. */
  examples: number;
}

type StatementClass = Pick<StatementPack, 'class' | 'because'>;

/** A concept, as the base or the model names it. */
export interface PackConcept {
  name: string;
  /** Normal form of its name. */
  key: string;
  /** The words of the text. */
  surface: string;
  /** Named in several texts of the index, with a probable definition. */
  isCore: boolean;
  field: string | null;
  /** What it means in the statement; '' if unknown. */
  explanation: string;
}

export interface Pack extends Pick<StatementPack, 'text' | 'isCut' | 'class' | 'because'> {
  rewriting: Rewriting | null;
  concepts: PackConcept[];
  /** In the order of the channels. */
  candidates: { name: string; channels: Channel[] }[];
  /** The chosen ones, best first. */
  definitions: PackedDefinition[];
  /** Theorems that use them. */
  examples: Example[];
  /** Names that the model guessed and nothing has. */
  hallucinated: string[];
}

const MAX_RANKED = 15;
/** With `auto`. */
export const MAX_PROBABLE = 10;
/** Concepts of a long text that are searched for one by one. */
const MAX_TERMS = 8;

/** Maximum number of questions to the model. A question is put again if its answer is unusable. */
export function maxStageQuestions({ without, rewrite, limit }: PackRequest): number {
  const extractions = without.includes('mce') ? 0 : 1;
  const rewritings = rewrite === 'never' ? 0 : 1;
  const augmentations = without.includes('augment') || without.includes('mce') ? 0 : 1;
  const rankings = without.includes('rerank') || limit === 0 ? 0 : 1;
  return extractions * (1 + rewritings) + rewritings + augmentations + rankings;
}

interface Parts {
  index: LibraryIndex;
  base: ConceptBase;
  asker: StageAsker;
  without: ReadonlySet<PackSwitch>;
  helpers: MeaningHelpers;
}

/** The result depends on models only through `asker` and `helpers`. */
export async function buildPack(
  request: PackRequest,
  index: LibraryIndex,
  base: ConceptBase,
  asker: StageAsker,
  helpers: MeaningHelpers = NO_HELPERS,
): Promise<Pack> {
  const parts: Parts = { index, base, asker, without: new Set(request.without), helpers };
  const text = request.statement.slice(0, MAX_TEXT);
  const first = await extract(text, parts);
  const rewriting = await rewriteStory(text, first.class, request.rewrite, asker);
  const read = rewriting === null ? text : `${text}\n\n${rewriting.statement}`;
  const { concepts } = rewriting === null ? first : await extract(read, parts);
  const augmentation = await augment(read, concepts, parts);
  const explained = concepts.map((concept) => withExplanation(concept, augmentation));
  const query: DefinitionQuery = {
    text: read,
    terms: explained.slice(0, MAX_TERMS).map(({ name, explanation, field }) => ({ concept: name, explanation, field })),
    keywords: augmentation?.keywords ?? concepts.flatMap(({ symbols }) => symbols),
    names: augmentation?.names ?? [],
  };
  const isOff = (channel: 'symbol' | 'semantic'): boolean => parts.without.has(channel) || parts.without.has('dhr');
  const channels = { symbol: isOff('symbol'), semantic: isOff('semantic') };
  const { candidates, hallucinated, notices } = await findDefinitions(index, base, query, channels, {
    ...helpers,
    ...(parts.without.has('rerank') ? { rerank: null } : {}),
  });
  asker.report('retrieve', parts.without.has('dhr') ? 'off' : 'offline', notices[0] ?? null);
  const stated = { text: read, class: first.class };
  const definitions = await order([...candidates.keys()], stated, explained, request.limit, parts);
  return {
    text,
    isCut: text.length < request.statement.length,
    class: first.class,
    because: first.because,
    rewriting,
    concepts: explained,
    candidates: Array.from(candidates, ([each, found]) => ({ name: base.definition(each).name, channels: found })),
    definitions,
    examples: exampleTheorems(index, definitions, request, asker),
    hallucinated,
  };
}

export function exampleTheorems(
  index: LibraryIndex,
  definitions: readonly PackedDefinition[],
  { examples }: Pick<PackRequest, 'examples'>,
  asker: StageAsker,
): Example[] {
  if (examples === 0) return [];
  asker.report('illustrate', 'offline');
  const names = definitions.map(({ row }) => row.name);
  return illustrate(index, names, examples);
}

type ExtractedConcept = Omit<PackConcept, 'explanation'> & { symbols: string[] };

/** Without this stage, the whole statement is one concept. */
async function extract(
  text: string,
  { base, asker, without }: Parts,
): Promise<StatementClass & { concepts: ExtractedConcept[] }> {
  const stated = statedConcepts(base, text);
  const concepts = stated.map(({ concept, surface }) => conceptOf(base, concept.name, surface));
  const offline = { ...classifyStatement(text, stated), concepts };
  if (without.has('mce')) {
    asker.report('extract', 'off');
    return { ...offline, concepts: [conceptOf(base, text, text)] };
  }
  const found: Extraction | null = await asker.ask('extract', extractPrompt(text), (answer) =>
    readExtraction(answer, text),
  );
  if (found === null) return offline;
  return {
    class: found.class,
    because: found.because,
    concepts: found.concepts.map(({ name, quote, field, symbols }) => ({
      ...conceptOf(base, name, quote),
      field,
      symbols,
    })),
  };
}

function conceptOf(base: ConceptBase, name: string, surface: string): ExtractedConcept {
  const key = normalForm(name);
  return { name, key, surface, isCore: base.concept(key)?.isCore ?? false, field: null, symbols: [] };
}

/** Null if there is none: offline, the words of the story add definitions instead (`cues.ts`). */
async function rewriteStory(
  text: string,
  of: StatementClass['class'],
  when: PackRequest['rewrite'],
  asker: StageAsker,
): Promise<Rewriting | null> {
  if (when === 'never' || (when === 'auto' && of === 'explicit')) {
    asker.report('rewrite', 'off');
    return null;
  }
  return asker.ask('rewrite', rewritePrompt(text), (answer) => readRewriting(answer, text));
}

async function augment(
  text: string,
  concepts: readonly ExtractedConcept[],
  { asker, without }: Parts,
): Promise<Augmentation | null> {
  if (without.has('augment') || without.has('mce') || concepts.length === 0) {
    asker.report('augment', 'off');
    return null;
  }
  const names = concepts.map(({ name }) => name);
  return asker.ask('augment', augmentPrompt(text, names), (answer) => readAugmentation(answer, names));
}

function withExplanation(concept: ExtractedConcept, augmentation: Augmentation | null): PackConcept {
  const { symbols: _, ...rest } = concept;
  const name = concept.name.toLowerCase();
  const term = augmentation?.terms.find((each) => each.concept.toLowerCase() === name);
  const explanation =
    term === undefined ? '' : [term.explanation, term.application].filter((text) => text !== '').join(' ');
  return { ...rest, field: concept.field ?? (term?.domain || null), explanation };
}

/** Without this stage, the order of the channels stays. Offline, the ranking by the whole text decides. */
async function order(
  candidates: readonly number[],
  stated: Pick<StatementPack, 'text' | 'class'>,
  concepts: readonly PackConcept[],
  most: number | 'auto',
  { index, base, asker, without, helpers }: Parts,
): Promise<PackedDefinition[]> {
  const { text } = stated;
  const known = new Map(rankDefinitions(base, text).map((each) => [each.definition, each]));
  const found = candidates.map((definition) => known.get(definition) ?? unranked(definition));
  const limit = most === 'auto' ? MAX_PROBABLE : most;
  const needed = (definitions: readonly PackedDefinition[]): PackedDefinition[] =>
    most === 'auto' ? probableDefinitions(stated, definitions) : definitions.slice(0, limit);
  if (without.has('rerank') || candidates.length === 0 || limit === 0) {
    asker.report('rerank', 'off');
    return needed(packDefinitions(index, base, found, limit));
  }
  const places = new Map([...known.keys()].map((definition, place) => [definition, place]));
  const placeOf = ({ definition }: RankedDefinition): number => places.get(definition) ?? known.size;
  const ranked = found.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (helpers.rerank !== null) {
    const { items, notice } = await inNewOrder(ranked, queryOf(text, concepts), helpers);
    asker.report('rerank', notice === null ? 'model' : 'offline', notice);
    return needed(packDefinitions(index, base, items, limit));
  }
  const offline = packDefinitions(index, base, ranked, Math.max(limit, MAX_RANKED));
  const shown = offline.slice(0, MAX_RANKED);
  const explanations = concepts
    .filter(({ explanation }) => explanation !== '')
    .map(({ name, explanation }) => ({ concept: name, explanation }));
  const definitions = shown.map(({ row, ...facts }) => ({ ...facts, kind: row.kind, name: row.name }));
  const chosen = await asker.ask('rerank', rerankPrompt(text, explanations, definitions), (answer) =>
    readOrder(answer, shown.length),
  );
  if (chosen === null) return needed(offline.slice(0, limit));
  // The model leaves out what is not needed.
  const listed = chosen.map((place) => shown[place]!).slice(0, limit);
  return most === 'auto' ? listed.filter(({ row }) => !UBIQUITOUS.has(row.name)) : listed;
}

/** What a reranker compares with each definition: the text, and what its concepts mean. */
function queryOf(text: string, concepts: readonly PackConcept[]): string {
  const explained = concepts.filter(({ explanation }) => explanation !== '');
  return [text, ...explained.map(({ name, explanation }) => `${name}: ${explanation}`)].join('\n');
}

/** A definition that the ranking by the whole text does not find. */
const unranked = (definition: number): RankedDefinition => ({ definition, score: 0, probability: 0, phrase: null });
