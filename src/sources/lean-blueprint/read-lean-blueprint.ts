/** Reads a blueprint that is written in a Lean file: attributes of LeanArchitect, or a Verso document. */
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { Document } from '../document.ts';
import { readFirstFile } from '../first-file.ts';
import { readLatexFiles } from '../latex/read-latex.ts';
import type { ReadOptions } from '../read-document.ts';
import { readAttributes } from './architect-attributes.ts';
import { asLatex } from './blueprint-node.ts';
import { readVerso } from './verso.ts';

/** @throws {Failure} if the file cannot be read, or has no part of a blueprint */
export async function readLeanBlueprint(path: string, options: ReadOptions): Promise<Document> {
  const { text: source, file } = readFirstFile(path);
  const text = source.replace(/\r\n?/g, '\n');
  const verso = readVerso(text);
  const name = basename(path, '.lean');
  const { title, parts } = verso ?? { title: name, parts: readAttributes(text) };
  if (parts.length === 0) {
    throw new Failure('usage', 'blueprint-missing', {
      message: `${path} has no part of a blueprint.`,
      reason: 'It has neither an attribute @[blueprint …] nor a Verso block such as :::theorem "label".',
      next: 'Add the LaTeX sources of the blueprint, or a Lean file with such attributes.',
    });
  }
  const latex = asLatex(parts, title.replace(/[{}\\%$#&]/g, ' '));
  const files = {
    open: (wanted: string) =>
      wanted === file.path ? { path: file.path, real: file.path, text: latex } : ('input-missing' as const),
  };
  const document = await readLatexFiles(files, file.path, options);
  return { ...document, format: 'lean', files: [file] };
}
