/** Reads TheoremQA (Chen et al. 2023): problems that name the theorem they need, or the file with the theorems. */
import type { Block, StatementBlock } from '../block.ts';
import type { Document, PieceFacts } from '../document.ts';
import type { ReadOptions } from '../read-document.ts';
import { ItemShape } from './item-shape.ts';
import { type JsonPath, wrongShape } from './json-items.ts';
import { itemPlace, readItems } from './read-items.ts';

/** The names of theorems differ in case between the files. */
const labelOf = (theorem: string): string => theorem.trim().toLowerCase();

const enters = (path: JsonPath): boolean => path.length === 0;

/** @throws {Failure} if the file cannot be read or has another shape */
export async function readTheoremQa(path: string, options: ReadOptions): Promise<Document> {
  const blocks: Block[] = [];
  const add = (at: JsonPath, value: unknown): void => {
    const [key] = at;
    if (typeof key === 'string') blocks.push(theoremOf(path, key, value));
    else if (key === undefined) wrongShape(path, at, 'a list of problems');
    else blocks.push(...problemOf(path, new ItemShape(path, at, value)));
  };
  const finish = () => ({ blocks });
  return readItems(path, 'theoremqa', options, { enters, add: ({ path: at, value }) => add(at, value), finish });
}

/** An entry of `all_theorems.json`. Its type is uncertain: there are concepts among them. */
function theoremOf(path: string, name: string, value: unknown): StatementBlock {
  if (typeof value !== 'string') wrongShape(path, [name], 'a string');
  return {
    ...{ type: 'statement', kind: 'remark', called: '', number: null, title: name.trim(), body: value.trim() },
    ...{ labels: [labelOf(name)], references: [], place: itemPlace(path) },
  };
}

function problemOf(path: string, item: ItemShape): Block[] {
  const place = itemPlace(path);
  const theorem = item.optionalText('theorem');
  const explanation = item.optionalText('explanation').replace(/^NONE$/i, '');
  const picture = item.optionalText('Picture');
  const subjects = ['subfield', 'field'].flatMap((name) => item.optionalText(name) || []);
  const facts: PieceFacts = subjects.length === 0 ? {} : { subjects: subjects.map((each) => `theoremqa:${each}`) };
  const id = item.optionalText('id');
  const statement: StatementBlock = {
    ...{ type: 'statement', kind: 'problem', called: 'Problem', number: null, title: '', place },
    body: `${item.text('Question').trim()}${picture === '' ? '' : `\n\n(Picture: ${picture})`}`,
    labels: id === '' ? [] : [id],
    references: theorem === '' ? [] : [{ kind: 'refers', label: labelOf(theorem) }],
    ...(subjects.length === 0 ? {} : { facts }),
  };
  const answer = [explanation, `Answer: ${item.value('Answer')}`].filter((each) => each !== '').join('\n\n');
  return [
    statement,
    {
      ...{ type: 'proof', role: 'solution', title: '', within: statement, of: [], after: 0, place },
      ...{ body: answer, labels: [], references: [] },
    },
  ];
}
