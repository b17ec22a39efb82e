/** Makes the pack of a statement with the command's index and concept base, and finds the header of its file. */
import { buildPack, type Pack, type PackRequest } from '../formalize/build-pack.ts';
import { headerFor } from '../formalize/lean-file.ts';
import type { StageAsker } from '../formalize/stage-asker.ts';
import { type OpenConcepts, withConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';
import { refreshProject } from './refresh.ts';

export interface PreparedPack extends Pick<OpenConcepts, 'index' | 'base'> {
  pack: Pack;
  /** Imports for a file with the statement. */
  header: string;
  notices: string[];
}

/** Index and concept base are open while `work` runs. @throws {Failure} if one of them is not readable */
export async function withPack<T>(
  request: PackRequest,
  asker: StageAsker,
  context: CommandContext,
  work: (prepared: PreparedPack) => T | Promise<T>,
): Promise<T> {
  await refreshProject(context);
  return withConcepts(context, async ({ index, base, notices }) => {
    const pack = await buildPack(request, index, base, asker);
    const modules = pack.definitions.map(({ row }) => row.module);
    const cut = pack.isCut ? [`The text is long: only its first ${pack.text.length} characters are used.`] : [];
    return work({ pack, header: headerFor(index, modules), notices: [...cut, ...notices], index, base });
  });
}
