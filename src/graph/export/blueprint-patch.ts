/**
 * Writes the commands of leanblueprint that an existing LaTeX document lacks, as a patch: `\lean` with the declarations
 * that a statement is linked to, and `\uses` with what its text and its proof refer to. What the author wrote stays:
 * a statement or proof with a command of that name gets no second one.
 */
import { lowerBound } from '../../base/lower-bound.ts';
import { type BlueprintNode, NO_MARKS } from '../../sources/blueprint.ts';
import { labelsInText } from '../../sources/latex/labels-in-text.ts';
import type { Edit } from '../../verify/hole/splice.ts';
import { unifiedDiff } from '../../verify/hole/unified-diff.ts';

/** A LaTeX file, and the statements in it. */
export interface StatementFile {
  /** As the patch names it, with `/`. */
  path: string;
  text: string;
  statements: readonly BlueprintNode[];
  /** The statements of its document, which are not all in this file. */
  document: readonly BlueprintNode[];
}

export interface BlueprintPatch {
  /** Empty if there is nothing to add. */
  text: string;
  /** Places of statements that lack a command, and that have no label, or one that their file does not have as written. */
  unplaced: string[];
}

/** What cannot be an item of an argument in LaTeX. A Lean name between « and » can have any of these. */
const UNSAFE = /[\s{}\\%#,~^&$\p{C}]/u;

const BEGIN_PROOF = /\\begin\{proof\}(?:[ \t]*\[[^\]\n]*\])?/gu;

export function blueprintPatch(files: readonly StatementFile[]): BlueprintPatch {
  const unplaced: string[] = [];
  const patches = files.map((file) => {
    const byLabel = new Map(file.document.flatMap((node) => node.piece.labels.map((label) => [label, node] as const)));
    const starts = lineStarts(file.text);
    const places = file.statements.map((node) => placeOf(node, file.text, starts));
    const sorted = places.filter((place) => place !== null).toSorted((a, b) => a - b);
    const insertions = file.statements.flatMap((node, at) => {
      const { statement, proof } = commandsFor(node, byLabel);
      if (statement + proof === '') return [];
      const place = places[at]!;
      if (place === null) {
        unplaced.push(`${file.path}:${node.piece.place.line ?? 1}`);
        return [];
      }
      const next = sorted[lowerBound(sorted.length, (other) => sorted[other]! > place)] ?? file.text.length;
      const proofAt = proof === '' ? null : proofStart(file.text, place, next);
      return [
        ...(statement === '' ? [] : [insertion(place, statement)]),
        ...(proofAt === null ? [] : [insertion(proofAt, proof)]),
      ];
    });
    // Two statements with one label have one place: the first counts.
    const once = new Map(insertions.toReversed().map((each) => [each.start, each]));
    return unifiedDiff(file.path, file.text, [...once.values()]);
  });
  return { text: patches.join(''), unplaced };
}

const insertion = (offset: number, text: string): Edit => ({ start: offset, end: offset, text });

/** What the statement and its proof lack. */
function commandsFor(
  { piece, statement }: BlueprintNode,
  byLabel: ReadonlyMap<string, BlueprintNode>,
): { statement: string; proof: string } {
  const given = { statement: NO_MARKS, proof: null, ...piece.facts?.blueprint };
  const hasLean = given.statement.lean.length + (given.proof?.lean ?? []).length > 0;
  const named = (text: string): string[] => {
    const targets = labelsInText(text).flatMap((label) => byLabel.get(label)?.piece.labels[0] ?? []);
    return [...new Set(targets)].filter((label) => !piece.labels.includes(label));
  };
  const areUsesGiven = given.statement.uses.length > 0;
  const stated = areUsesGiven ? given.statement.uses : named(piece.body);
  // What the statement uses, the proof uses, too.
  const inProof = named(piece.proof ?? '').filter((label) => !stated.includes(label));
  return {
    statement: command('lean', hasLean ? [] : statement.lean) + command('uses', areUsesGiven ? [] : stated),
    proof: command('uses', (given.proof?.uses ?? []).length > 0 ? [] : inProof),
  };
}

function command(name: string, items: readonly string[]): string {
  const safe = items.filter((item) => !UNSAFE.test(item));
  return safe.length === 0 ? '' : `\\${name}{${safe.join(', ')}}`;
}

/** The place after the statement's `\label`; null if the file does not have it. */
function placeOf({ piece }: BlueprintNode, text: string, starts: readonly number[]): number | null {
  const from = starts[(piece.place.line ?? 1) - 1] ?? 0;
  const found = piece.labels.flatMap((label) => {
    const written = `\\label{${label}}`;
    const at = indexOutsideComments(text, written, from);
    return at === null ? [] : [at + written.length];
  });
  return found.length === 0 ? null : Math.min(...found);
}

function proofStart(text: string, from: number, to: number): number | null {
  for (const match of text.slice(from, to).matchAll(BEGIN_PROOF)) {
    if (!isInComment(text, from + match.index)) return from + match.index + match[0].length;
  }
  return null;
}

function indexOutsideComments(text: string, written: string, from: number): number | null {
  for (let at = text.indexOf(written, from); at >= 0; at = text.indexOf(written, at + 1)) {
    if (!isInComment(text, at)) return at;
  }
  return null;
}

/** Whether an unescaped `%` is before it in its line. */
function isInComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /(?<!\\)(?:\\\\)*%/u.test(line);
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
}
