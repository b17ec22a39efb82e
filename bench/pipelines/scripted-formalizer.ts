/**
 * A scripted model that formalizes problems of a small library of our own, and that library. It states a problem right only
 * if the prompt lists the definition that the problem needs, so what it solves shows what the stages pass on, and nothing
 * about any model. Without the definition it invents a name, or says something false. Some problems use words that no text
 * of the library has: there the script guesses the name of the definition, which the symbol channel looks up.
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

/** Words of problems that no text of the library has. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  ...{ crate: 'box', barrel: 'cask', pallet: 'stack', hoist: 'crane', ledger: 'book', wagon: 'carriage' },
  gilded: 'golden',
};

export interface DepotProblem {
  id: string;
  /** In words. */
  words: string;
  /** What it is about, in its words. */
  subject: string;
  /** Whether the library has these words. */
  isInLibrary: boolean;
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
    const isInLibrary = quality !== 'gilded';
    const subject = isInLibrary ? `${quality} ${thing}` : `${OTHER_WORDS[quality]} ${OTHER_WORDS[thing]}`;
    const claim = `x.${measure} = ${valueOf(row, column)}`;
    return {
      id: `${quality}-${thing}`,
      words: `Show that the ${measure} of every ${subject} is ${valueOf(row, column)}.`,
      ...{ subject, isInLibrary, definition },
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
  const request = prompt.slice(prompt.lastIndexOf('\n\n') + 2);
  if (request.startsWith('Say in words')) return readBack(prompt);
  const problem = DEPOT_PROBLEMS.find(({ words }) => prompt.includes(words));
  if (problem === undefined) return 'I do not know this problem.';
  if (request.startsWith('Name the concepts')) return concepts(problem);
  if (request.startsWith('Explain the concepts')) return explanations(problem);
  if (request.startsWith('Order the definitions')) return order(problem, prompt);
  if (request.startsWith('Compare them')) return comparison(problem, prompt);
  if (request.startsWith('Score the definition')) return score(problem, prompt);
  return statement(problem, prompt, number);
}

function concepts({ subject: name }: DepotProblem): string {
  const concept = { name, quote: name, field: 'depots', role: 'object', symbols: [] };
  return JSON.stringify({ class: 'explicit', because: name, concepts: [concept] });
}

function explanations({ subject: name, isInLibrary, definition }: DepotProblem): string {
  const terms = [{ concept: name, explanation: `What the depot calls a ${name}.`, depends_on: [] }];
  return JSON.stringify({
    terms,
    keywords: isInLibrary ? [lastPart(definition)] : [],
    names: isInLibrary ? [] : [definition],
  });
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

/** Knows the problem by its number, which no other has. The text of the problem is not in the prompt. */
function readBack(prompt: string): string {
  const [shown = ''] = prompt.split('# What the constants mean');
  const number = /= (\d+)/u.exec(shown)?.[1];
  const problem = DEPOT_PROBLEMS.find(({ words }) => words.endsWith(` is ${number}.`));
  if (problem === undefined) return 'I cannot read this statement.';
  const { id, words, subject, definition } = problem;
  const [quality, thing] = id.split('-') as [string, string];
  const general = subject.replace(OTHER_WORDS[quality] ?? quality, '').trim() || thing;
  const said = shown.includes(lastPart(definition)) ? words : words.replace(subject, general);
  return JSON.stringify({ statement: shown.includes('False') ? `${said} But only if something false holds.` : said });
}

/** `yes` only if the second statement is word for word the first. */
function comparison({ words, subject }: DepotProblem, prompt: string): string {
  const [, ...after] = prompt.split(words);
  const isSame = after.length === 2 && !after[1]!.includes('something false');
  const differences = isSame ? [] : [{ kind: 'other', of_text: subject, of_statement: '' }];
  return JSON.stringify({ same: isSame ? 'yes' : 'no', differences });
}

function score({ definition }: DepotProblem, prompt: string): string {
  const points = prompt.includes(`${definition} `) ? 3 : prompt.includes(lastPart(definition)) ? 2 : 0;
  return JSON.stringify({ score: points, why: 'The script knows the definition.' });
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

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
