/** Reads a LaTeX document with all its input files into pieces. */
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { assemble } from '../assemble.ts';
import type { Document } from '../document.ts';
import { readFirstFile } from '../first-file.ts';
import type { ReadOptions } from '../read-document.ts';
import { LatexProject, type LatexFiles } from './latex-project.ts';
import { ProjectFiles } from './project-files.ts';
import { loadTexParser } from './tex-parser.ts';

/** @throws {Failure} if the first file cannot be read or is not text */
export async function readLatexDocument(path: string, options: ReadOptions): Promise<Document> {
  readFirstFile(path);
  const files = new ProjectFiles(path);
  const document = await readLatexFiles(files, basename(realpathSync(path)), options);
  return { ...document, files: files.read, lacks: files.missing };
}

/** `first`: a name that `files` can open. */
export async function readLatexFiles(
  files: LatexFiles,
  first: string,
  options: ReadOptions,
): Promise<Omit<Document, 'files'>> {
  const project = new LatexProject(files, await loadTexParser(), options);
  const blocks = await project.read(first);
  const title = project.state.title || first;
  const { pieces, problems } = assemble(blocks, title, options.maxTokens);
  project.problems.addAll(problems);
  const { externals } = project.state;
  return { title, format: 'latex', pieces, externals, problems: project.problems.all() };
}
