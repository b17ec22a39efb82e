/**
 * A scripted model that formalizes problems of a small library of our own, and that library. It states a problem right only
 * if the prompt lists the definition that the problem needs, so what it solves shows what the stages pass on, and nothing
 * about any model. Without the definition it invents a name, or says something false.
 */
import type { Reply, SeenRequest } from '../../test/llm/model-server.ts';

/** What each thing of the library has a number of. */
const THINGS = {
  crate: 'weight',
  barrel: 'volume',
  pallet: 'height',
  hoist: 'load',
  ledger: 'pages',
  wagon: 'seats',
} as const;
const QUALITIES = ['braced', 'tarred', 'stamped', 'numbered', 'gilded'] as const;

export interface DepotProblem {
  id: string;
  /** In words. */
  words: string;
  /** Full name of the definition that it needs. */
  definition: string;
  /** The right statement, a false one that compiles, and one with a name that does not exist: after the theorem's name. */
  right: string;
  wrong: string;
  invented: string;
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** Thirty problems. The number that a quality stands for differs from thing to thing. */
export const DEPOT_PROBLEMS: readonly DepotProblem[] = Object.entries(THINGS).flatMap(([thing, measure], row) =>
  QUALITIES.map((quality, column): DepotProblem => {
    const type = `Depot.${capital(thing)}`;
    const definition = `${type}.Is${capital(quality)}`;
    const claim = `x.${measure} = ${valueOf(row, column)}`;
    return {
      id: `${quality}-${thing}`,
      words: `Show that the ${measure} of every ${quality} ${thing} is ${valueOf(row, column)}.`,
      definition,
      right: `(x : ${type}) (h : ${definition} x) : ${claim}`,
      wrong: `(x : ${type}) : ${claim}`,
      invented: `(x : ${type}) (h : Missing${capital(quality)} x) : ${claim}`,
    };
  }),
);

function valueOf(row: number, column: number): number {
  return 2 + row * QUALITIES.length + column;
}

/** Lean source of the library. It needs no other library. */
export function depotSource(): string {
  const parts = Object.entries(THINGS).flatMap(([thing, measure], row) => {
    const type = capital(thing);
    return [
      `/-- A *${thing}* of the depot. -/\nstructure ${type} where\n  ${measure} : Nat`,
      ...QUALITIES.map(
        (quality, column) =>
          `/-- A ${thing} is *${quality}* if its ${measure} is as the rule of the depot says: a ${quality} ${thing}. -/\n` +
          `def ${type}.Is${capital(quality)} (x : ${type}) : Prop := x.${measure} = ${valueOf(row, column)}`,
      ),
    ];
  });
  return `/-! # Things of a depot -/\nnamespace Depot\n\n${parts.join('\n\n')}\n\nend Depot\n`;
}

/** The problems as a dataset with references. */
export function depotDataset(problems: readonly DepotProblem[], header = 'import Depot'): string {
  return problems
    .map(({ id, words, right }) => {
      const formal = `theorem reference ${right} := by\n  sorry`;
      return `${JSON.stringify({ name: id, informal_statement: words, header, formal_statement: formal })}\n`;
    })
    .join('');
}

/** Returns the answer function of the script. The last paragraph of the prompt says which stage asks. */
export function formalizerAnswers(): (request: SeenRequest) => Reply {
  const asked = new Map<string, number>();
  return ({ body }) => {
    const messages = body.messages as { content: string }[];
    const prompt = messages.at(-1)!.content;
    const number = asked.get(prompt) ?? 0;
    asked.set(prompt, number + 1);
    const text = answerText(prompt, number);
    return {
      text,
      usage: { input: Math.ceil(prompt.length / 4), output: Math.ceil(text.length / 4) },
      snapshot: 'script-1',
    };
  };
}

/** `number`: how often this prompt was put before. */
function answerText(prompt: string, number: number): string {
  const problem = DEPOT_PROBLEMS.find(({ words }) => prompt.includes(words));
  const request = prompt.slice(prompt.lastIndexOf('\n\n') + 2);
  if (problem === undefined) return 'I do not know this problem.';
  if (request.startsWith('Name the concepts')) return concepts(problem);
  if (request.startsWith('Explain the concepts')) return explanations(problem);
  if (request.startsWith('Order the definitions')) return order(problem, prompt);
  return statement(problem, prompt, number);
}

function nameOf({ id }: DepotProblem): string {
  return id.replace('-', ' ');
}

function concepts(problem: DepotProblem): string {
  const name = nameOf(problem);
  const concept = { name, quote: name, field: 'depots', role: 'object', symbols: [] };
  return JSON.stringify({ class: 'explicit', because: name, concepts: [concept] });
}

function explanations(problem: DepotProblem): string {
  const name = nameOf(problem);
  const terms = [{ concept: name, explanation: `What the depot calls a ${name}.`, depends_on: [] }];
  return JSON.stringify({ terms, keywords: [problem.definition.split('.').at(-1)], names: [] });
}

/** The needed definition first, if it is listed. */
function order({ definition }: DepotProblem, prompt: string): string {
  const listed = [...prompt.matchAll(/^(\d+)\. \w+ (\S+)/gmu)].map(([, number, name]) => ({
    number: Number(number),
    name,
  }));
  const sorted = listed.toSorted((a, b) => Number(b.name === definition) - Number(a.name === definition));
  return JSON.stringify({ order: sorted.map(({ number }) => number) });
}

/** One answer in ten is prose, one is cut off in the middle, and one takes a hypothesis that is false. */
function statement({ definition, right, wrong, invented }: DepotProblem, prompt: string, number: number): string {
  const isKnown = prompt.includes(definition);
  const block = (signature: string): string => `\`\`\`lean4\ntheorem t ${signature} := by sorry\n\`\`\``;
  switch (number % 10) {
    case 3:
      return 'The statement says what the rule of the depot says.';
    case 5:
      return '```lean4\ntheorem t (x :';
    case 7:
      return block(isKnown ? right.replace(' (h :', ' (absurd : False) (h :') : wrong);
    case 8:
      return block(wrong);
    default:
      return block(isKnown ? right : invented);
  }
}
