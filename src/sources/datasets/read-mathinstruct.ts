/** Reads MathInstruct (Yue et al. 2023): problems with solutions in words (CoT) and as programs (PoT). */
import { getOrAdd } from '../../base/memoize.ts';
import type { Block } from '../block.ts';
import type { Document } from '../document.ts';
import type { ReadOptions } from '../read-document.ts';
import { ItemShape } from './item-shape.ts';
import { itemPlace, readItems } from './read-items.ts';

interface Solution {
  /** `CoT`, `PoT`, or empty. */
  method: string;
  text: string;
}

/** Solutions of the same instruction are solutions of one problem. @throws {Failure} if the file has another shape */
export async function readMathInstruct(path: string, options: ReadOptions): Promise<Document> {
  const problems = new Map<string, { subject: string; solutions: Solution[] }>();
  const place = itemPlace(path);
  const finish = () => ({
    blocks: [...problems].flatMap(([body, { subject, solutions }]): Block[] => {
      const statement = {
        ...({ type: 'statement', kind: 'problem', called: 'Problem', number: null, title: '', body, place } as const),
        ...{ labels: [], references: [] },
        ...(subject === '' ? {} : { facts: { subjects: [`mathinstruct:${subject}`] } }),
      };
      return [
        statement,
        ...solutions.map(({ method, text }): Block => {
          const head = { type: 'proof', role: 'solution', title: method, within: statement, after: 0 } as const;
          return { ...head, of: [], body: text, labels: [], references: [], place };
        }),
      ];
    }),
  });
  return readItems(path, 'mathinstruct', options, {
    enters: (at) => at.length === 0,
    add: ({ path: at, value }) => {
      const item = new ItemShape(path, at, value);
      const [, method = '', subject = ''] = /(?:^|\/)(CoT|PoT)\/([^/]+)\.json$/.exec(item.optionalText('source')) ?? [];
      const known = getOrAdd(problems, withoutRequest(item.text('instruction')), () => ({ subject, solutions: [] }));
      known.solutions.push({ method, text: item.text('output').trim() });
    },
    finish,
  });
}

/** The instruction without its last sentence if that asks for a program. */
const withoutRequest = (instruction: string): string =>
  instruction
    .trim()
    .replace(
      /\s*(?:Let's (?:program|write)|Please write|Write) [^.\n]{0,80}(?:program|python|code)[^.\n]{0,80}\.?$/i,
      '',
    );
