/** Opens the concept base and its index for a command, and says if they do not belong together. */
import { Failure } from '../base/errors.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { indexPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { conceptBaseOf, openConceptBase, type ConceptBase } from '../concepts/open-base.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { CommandContext } from './command-context.ts';
import { withCommandIndex } from './command-index.ts';

export interface OpenConcepts {
  index: LibraryIndex;
  base: ConceptBase;
  /** A base of another state of the index is used, with a notice. */
  notices: string[];
}

/** The concept base that a command uses: the one set by the user, otherwise the one beside the index. */
export function conceptsPathFor(settings: Pick<Settings, 'conceptsPath' | 'indexPath' | 'projectRoot' | 'dataHome'>) {
  return settings.conceptsPath ?? conceptBaseOf(indexPathFor(settings));
}

/** @throws {Failure} if there is no readable index, or no readable concept base */
export function withConcepts<T>(context: CommandContext, work: (concepts: OpenConcepts) => T | Promise<T>): Promise<T> {
  const path = conceptsPathFor(context.settings);
  return withCommandIndex(context, async (index) => {
    const build = buildCommand(context.settings);
    const base = openConceptBase(path, build);
    try {
      return await work({ index, base, notices: isCurrent(index, base) ? [] : [outdated(build)] });
    } catch (error) {
      throw isDamage(error) ? damaged(path, build, error as Error) : error;
    } finally {
      base.close();
    }
  });
}

function outdated(build: string): string {
  return `The concept base was built from another state of the index, so it may lack new definitions. Run \`${build}\`.`;
}

/** The command that builds the base of these settings: with the paths that the user gave. */
export function buildCommand({ indexPath, conceptsPath }: Pick<Settings, 'indexPath' | 'conceptsPath'>): string {
  const paths = [
    ...(indexPath === null ? [] : [`--index ${shellQuote(indexPath)}`]),
    ...(conceptsPath === null ? [] : [`--concepts ${shellQuote(conceptsPath)}`]),
  ];
  return ['lemmahead concepts build', ...paths].join(' ');
}

export function isCurrent(index: LibraryIndex, base: ConceptBase): boolean {
  return base.meta('index_digest') === index.meta('digest');
}

/** The index reports its own damage; an error of SQLite in a command on concepts is most likely one of the base. */
function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|IOERR|NOTADB)/u.test((error as { code?: string }).code ?? '');
}

function damaged(path: string, build: string, error: Error): Failure {
  return new Failure('missing', 'concepts-damaged', {
    message: `The concept base at ${path} is damaged.`,
    reason: error.message,
    next: build,
    cause: error,
  });
}
