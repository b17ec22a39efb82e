/**
 * Reads problems with answers in words: JSON Lines or a JSON array, in our form or in those of MATH, GSM8K, TheoremQA,
 * MMLU-Pro and AMC, which are recognized by their fields (specs/templates.md, section 1).
 */
import { basename } from 'node:path';
import { z } from 'zod';
import { boxedAnswer } from '../../answers/extract-answer.ts';
import { Failure } from '../../base/errors.ts';

export interface SeedProblem {
  /** Unique in what is read together. */
  name: string;
  problem: string;
  /** Null if the file has none. Of a choice, its letter. */
  answer: string | null;
  solution: string | null;
  /** 1 to 5; null if unknown. */
  level: number | null;
  field: string | null;
  /** The options of a multiple-choice problem, in order; otherwise empty. */
  options: string[];
  split: string | null;
  /** Name of the theorem that it needs. */
  theorem: string | null;
}

export interface SeedFile {
  problems: SeedProblem[];
  /** Items that are left out, with their place and the reason, each a sentence. */
  notices: string[];
}

/** Longer problems are left out. */
const MAX_BYTES = 20_000;

const maybe = z.string().trim().nullish();
const atom = z.union([z.string(), z.number(), z.boolean()]);
/** An atom, a list or a matrix. Deeper nesting has no meaning, and thousands of brackets would exceed the stack. */
const answer = z.union([atom, z.array(z.union([atom, z.array(atom)]))]);

/** The fields of all formats; `z.looseObject`: data sets have more. */
const ITEM = z.looseObject({
  name: z.union([z.string(), z.number()]).nullish(),
  id: z.union([z.string(), z.number()]).nullish(),
  question_id: z.union([z.string(), z.number()]).nullish(),
  problem: maybe,
  question: maybe,
  Question: maybe,
  answer: answer.nullish(),
  Answer: answer.nullish(),
  solution: maybe,
  level: z.union([z.int(), z.string()]).nullish(),
  field: maybe,
  type: maybe,
  category: maybe,
  subfield: maybe,
  subject: maybe,
  options: z
    .array(z.union([z.string(), z.number()]))
    .max(26)
    .nullish(),
  split: maybe,
  theorem: maybe,
});

type Item = z.infer<typeof ITEM>;

/**
 * `shown`: the path as typed. Items without a problem, or with one that is too long or comes twice, are left out.
 * @throws {Failure} `seeds-malformed` if the file is no JSON, or an item has a field of another type
 */
export function readSeeds(content: string, shown: string): SeedFile {
  const file: SeedFile = { problems: [], notices: [] };
  const names = new Set<string>();
  const texts = new Map<string, string>();
  for (const { value, place } of itemsIn(content, shown)) {
    const item = ITEM.safeParse(value);
    if (!item.success) {
      const [issue] = item.error.issues;
      throw malformed(place, issue!.path.length === 0 ? issue!.message : `${issue!.path.join('.')}: ${issue!.message}`);
    }
    const seed = seedOf(
      item.data,
      `${basename(shown).replace(/\.\w+$/u, '')}/${place.slice(place.lastIndexOf(':') + 1)}`,
    );
    const why =
      seed.problem === ''
        ? 'it has no problem'
        : Buffer.byteLength(seed.problem) > MAX_BYTES
          ? `its problem is longer than ${MAX_BYTES} bytes`
          : seed.level !== null && !(seed.level >= 1 && seed.level <= 5)
            ? `its level ${seed.level} is not from 1 to 5`
            : texts.has(seed.problem)
              ? `its problem is the same as that of ${texts.get(seed.problem)}`
              : null;
    if (why !== null) {
      file.notices.push(`${place} is left out: ${why}.`);
      continue;
    }
    if (names.has(seed.name)) throw malformed(place, `Another problem has the name ${seed.name}.`);
    names.add(seed.name);
    texts.set(seed.problem, seed.name);
    file.problems.push(seed);
  }
  if (file.problems.length === 0) throw malformed(shown, file.notices[0] ?? 'It has no problem.');
  return file;
}

/** A whole JSON array, or a JSON object per line. */
function* itemsIn(content: string, shown: string): Generator<{ value: unknown; place: string }> {
  const plain = content.replace(/^\uFEFF/u, '');
  if (plain.trimStart().startsWith('[')) {
    const all = parsed(plain, shown);
    if (!Array.isArray(all)) throw malformed(shown, 'It is no array.');
    for (const [at, value] of all.entries()) yield { value, place: `${shown}:${at + 1}` };
    return;
  }
  for (const [at, line] of plain.split(/\r?\n/u).entries()) {
    const place = `${shown}:${at + 1}`;
    if (line.trim() !== '') yield { value: parsed(line, place), place };
  }
}

function parsed(json: string, place: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw malformed(place, `Not valid JSON: ${(error as Error).message}`);
  }
}

/** `fallback`: its name if it has none. */
function seedOf(item: Item, fallback: string): SeedProblem {
  const problem = item.problem ?? item.question ?? item.Question ?? '';
  const options = (item.options ?? []).map(String);
  const given = item.answer ?? item.Answer ?? null;
  const solved = solutionOf(item, given);
  return {
    name: String(item.name ?? item.id ?? item.question_id ?? fallback),
    ...{ problem, options, split: item.split ?? null },
    answer: solved.answer,
    solution: solved.solution,
    level: levelOf(item.level ?? null),
    field: item.field ?? item.type ?? item.category ?? item.subfield ?? item.subject ?? null,
    theorem: item.theorem ?? null,
  };
}

/** MATH has the answer in a box of the solution, GSM8K the solution before `####` in the answer. */
function solutionOf(
  { solution }: Item,
  given: z.infer<typeof answer> | null,
): Pick<SeedProblem, 'answer' | 'solution'> {
  const plain = given === null ? null : typeof given === 'string' ? given.trim() : JSON.stringify(given);
  const [before, after] = (plain ?? '').split('####');
  if (after !== undefined) return { solution: before!.trim(), answer: after.trim() };
  return { solution: solution ?? null, answer: plain ?? boxedAnswer(solution ?? '') };
}

/** `Level 3` is 3. */
function levelOf(level: string | number | null): number | null {
  if (typeof level === 'number' || level === null) return level;
  const [digits] = /\d+/u.exec(level) ?? [];
  return digits === undefined ? null : Number(digits);
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'seeds-malformed', {
    message: `${place} is no problem with an answer.`,
    reason,
    next: 'Write one JSON object per line: {"name": "…", "problem": "…", "answer": "…", "theorem": "…"}',
  });
}
