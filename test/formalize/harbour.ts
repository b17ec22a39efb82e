/** A small library with an index and a concept base, and a scripted model that formalizes problems about it. */
import { join } from 'node:path';
import { conceptBaseContent } from '../../src/builders/concepts/concept-base-content.ts';
import { conceptBaseOf } from '../../src/concepts/open-base.ts';
import { openIndex } from '../../src/index/open.ts';
import { HARBOUR, PLUMBING } from '../builders/harbour-sources.ts';
import { writeConceptBase } from '../builders/write-concept-base.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import type { Reply, SeenRequest } from '../llm/model-server.ts';

/** Returns the path of the index. */
export async function buildHarbour(folder: string): Promise<string> {
  writeFiles(join(folder, 'sources'), { 'Harbour.lean': HARBOUR, 'Plumbing.lean': PLUMBING });
  const indexPath = join(folder, 'index.sqlite');
  await buildRoots(indexPath, { Own: join(folder, 'sources') });
  const index = openIndex(indexPath);
  writeConceptBase(conceptBaseOf(indexPath), conceptBaseContent(index, [], []));
  index.close();
  return indexPath;
}

export const PROBLEM = 'Show that every sheltered quay has positive length.';
export const RIGHT = '(q : Harbour.Quay) (h : Harbour.Quay.IsSheltered q) : 0 < q.length';
const INVENTED = '(q : SafeQuay) : 0 < q.length';

/** The same problem as a story. */
export const STORY = 'Nemo ties 3 boats where storms spare them. Show that the place has room.';
export const REWRITTEN = 'Let q be a sheltered quay for 3 boats. Show that q has positive length.';

type Stage = 'mce' | 'rewrite' | 'augment' | 'rerank' | 'formalize' | 'repair';

const REQUESTS: Readonly<Record<Stage, string>> = {
  mce: 'Name the concepts.',
  rewrite: 'Write the mathematical statement.',
  augment: 'Explain the concepts.',
  rerank: 'Order the definitions.',
  formalize: 'Write the theorem in Lean.',
  repair: 'Correct the theorem.',
};

const textOf = ({ body }: SeenRequest): string => (body.messages as { content: string }[]).at(-1)!.content;

/** The stage that asks, by the last paragraph of its prompt. Published prompts have no such paragraph. */
export function stageOf(request: SeenRequest): Stage {
  const last = textOf(request).slice(textOf(request).lastIndexOf('\n\n') + 2);
  const found = Object.entries(REQUESTS).find(([, words]) => last.startsWith(words));
  return (found?.[0] as Stage | undefined) ?? 'formalize';
}

/** Answers every stage. `more`: answers that replace the usual ones, by stage. */
export function scriptedModel(more: Partial<Record<Stage, string>> = {}): (request: SeenRequest) => Reply {
  /** By prompt: problems that run at once do not change each other's answers. */
  const asked = new Map<string, number>();
  return (request) => {
    const stage = stageOf(request);
    const text = more[stage];
    if (text !== undefined) return { text, snapshot: 'script-1' };
    if (stage === 'formalize') {
      const prompt = textOf(request);
      const number = asked.get(prompt) ?? 0;
      asked.set(prompt, number + 1);
      return formalizes(prompt, number);
    }
    return { text: stageAnswer(stage, textOf(request)), snapshot: 'script-1' };
  };
}

function stageAnswer(stage: Exclude<Stage, 'formalize'>, prompt: string): string {
  const isStory = !prompt.includes('quay');
  switch (stage) {
    case 'mce':
      if (isStory) return '{"class": "implicit", "because": "Nemo", "concepts": []}';
      return `Here.\n\`\`\`json\n{"class": "explicit", "because": "quay", "concepts": [{"name": "sheltered quay", "quote": "sheltered quay", "field": "harbours", "role": "object", "symbols": ["q"],}]}\n\`\`\``;
    case 'rewrite':
      return JSON.stringify({
        statement: REWRITTEN,
        choices: [{ from: 'place', to: 'quay', why: 'boats are tied there' }],
      });
    case 'augment':
      return JSON.stringify({
        terms: [
          { concept: 'sheltered quay', explanation: 'A place where ships moor and no wave reaches.', depends_on: [] },
        ],
        keywords: ['IsSheltered'],
        names: ['Harbour.Quay.IsShelterd', 'Harbour.Lighthouse'],
      });
    case 'rerank': {
      const numbers = [...prompt.matchAll(/^(\d+)\. \w+ (\S*Quay\S*)/gmu)].map(([, number]) => Number(number));
      return JSON.stringify({ order: numbers.toReversed() });
    }
    case 'repair':
      return `\`\`\`lean\ntheorem t ${prompt.includes('Harbour.Quay') ? RIGHT : INVENTED} := by sorry\n\`\`\``;
  }
}

/** What a model that knows only the listed definitions would answer. `number`: of the answer, from 0. */
function formalizes(prompt: string, number: number): Reply {
  const snapshot = 'script-1';
  const isUnderstood = prompt.includes(PROBLEM) || prompt.includes(REWRITTEN);
  const isKnown = isUnderstood && prompt.includes('Harbour.Quay.IsSheltered');
  const theorem = `theorem my_favorite_theorem ${isKnown ? RIGHT : INVENTED} := by sorry`;
  const block = (code: string): string => `\`\`\`lean4\n${code}\n\`\`\``;
  switch (number % 10) {
    case 1:
      return { text: 'The statement says that a sheltered quay is long.', snapshot };
    case 2:
      return { text: '```lean4\ntheorem my_favorite_theorem (q :', finish: 'length', snapshot };
    case 3:
      return { text: '', finish: 'content_filter', snapshot };
    case 4:
      return { text: block(`axiom cheat : False\n${theorem}`), snapshot };
    case 5:
      return { text: `<think>An easy one.</think>Here: ${theorem}`.replace('Here: ', '\n'), snapshot };
    case 6:
      return { text: block(`import Mathlib\nopen Harbour\n${theorem}`), snapshot };
    default:
      return { text: block(theorem), snapshot };
  }
}
