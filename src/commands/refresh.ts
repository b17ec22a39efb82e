/** What every command that reads a project's index does first: bring the project's changed files up to date. */
import { Failure } from '../base/errors.ts';
import { indexPathFor } from '../config/paths.ts';
import type { CommandContext } from './command.ts';

/** Never keeps a command from answering: while another process builds, the old index answers, and that is said. */
export async function refreshProject(noRefresh: boolean, { settings, signal, log }: CommandContext): Promise<void> {
  const { projectRoot } = settings;
  if (projectRoot === null || noRefresh || !settings.searchRefresh) return;
  // Outside a project a search must not pay for what reads one.
  const { ensureFresh } = await import('../index/ensure-fresh.ts');
  try {
    for (const warning of await ensureFresh({ indexPath: indexPathFor(settings), projectRoot, signal }))
      log.warn(warning);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`${error.message} The index answers as it was.`);
  }
}
