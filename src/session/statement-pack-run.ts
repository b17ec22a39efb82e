/** Makes the pack of a statement with the command's index and concept base, and finds the header of its file. */
import { buildPack, type Pack, type PackRequest } from '../formalize/build-pack.ts';
import { headerFor } from '../formalize/lean-file.ts';
import type { StageAsker } from '../formalize/stage-asker.ts';
import { withConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';
import { refreshProject } from './refresh.ts';

export interface PreparedPack {
  pack: Pack;
  /** Imports for a file with the statement. */
  header: string;
  notices: string[];
}

/** @throws {Failure} if there is no readable index or concept base */
export async function preparePack(
  request: PackRequest,
  asker: StageAsker,
  context: CommandContext,
): Promise<PreparedPack> {
  await refreshProject(context);
  return withConcepts(context, async ({ index, base, notices }) => {
    const pack = await buildPack(request, index, base, asker);
    const modules = pack.definitions.map(({ row }) => row.module);
    const cut = pack.isCut ? [`The text is long: only its first ${pack.text.length} characters are used.`] : [];
    return { pack, header: headerFor(index, modules), notices: [...cut, ...notices] };
  });
}
