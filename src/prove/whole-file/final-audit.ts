/** The whole file once more, before anything of it is shown or written: filled holes can change what others rest on. */
import { firstLine } from '../../base/one-line.ts';
import { type DeclarationFacts, type Judge } from '../../verify/audit/judge.ts';
import { fillingOf, applyEdits, type Edit } from '../../verify/hole/splice.ts';
import type { Finding, Verdict } from '../../verify/verdict.ts';
import { addImports } from '../../lean/add-imports.ts';
import { withImports } from '../attempt/headers.ts';
import type { HoleOutcome, Objection, ProveOutcome } from '../outcome.ts';
import { objectionTo } from './objection.ts';
import { changeOfMeaning } from './same-meaning.ts';
import { type Look, standTogether } from './consistent-subset.ts';

/** The file with all that stands together, and what is to be said about it. */
export type Assembled = Pick<
  ProveOutcome,
  'holes' | 'edits' | 'text' | 'addedImports' | 'isRefusedTogether' | 'objection'
>;

/**
 * Has the judge compare the file with its holes filled to the original under the same header. What does not stand
 * together with the rest is left out; which filled holes still rest on the `sorry` of others is brought up to date. Holes
 * that are left are no objection.
 */
export async function assemble(
  judge: Pick<Judge, 'file'>,
  original: string,
  holes: readonly HoleOutcome[],
): Promise<Assembled> {
  const filled = holes.filter(({ state }) => state === 'filled').map(({ number }) => number);
  if (filled.length === 0)
    return { ...textOf(original, holes, []), holes: [...holes], isRefusedTogether: false, objection: null };
  const looks = new Map<string, Looked>();
  const standing = await standTogether(filled, async (wanted) => {
    const looked = await lookAt(judge, original, holes, wanted);
    looks.set(String(wanted), looked);
    return looked.look;
  });
  const { kept, dropped, why, isUnknown } = standing;
  const last = looks.get(String(kept)) ?? null;
  const facts = new Map(last?.declarations.map((declaration) => [declaration.name, declaration]) ?? []);
  const refusal = looks.get(String(filled))?.objection ?? null;
  const objection = isUnknown || kept.length === 0 ? (isUnknown ? (last?.objection ?? refusal) : refusal) : null;
  const settled = holes.map((hole) => {
    if (dropped.includes(hole.number)) return leftOut(hole, why ?? '', kept, holes);
    return kept.includes(hole.number) ? upToDate(hole, facts) : hole;
  });
  const isRefusedTogether = dropped.length > 0 && refusal?.kind === 'refused';
  return { ...textOf(original, holes, kept), holes: settled, isRefusedTogether, objection };
}

interface Looked {
  look: Look;
  objection: Objection | null;
  declarations: DeclarationFacts[];
}

async function lookAt(
  judge: Pick<Judge, 'file'>,
  original: string,
  holes: readonly HoleOutcome[],
  wanted: readonly number[],
): Promise<Looked> {
  const { text, addedImports, edits } = textOf(original, holes, wanted);
  const asked = holes.filter(({ number }) => wanted.includes(number));
  const before = withImports(original, addedImports).text;
  // Imports that leave the meaning alone one by one need not do so together.
  const change = before === original ? null : await changeOfMeaning(judge, before, original);
  if (change !== null) return { look: lookAtChange(change, asked), objection: change, declarations: [] };
  const { verdict, declarations } = await judge.file(text, before, null);
  const objection = objectionTo(verdict, ['sorry']);
  return {
    look: lookOf(verdict, objection, (line) => blamedAt(line, original, asked, edits), asked),
    objection,
    declarations,
  };
}

