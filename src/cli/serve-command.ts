/** Flags of `serve`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { collect, wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { jsonStreamOption } from './prove-flags.ts';
import { noRefreshOption, serviceOptions, serviceSettings, withServiceFlags } from './service-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead serve                                  http://127.0.0.1:5326: a page, HTTP, MCP at /mcp
  lemmahead serve --index mathlib.sqlite --port 8080
  lemmahead serve --model anthropic/NAME --max-cost 0.50
  lemmahead serve --host 0.0.0.0 --token-file token
  curl -s localhost:5326/search -H 'content-type: application/json' -d '{"query": "Nat.add_comm"}'

Exit codes: 0 told to stop (Ctrl-C, SIGTERM), 2 wrong flags, 3 the port is taken.
`;

const WHO = 'Who may ask:';
/** L, E, A, N on the keys of a telephone. */
const PORT = 5326;

export function addServeCommand(program: Command, execute: Execute): void {
  const command = program
    .command('serve')
    .description('Answer over HTTP and MCP, with a page for people, until Ctrl-C')
    .addOption(new Option('--port <number>', '0: any that is free').argParser(wholeNumber(0, 65_535)).default(PORT))
    .addOption(jsonStreamOption())
    .addOption(noRefreshOption())
    .addOption(
      new Option('--host <address>', 'listen there; beyond this machine only with a token')
        .default('127.0.0.1')
        .helpGroup(WHO),
    )
    .addOption(
      new Option('--token-file <file>', 'ask for the token that is written there (or in LEMMAHEAD_TOKEN)').helpGroup(
        WHO,
      ),
    )
    .addOption(
      new Option('--allow-host <name>', 'a name besides, by which the server is known')
        .argParser(collect)
        .helpGroup(WHO),
    );
  withServiceFlags(command)
    .addHelpText('after', EXAMPLES)
    .action((flags) =>
      execute({ flags: serviceSettings(flags), streams: flags.jsonStream ?? false, serves: true }, async (context) => {
        const [{ serve }, { readKeyVariable }] = await Promise.all([
          import('../server/serve.ts'),
          import('../config/env.ts'),
        ]);
        return serve(
          {
            ...serviceOptions(flags),
            host: flags.host,
            port: flags.port,
            allowHosts: (flags.allowHost ?? []).map((name) => name.toLowerCase()),
            tokenFile: flags.tokenFile ?? null,
            token: readKeyVariable('LEMMAHEAD_TOKEN'),
          },
          context,
        );
      }),
    );
}
