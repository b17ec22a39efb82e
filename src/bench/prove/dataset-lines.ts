/** Reads problems from JSON Lines text, the format of miniF2F and similar datasets. */
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { jsonLines } from '../../session/json-lines.ts';
import { fileName, hasProofHole, makeProblem, type BenchProblem } from './problem.ts';

/** Other fields are ignored. */
const LINE = z.object({
  name: z.string().min(1).max(200),
  header: z.string().default(''),
  formal_statement: z.string().min(1),
  informal_statement: z.string().nullish(),
  informal_proof: z.string().nullish(),
  split: z.string().nullish(),
  tags: z.array(z.string().min(1)).default([]),
});

export interface LinesOptions {
  /** Folder that the problems are treated as files of. */
  folder: string;
  /** Path of the dataset as the user typed it. */
  shown: string;
  withInformal: boolean;
}

/**
 * Skips empty lines and a byte order mark.
 * @throws {Failure} exit `usage`, with the line number.
 */
export function problemsInLines(text: string, { folder, shown, withInformal }: LinesOptions): BenchProblem[] {
  const problems: BenchProblem[] = [];
  for (const { value, place } of jsonLines(text, shown, LINE, malformed)) {
    const { name, header, formal_statement: statement, informal_statement, split, tags } = value;
    const informal = informal_statement ?? null;
    const comment = withInformal && informal !== null ? docstring(informal) : '';
    const problem = `${endLine(header)}${comment}${endLine(statement)}`;
    if (!hasProofHole(problem)) {
      throw malformed(place, "Its formal_statement has no 'sorry' in the proof of a theorem, lemma or example.");
    }
    problems.push(
      makeProblem({
        name,
        split: split ?? null,
        tags,
        text: problem,
        informal,
        informalProof: value.informal_proof ?? null,
        file: join(folder, `${fileName(name)}.lean`),
        place,
      }),
    );
  }
  return problems;
}

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'dataset-malformed', {
    message: `${place} is not a valid problem.`,
    reason,
    next: 'Write one JSON object per line: {"name": "…", "header": "import …", "formal_statement": "theorem … := by sorry"}',
  });
}

const endLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Breaks up `-/` and `/-`, because Lean comments nest and a docstring ends at the first `-/`. */
function docstring(informal: string): string {
  return `/-- ${informal.replaceAll('-/', '- /').replaceAll('/-', '/ -')} -/\n`;
}
