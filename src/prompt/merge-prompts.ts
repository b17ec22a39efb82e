/** Builds the prompts that decide whether entities are the same, and reads their answers. */
import { BadAnswer } from '../llm/bad-answer.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { chooseTemplate, sameTemplate } from './templates/merge-entities.ts';

/** What a prompt shows of an entity. */
export interface ShownEntity {
  type: string;
  title: string;
  contents: string;
}

/** Maximum number of characters of a statement. */
const CHARS = 4000;

const textOf = ({ title, contents }: ShownEntity): string =>
  [...(title.trim() === '' ? [] : [title.trim()]), clip(contents.trim(), CHARS)].join('\n');

export function samePrompt(first: ShownEntity, second: ShownEntity): Prompt {
  return promptOf(sameTemplate(first.type), { first: marked(textOf(first)), second: marked(textOf(second)) });
}

/** The candidates have the numbers from 1 on. */
export function choosePrompt(entity: ShownEntity, candidates: readonly ShownEntity[]): Prompt {
  const list = candidates.map((candidate, at) => `id ${at + 1}:\n${textOf(candidate)}`).join('\n\n');
  return promptOf(chooseTemplate(entity.type), { entity: marked(textOf(entity)), candidates: marked(list) });
}

/** @throws {BadAnswer} */
export function readYesOrNo(answer: string): { isSame: boolean } {
  const [, word] = /^\W*(yes|no)\W*$/iu.exec(withoutThinking(answer)) ?? [];
  if (word === undefined) throw new BadAnswer('the answer is neither yes nor no');
  return { isSame: word.toLowerCase() === 'yes' };
}

/** The place of the chosen candidate among `count`. @throws {BadAnswer} */
export function readChoice(answer: string, count: number): { at: number } {
  const [, digits] = /^\W*(?:id\s*)?(\d{1,9})\W*$/iu.exec(withoutThinking(answer)) ?? [];
  if (digits === undefined) throw new BadAnswer('the answer is no id number');
  const number = Number(digits);
  if (number < 1 || number > count) throw new BadAnswer(`the id ${number} is not among the ${count} candidates`);
  return { at: number - 1 };
}
