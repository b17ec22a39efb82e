/**
 * Problems of GHOSTS (Frieder et al. 2023), in the categories of the AutoMathKG paper. Which of them the paper took is
 * not public, nor which files make a category: a file of settings may say so.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';

/** Files of each category: our guess. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Complement: ['Proofs Collection A.json'],
  Prealgebra: ['MATH Prealgebra.json', 'Proofs Collection B Prealgebra.json'],
  Algebra: ['MATH Algebra.json'],
  Theorem: ['Named Theorem Proof Completion.json'],
  Probability: ['R. Durret, Probability Theory.json', 'MATH Counting and Probability.json'],
  Topology: ['J. Munkres, Topology (ch. 1).json', 'J. Munkres, Topology (ch. 2).json'],
};

export type Categories = Readonly<Record<string, readonly string[]>>;

const categoriesSchema = z.record(z.string().min(1), z.array(z.string().min(1)).min(1));

/** A file of settings, such as `{"Algebra": ["MATH Algebra.json"]}`; null: our guess. @throws {Failure} `categories-invalid` */
export function readCategories(path: string | null): Categories {
  if (path === null) return CATEGORIES;
  try {
    return categoriesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure('usage', 'categories-invalid', {
      message: `${path} is not a table of categories.`,
      reason: error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message,
      next: 'Write {"CATEGORY": ["FILE.json", …], …} with names of files of GHOSTS.',
    });
  }
}

export interface GhostsProblem {
  category: string;
  prompt: string;
}

export interface GhostsProblems {
  problems: GhostsProblem[];
  /** By category: prompts that GHOSTS leaves out, because they are from books. */
  withheld: Record<string, number>;
}

const itemSchema = z.object({ prompt: z.string() });
const fileSchema = z.array(itemSchema);

/** A prompt that several files have counts in the first category. @throws {Failure} `ghosts-unreadable` */
export function readGhosts(folder: string, categories: Categories): GhostsProblems {
  const seen = new Set<string>();
  const withheld: Record<string, number> = {};
  const problems = Object.entries(categories).flatMap(([category, files]) =>
    files.flatMap((file) => {
      const prompts = promptsOf(join(folder, file));
      const missing = prompts.filter((prompt) => prompt === '').length;
      if (missing > 0) withheld[category] = (withheld[category] ?? 0) + missing;
      return prompts.flatMap((prompt) => {
        if (prompt === '' || seen.has(prompt)) return [];
        seen.add(prompt);
        return [{ category, prompt }];
      });
    }),
  );
  return { problems, withheld };
}

function promptsOf(path: string): string[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).map(({ prompt }) => prompt.trim());
  } catch (error) {
    throw new Failure('usage', 'ghosts-unreadable', {
      message: `${path} is no file of GHOSTS.`,
      reason: error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message,
      next: 'Name files of the folder in the file of --categories.',
    });
  }
}
