/** Reads the prompt that `--formalizer` names, if it is the user's own: `raw:FILE`. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { FORMALIZER_NAMES, isPublished, placeholdersOf, RAW_PLACEHOLDERS } from '../prompt/formalizers.ts';

const RAW = 'raw:';

/** Null for a prompt of ours or a published one. @throws {Failure} if there is no such prompt, or its file is unusable */
export async function readUserTemplate(formalizer: string, cwd: string): Promise<string | null> {
  if (formalizer === 'chat' || isPublished(formalizer)) return null;
  if (!formalizer.startsWith(RAW) || formalizer === RAW) {
    throw new Failure('usage', 'usage', {
      message: `There is no prompt '${formalizer}'.`,
      next: `--formalizer ${[...FORMALIZER_NAMES, `${RAW}FILE`].join(', ')}`,
    });
  }
  const path = formalizer.slice(RAW.length);
  const template = await readTemplate(path, cwd);
  const found = placeholdersOf(template);
  const unknown = found.find((name) => !(RAW_PLACEHOLDERS as readonly string[]).includes(name));
  const all = RAW_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  if (unknown !== undefined) {
    throw new Failure('usage', 'template-invalid', {
      message: `The prompt template ${path} has an unknown placeholder: {${unknown}}.`,
      next: `Use ${all}; for the braces themselves, write {{${unknown}}}.`,
    });
  }
  if (found.includes('statement')) return template;
  throw new Failure('usage', 'template-invalid', {
    message: `The prompt template ${path} has no place for the statement.`,
    next: `Write {statement} there. The placeholders are ${all}.`,
  });
}

async function readTemplate(path: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw new Failure('usage', 'template-unreadable', {
      message: `The prompt template ${path} cannot be read.`,
      reason: (error as Error).message,
      next: `Give a text file with {statement} in it: --formalizer ${RAW}FILE`,
    });
  }
}
