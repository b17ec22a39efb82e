/** Reads NaturalProofs (Welleck et al. 2021): theorems with proofs, definitions and other pages, with given references. */
import type { Block, ProofBlock, StatementBlock } from '../block.ts';
import type { Document, PieceFacts, Reference } from '../document.ts';
import type { ReadOptions } from '../read-document.ts';
import { ItemShape } from './item-shape.ts';
import { type JsonPath, wrongShape } from './json-items.ts';
import { itemPlace, readItems } from './read-items.ts';

const KINDS = { theorems: 'theorem', definitions: 'definition', others: 'remark' } as const;
const CALLED = { theorems: 'Theorem', definitions: 'Definition', others: '' } as const;

/** The splits and the examples for retrieval are not read. */
const enters = (path: JsonPath): boolean =>
  path.length === 0 || (path[0] === 'dataset' && (path.length === 1 || (path.length === 2 && isList(path[1]))));

const isList = (name: unknown): name is keyof typeof KINDS => typeof name === 'string' && name in KINDS;

/** @throws {Failure} if the file cannot be read or has another shape */
export async function readNaturalProofs(path: string, options: ReadOptions): Promise<Document> {
  const labels = new Map<number, string>();
  const blocks: Block[] = [];
  /** The ids that each block refers to: their items may follow. */
  const ids = new Map<Block, number[]>();
  let isDuplicate = 0;
  const place = itemPlace(path);
  const contentOf = (item: ItemShape) => ({
    body: plainText(item.texts('contents')),
    labels: [],
    references: [],
    place,
  });

  const add = (at: JsonPath, value: unknown): void => {
    const list = at[1];
    if (at.length === 0) wrongShape(path, at, 'an object');
    if (at[0] !== 'dataset') return;
    if (at.length === 1) wrongShape(path, at, 'an object with theorems, definitions and others');
    if (!isList(list)) return;
    if (typeof at[2] !== 'number') wrongShape(path, at.slice(0, 2), 'a list');
    const item = new ItemShape(path, at, value);
    const id = item.integer('id');
    const title = item.text('title');
    const label = item.optionalText('label') || title;
    if (labels.has(id)) isDuplicate += 1;
    else labels.set(id, label);
    const statement: StatementBlock = {
      ...{ type: 'statement', kind: KINDS[list], called: CALLED[list], number: null, title },
      ...contentOf(item),
      labels: [label],
      ...factsOf(item),
    };
    blocks.push(statement);
    ids.set(statement, item.integers('ref_ids'));
    for (const proof of item.objects('proofs')) {
      const head = {
        type: 'proof',
        role: 'proof',
        title: '',
        within: statement,
        of: [],
        after: blocks.length,
      } as const;
      const block: ProofBlock = { ...head, of: [], ...contentOf(proof) };
      blocks.push(block);
      ids.set(block, proof.integers('ref_ids'));
    }
  };

  const finish = () => {
    let lost = 0;
    const toReference = (id: number): Reference => {
      const label = labels.get(id);
      if (label === undefined) lost += 1;
      return { kind: 'refers', label: label ?? `id ${id}` };
    };
    for (const [block, all] of ids) if ('references' in block) block.references = all.map(toReference);
    const problem = (code: string, message: string) => ({ code, message, place: null });
    return {
      blocks,
      problems: [
        ...(lost === 0 ? [] : [problem('reference-unknown', `References to ids that no item has: ${lost}.`)]),
        ...(isDuplicate === 0 ? [] : [problem('id-twice', `Items with the id of an earlier one: ${isDuplicate}.`)]),
      ],
    };
  };
  return readItems(path, 'naturalproofs', options, { enters, add: ({ path: at, value }) => add(at, value), finish });
}

function factsOf(item: ItemShape): { facts?: PieceFacts } {
  const categories = [...item.texts('categories'), ...item.texts('toplevel_categories')];
  const subjects = [...new Set(categories)].map((each) => `proofwiki:${each}`);
  return subjects.length === 0 ? {} : { facts: { subjects } };
}

/** The text of links, without their targets. */
const plainText = (lines: readonly string[]): string =>
  lines.map((line) => line.replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')).join('\n');
