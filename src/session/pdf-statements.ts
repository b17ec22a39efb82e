/** The statements of a PDF in words, by its text layer. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { pluralize } from '../base/pluralize.ts';
import type { PieceKind } from '../sources/document.ts';
import type { PageRange } from '../sources/pdf/page-selection.ts';
import type { CommandContext } from './command-context.ts';

/** What can be formalized. */
const STATEMENTS: ReadonlySet<PieceKind> = new Set(['theorem', 'problem']);

/**
 * The theorems and problems, without proofs and solutions, in the order of the document; if there is none, all of its text.
 * `pages`: null for all. Says what was not read, and that formulas lose their structure.
 * @throws {Failure} exit `usage` if the file cannot be read, or has no text or no such page
 */
export async function statementsOfPdf(
  input: string,
  pages: readonly PageRange[] | null,
  { cwd, signal, log }: Pick<CommandContext, 'cwd' | 'signal' | 'log'>,
): Promise<string[]> {
  const { readPdfText } = await import('../sources/pdf/read-pdf-text.ts');
  const { pieces, problems } = await readPdfText(resolve(cwd, input), { signal }, pages).catch((error: unknown) => {
    throw error instanceof Failure && error.detail.code === 'pdf-no-text' ? noText(error) : error;
  });
  for (const { message } of problems) log.warn(message);
  const statements = pieces.filter(({ kind }) => STATEMENTS.has(kind)).map(({ body }) => body);
  const found = statements.length === 0 ? 'its whole text' : pluralize(statements.length, 'statement');
  log.warn(`Read ${found} from the text layer of ${input}: formulas lose their structure, so x² becomes x2.`);
  return statements.length === 0 ? [pieces.map(({ body }) => body).join('\n\n')] : statements;
}

/** A vision model reads pages only for the library. */
function noText({ detail }: Failure): Failure {
  return new Failure('usage', 'pdf-no-text', {
    message: detail.message,
    ...(detail.reason === undefined ? {} : { reason: detail.reason }),
    next: 'Give pages with text (--pages 3-4), or write the statement into a .txt or .tex file.',
  });
}
