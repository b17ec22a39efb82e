/** Facts that decide what a proof finds, besides Lean and the project: the index, the library, and the graph of templates. */
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { Requirements } from '../queue/requirements.ts';
import type { CommandContext } from './command-context.ts';
import { openPassageSearch } from './passage-search.ts';
import { findIndex, type ProverSession } from './prover-session.ts';
import { openSimilarProblems } from './similar-problems.ts';

type Opened = Pick<ProverSession, 'templates'> & {
  index: Pick<NonNullable<ProverSession['index']>, 'meta'> | null;
  library: Pick<NonNullable<ProverSession['library']>, 'digest' | 'ids'> | null;
};

/** The facts of what is open. */
export function provingFacts({ index, library, templates }: Opened): Requirements {
  const facts: Record<string, string> = {};
  const digest = index?.meta('digest') ?? null;
  if (digest !== null) facts['index'] = digest;
  // What a benchmark hides is named by the ids of entries, which two libraries with the same entries may number differently.
  if (library !== null) facts['library'] = sha256([library.digest, ...library.ids].join('\n')).slice(0, 16);
  if (templates !== null) facts['templates'] = sha256(templates).slice(0, 16);
  return facts;
}

/** The index of this machine for files of a project; nothing if there is none. */
export async function findIndexFacts(context: CommandContext, projectRoot: string | null): Promise<Requirements> {
  const index = await orNull(findIndex(context, projectRoot));
  try {
    return provingFacts({ index, library: null, templates: null });
  } finally {
    index?.close();
  }
}

/** The library and the graph of templates of this machine, as far as there are any. */
export async function findLibraryFacts(context: CommandContext): Promise<Requirements> {
  const library = await orNull(openPassageSearch(context));
  const similar = await orNull(openSimilarProblems(context));
  try {
    return provingFacts({ index: null, library, templates: similar?.digest ?? null });
  } finally {
    await library?.close();
    await similar?.close();
  }
}

/** A worker without one of them serves the units that need none. */
async function orNull<T>(opening: Promise<T>): Promise<T | null> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The facts that differ: what a worker reported has changed since. */
export function changedFacts(required: Requirements, opened: Opened): string[] {
  const facts = provingFacts(opened);
  return (['index', 'library', 'templates'] as const).filter(
    (name) => required[name] !== undefined && required[name] !== facts[name],
  );
}