/** The original with the holes of these numbers filled, and what they need imported. */
function textOf(
  original: string,
  holes: readonly HoleOutcome[],
  wanted: readonly number[],
): Omit<Assembled, 'holes' | 'isRefusedTogether' | 'objection'> {
  const chosen = holes.filter(({ number }) => wanted.includes(number));
  const addedImports = [...new Set(chosen.flatMap(({ imports }) => imports))].sort();
  const header = addImports(original, addedImports);
  const fillings = chosen.flatMap(({ hole, proposal }) =>
    proposal === null ? [] : [fillingOf(original, hole, proposal.candidate)],
  );
  const edits: Edit[] =
    header === null ? fillings : [{ start: header.start, end: header.end, text: header.text }, ...fillings];
  return { text: applyEdits(original, edits), edits, addedImports };
}

function lookOf(
  verdict: Verdict,
  objection: Objection | null,
  at: (line: number) => number[],
  asked: readonly HoleOutcome[],
): Look {
  if (objection === null) return { kind: 'stands' };
  if (verdict.kind !== 'rejected') return { kind: 'unknown' };
  if (verdict.by === 'gate') return { kind: 'falls', blamed: [], why: verdict.reason };
  if (verdict.by === 'lean') {
    const [first] = verdict.diagnostics;
    const blamed = verdict.diagnostics.flatMap(({ line }) => at(line));
    const why = first === undefined ? 'Lean found errors' : firstLine(first.text);
    return { kind: 'falls', blamed: [...new Set(blamed)], why };
  }
  const findings = verdict.findings.filter(({ rule }) => rule !== 'sorry');
  const names = new Set(findings.map(({ name }) => name));
  const blamed = asked.filter(({ hole }) => names.has(hole.declaration?.fullName ?? null)).map(({ number }) => number);
  return { kind: 'falls', blamed, why: findings.map(wordsOf).join('; ') };
}

function lookAtChange(change: Objection, asked: readonly HoleOutcome[]): Look {
  if (change.kind === 'unchecked') return { kind: 'unknown' };
  const blamed = asked.filter(({ imports }) => imports.length > 0).map(({ number }) => number);
  return { kind: 'falls', blamed, why: change.findings.map(wordsOf).join('; ') };
}

const wordsOf = ({ detail }: Finding): string => detail;

/** Holes in whose declaration this line of the filled file stands. */
function blamedAt(line: number, original: string, asked: readonly HoleOutcome[], edits: readonly Edit[]): number[] {
  const lineOf = (offset: number): number => newlines(original.slice(0, offset)) + 1;
  // What every edit adds to the lines below it.
  const grown = edits.map((edit) => ({
    line: lineOf(edit.start),
    by: newlines(edit.text) - newlines(original.slice(edit.start, edit.end)),
  }));
  const shifted = (own: number, isEnd: boolean): number =>
    grown.reduce((sum, each) => (each.line < own || (isEnd && each.line === own) ? sum + each.by : sum), own);
  return asked
    .filter(({ hole: { declaration } }) => {
      return (
        declaration !== null && shifted(declaration.line, false) <= line && line <= shifted(declaration.endLine, true)
      );
    })
    .map(({ number }) => number);
}

const newlines = (text: string): number => text.split('\n').length - 1;

function leftOut(hole: HoleOutcome, why: string, kept: readonly number[], holes: readonly HoleOutcome[]): HoleOutcome {
  const others = kept.map((number) => holes.find((each) => each.number === number)?.hole.line).join(', ');
  const beside = others === '' ? 'the others' : `what fills line ${others}`;
  const note = `it was accepted by itself, but does not stand together with ${beside}: ${why}`;
  return { ...hole, state: 'open', isDropped: true, note };
}

function upToDate(outcome: HoleOutcome, facts: ReadonlyMap<string, DeclarationFacts>): HoleOutcome {
  const name = outcome.hole.declaration?.fullName ?? null;
  const own = name === null ? undefined : facts.get(name);
  if (outcome.accepted === null || own === undefined) return outcome;
  const axioms = own.axioms.filter((axiom) => axiom !== 'sorryAx');
  const { conditional } = outcome.accepted;
  const open = own.sorry === 'none' ? [] : conditional.filter((other) => facts.get(other)?.sorry !== 'none');
  return { ...outcome, accepted: { ...outcome.accepted, axioms, conditional: open } };
}
