/** Sketches: proofs with `sorry` in place of their steps. Puts one into a file, and proofs of its steps into it. */
import { tokenise } from '../../lean/lexer.ts';
import { LINE_FIRST, type Tokens } from '../../lean/tokens.ts';
import { type Candidate, candidateLines, isSequence } from '../../verify/hole/candidate.ts';
import { findHoles, type Hole } from '../../verify/hole/holes.ts';
import { applyEdits, type Edit, fillingOf } from '../../verify/hole/splice.ts';

/** A file with a sketch in one of its holes. */
interface SketchedFile {
  text: string;
  /** All holes of `text`. */
  holes: readonly Hole[];
  /** Indices of the holes that the sketch brought, in text order. */
  steps: readonly number[];
}

export function putSketch(text: string, hole: Hole, sketch: Candidate): SketchedFile {
  const filling = fillingOf(text, hole, sketch);
  const sketched = applyEdits(text, [filling]);
  const holes = findHoles(sketched);
  const end = filling.start + filling.text.length;
  const isStep = ({ start }: Hole): boolean => filling.start <= start && start < end;
  return { text: sketched, holes, steps: [...holes.keys()].filter((at) => isStep(holes[at]!)) };
}

/** The beginning of a file that contains only a sketch. A sketch has the same holes in each file. */
const FRAME = { tactic: 'theorem t : True := by\n', term: 'theorem t : True :=\n' };
const ANYWHERE: Hole = {
  ...{ start: 0, end: 0, line: 1, column: 2, indentation: '  ', position: 'tactic', declaration: null },
  ...{ isProof: true, isAlone: false, isEntireValue: false },
};

/** The sketch in a file of its own. */
function framed({ kind, text }: Candidate): { text: string; start: number } {
  // Not `exact TERM`: a term is the value of the declaration.
  const { text: body } = fillingOf('  ', ANYWHERE, { kind: 'tactic', text });
  return { text: `${FRAME[kind]}  ${body}`, start: FRAME[kind].length };
}

/** How many steps a sketch has. */
export function stepsIn(sketch: Candidate): number {
  return findHoles(framed(sketch).text).length;
}

/** The sketch with the proofs of its steps, in text order; null leaves a step open. */
export function fillSketch(sketch: Candidate, proofs: readonly (Candidate | null)[]): Candidate {
  const { text, start } = framed(sketch);
  const edits = findHoles(text).flatMap((hole, at) => {
    const proof = proofs[at] ?? null;
    return proof === null ? [] : [onOwnLines(text, hole, proof) ?? fillingOf(text, hole, proof)];
  });
  return { kind: sketch.kind, text: applyEdits(text, edits).slice(start) };
}

/** Puts several tactics below `by sorry` at the end of a line, for readability; null for any other place or proof. */
function onOwnLines(text: string, hole: Hole, proof: Candidate): Edit | null {
  const before = text.slice(text.lastIndexOf('\n', hole.start) + 1, hole.start);
  const isAtEnd = /^[ \t]*(?:\n|$)/.test(text.slice(hole.end));
  if (proof.kind === 'term' || !isSequence(proof) || !isAtEnd || !/\bby[ \t]+$/.test(before)) return null;
  const margin = ' '.repeat(/^[ \t·.]*/.exec(before)![0].length + 2);
  const lines = candidateLines(proof).map(({ indent, text: line }) => {
    return indent === null || line === '' ? line : margin + ' '.repeat(indent) + line;
  });
  const start = hole.start - (before.length - before.trimEnd().length);
  return { start, end: hole.end, text: `\n${lines.join('\n')}` };
}

/** `have NAME : …`, with the text from its first to its last character. */
interface NamedStep {
  name: string;
  start: number;
  end: number;
}

/**
 * Variants of a proof without `have`s whose names occur nowhere else, the shortest first: without all of them, then
 * without one of them. Lean decides whether a tactic such as `simp_all` uses one without naming it. At most `limit`.
 */
export function withoutUnused(proof: Candidate, limit: number): Candidate[] {
  if (proof.kind === 'term') return [];
  const variants: Candidate[] = [];
  const all = dropUnused(proof);
  if (all !== null) variants.push(all);
  for (const step of unusedSteps(proof.text)) variants.push(without(proof, step));
  const isNew = ({ text }: Candidate, at: number): boolean => variants.findIndex((other) => other.text === text) === at;
  return variants.filter(isNew).slice(0, limit);
}

/** Dropping a step may make others unused; a long proof is not read more often than this. */
const MOST_ROUNDS = 20;

/** Null if every `have` is used. */
function dropUnused(proof: Candidate): Candidate | null {
  let shorter: Candidate | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const steps = unusedSteps((shorter ?? proof).text);
    if (steps.length === 0) break;
    // From the last to the first, so that offsets stay valid.
    for (const step of outermost(steps).toReversed()) shorter = without(shorter ?? proof, step);
  }
  return shorter;
}

const outermost = (steps: readonly NamedStep[]): NamedStep[] =>
  steps.filter(({ start }, at) => !steps.slice(0, at).some((before) => start < before.end));

/** In text order. */
function unusedSteps(text: string): NamedStep[] {
  const tokens = tokenise(text, []);
  const uses = new Map<string, { first: number; last: number }>();
  for (let at = 0; at < tokens.count; at++) {
    const [name = ''] = tokens.word(at).split('.', 1);
    uses.set(name, { first: uses.get(name)?.first ?? tokens.start(at), last: tokens.start(at) });
  }
  return namedSteps(tokens).filter(({ name, start, end }) => {
    const use = uses.get(name);
    return use === undefined || (use.first >= start && use.last < end);
  });
}

/** Each `have` that begins a line and does not end its block. */
function namedSteps(tokens: Tokens): NamedStep[] {
  const steps: NamedStep[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const isFirst = at === 0 || tokens.flag(at, LINE_FIRST);
    if (!isFirst || !tokens.is(at, 'have')) continue;
    let end = at + 1;
    while (end < tokens.count && !(tokens.flag(end, LINE_FIRST) && tokens.column(end) <= tokens.column(at))) end++;
    if (end === tokens.count || tokens.column(end) < tokens.column(at)) continue;
    const named = tokens.is(at + 1, ':') || tokens.is(at + 1, ':=') ? 'this' : tokens.word(at + 1);
    if (/^[\p{L}_]/u.test(named)) steps.push({ name: named, start: tokens.start(at), end: tokens.start(end) });
  }
  return steps;
}

const without = ({ kind, text }: Candidate, { start, end }: NamedStep): Candidate => ({
  kind,
  text: text.slice(0, start) + text.slice(end),
});
