/** Reads the answers of text judges: their shapes, and what makes them unusable. */
import { z } from 'zod';
import { BadAnswer } from '../../llm/bad-answer.ts';
import { DIFFERENCE_KINDS } from '../../prompt/templates/reading-back.ts';
import { folded, readShape, words } from '../../prompt/answer-shapes.ts';

const quote = words(12_000).default('');

const readBackSchema = z.object({ statement: words(12_000).refine((text) => text !== '', 'is empty') });

const comparisonSchema = z.object({
  same: z.enum(['yes', 'no', 'unsure']),
  differences: z.array(
    z.object({ kind: z.enum(DIFFERENCE_KINDS).catch('other'), of_text: quote, of_statement: quote }),
  ),
});

const criticSchema = z.object({
  components: z.array(z.object({ of_text: quote, of_statement: quote, matches: z.boolean() })).min(1),
  verdict: z.enum(['yes', 'no', 'unsure']),
});

const scoreSchema = z.object({ score: z.int().min(0).max(3), why: words(2000).default('') });

export type Difference = z.infer<typeof comparisonSchema>['differences'][number];
export type Component = z.infer<typeof criticSchema>['components'][number];

/** Names that no text in words has by chance: with a dot, an underscore or a capital inside. */
const isLeanName = (name: string): boolean => /[._]|\p{Ll}\p{Lu}/u.test(name);

/** `constants`: names of the constants that were shown. @throws {BadAnswer} */
export function readReadBack(answer: string, constants: readonly string[]): { statement: string } {
  const found = readShape(readBackSchema, answer);
  const used = new Set(found.statement.match(/[\p{L}_][\p{L}\p{N}_.'!?]*/gu)?.map((each) => each.replace(/\.+$/u, '')));
  const name = constants.find((each) => isLeanName(each) && used.has(each));
  if (name !== undefined) throw new BadAnswer(`it names the Lean constant ${name}`);
  return found;
}

/** `isSame`: a `yes` without differences. @throws {BadAnswer} */
export function readComparison(
  answer: string,
  text: string,
  readBack: string,
): { isSame: boolean; differences: Difference[] } {
  const { same, differences } = readShape(comparisonSchema, answer);
  requireQuotes(differences, text, readBack);
  return { isSame: same === 'yes' && differences.length === 0, differences };
}

/** `isSame`: a `yes` of which every component matches. @throws {BadAnswer} */
export function readCritic(answer: string, text: string, shown: string): { isSame: boolean; components: Component[] } {
  const { components, verdict } = readShape(criticSchema, answer);
  requireQuotes(components, text, shown);
  return { isSame: verdict === 'yes' && components.every(({ matches }) => matches), components };
}

/** A score of a definition, 0 to 3. @throws {BadAnswer} */
export function readConceptScore(answer: string): { score: number; why: string } {
  return readShape(scoreSchema, answer);
}

function requireQuotes(
  all: readonly Pick<Difference, 'of_text' | 'of_statement'>[],
  text: string,
  statement: string,
): void {
  const [inText, inStatement] = [folded(text), folded(statement)];
  for (const { of_text: one, of_statement: other } of all) {
    if (one === '' && other === '') throw new BadAnswer('it quotes nothing');
    if (!inText.includes(folded(one))) throw new BadAnswer(`"${one}" is not in the text`);
    if (!inStatement.includes(folded(other))) throw new BadAnswer(`"${other}" is not in the statement`);
  }
}
