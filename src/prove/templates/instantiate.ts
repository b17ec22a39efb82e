/** Makes a proof of one theorem into candidates for another goal: other lemmas in its slots, other local names. Pure. */
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER, SPACED } from '../../lean/tokens.ts';

/** A proof as it is written in a source. */
export interface WrittenProof {
  /** What follows `:=`, without comments, blanks before and after. */
  text: string;
  /** Column of its first token in the source, if it is a block of tactics. */
  column: number;
}

/** By name as written in the proof: names to try instead, best first. */
export type Choices = ReadonlyMap<string, readonly string[]>;

export interface Renaming {
  /** Local names of the theorem that the goal has under other names. */
  locals: ReadonlyMap<string, string>;
  choices: Choices;
}

/** Maximum number of candidates from one proof. */
const MAX_VARIANTS = 4;

/** Tactics, one per line, for the best choices first. Without those that are equal. */
export function instantiations(proof: WrittenProof, { locals, choices }: Renaming): string[] {
  const best = (names: readonly string[]): string => names[0]!;
  const identity = new Map<string, string>();
  const renamed = new Map([...choices].map(([name, names]) => [name, best(names)]));
  const second = new Map([...choices].map(([name, names]) => [name, names[1] ?? best(names)]));
  const texts = [
    rewritten(proof, locals, renamed),
    rewritten(proof, identity, renamed),
    rewritten(proof, locals, second),
    rewritten(proof, identity, second),
  ];
  return [...new Set(texts)].slice(0, MAX_VARIANTS);
}

function rewritten(
  { text, column }: WrittenProof,
  locals: ReadonlyMap<string, string>,
  constants: ReadonlyMap<string, string>,
): string {
  const tokens = tokenise(text, []);
  let out = '';
  let end = 0;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.word(at);
    const isField = tokens.is(at - 1, '.') && !tokens.flag(at, SPACED);
    // The constructor of an alternative, `| zero =>`, is written without its namespace.
    const to = isField || tokens.is(at - 1, '|') ? word : replacement(word, locals, constants);
    out += text.slice(end, tokens.start(at)) + to;
    end = tokens.end(at);
  }
  return asTactics(out + text.slice(end), column);
}

/** A local name is replaced with its fields (`h.symm`), a constant with the longest known part of its name. */
function replacement(
  word: string,
  locals: ReadonlyMap<string, string>,
  constants: ReadonlyMap<string, string>,
): string {
  const dot = word.indexOf('.');
  const local = locals.get(dot < 0 ? word : word.slice(0, dot));
  if (local !== undefined) return dot < 0 ? local : local + word.slice(dot);
  for (let end = word.length; end > 0; end = word.lastIndexOf('.', end - 1)) {
    const known = constants.get(word.slice(0, end));
    if (known !== undefined) return known + word.slice(end);
  }
  return word;
}

/** `exact TERM` for a term; the tactics after `by`, from column 0, otherwise. */
function asTactics(text: string, column: number): string {
  if (text === 'rfl') return text;
  if (!/^by\b/u.test(text)) return `exact ${text.replaceAll(/\s*\n\s*/gu, ' ')}`;
  const body = text.slice(2);
  const isInline = !/^\s*\n/u.test(body);
  const lines = body.replace(/^[^\S\n]*\n|^\s+/u, '').split('\n');
  // The first tactic is at `column`, also if it is on the line of `by`.
  return lines
    .map((line, at) => (at === 0 && isInline ? line : line.slice(Math.min(column, /^ */u.exec(line)![0].length))))
    .join('\n');
}
