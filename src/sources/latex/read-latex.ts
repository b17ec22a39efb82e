/** One LaTeX document, with all that it inputs, as pieces. */
import { basename } from 'node:path';
import { assemble } from '../assemble.ts';
import type { Document } from '../document.ts';
import { firstFile } from '../first-file.ts';
import type { ReadOptions } from '../read-document.ts';
import { LatexProject } from './latex-project.ts';
import { ProjectFiles } from './project-files.ts';
import { loadTexParser } from './tex-parser.ts';

/** @throws {Failure} when the first file cannot be read, or is not text */
export async function readLatexDocument(path: string, options: ReadOptions): Promise<Document> {
  firstFile(path);
  const files = new ProjectFiles(path);
  const project = new LatexProject(files, await loadTexParser(), options);
  const blocks = await project.read(basename(path));
  const title = project.state.title || basename(path);
  const { pieces, problems } = assemble(blocks, title, options.mostTokens);
  project.problems.addAll(problems);
  return {
    title,
    format: 'latex',
    files: files.read,
    pieces,
    externals: project.state.externals.map((external) => ({ ...external })),
    problems: project.problems.all(),
  };
}
