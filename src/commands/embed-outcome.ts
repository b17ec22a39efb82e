/** The outcome of the commands that embed: `library embed`, `index embed`, `graph embed` and `templates embed`. */
import { renderEmbed } from '../report/embed.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { EmbedReport } from '../session/embed-schema.ts';
import { type EmbedJob, embedWithin } from '../session/embedding-run.ts';
import type { CommandOutcome } from './command.ts';

/** Exit `budget` if a limit stopped it; vectors stored by then are kept. @throws {Failure} as `embedWithin` */
export async function embedOutcome<Schema extends string>(
  schema: Schema,
  job: EmbedJob,
  context: CommandContext,
): Promise<CommandOutcome<EmbedReport & { schema: Schema }>> {
  const { exit, report } = await embedWithin(job, context);
  return { exit, data: { schema, ...report }, render: (style) => renderEmbed(report, style) };
}
