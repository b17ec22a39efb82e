/** Flags of `serve`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { collect, wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { jsonStreamOption } from './prove-flags.ts';
import { noRefreshOption, serviceOptions, serviceSettings, withServiceFlags } from './service-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead serve                                  http://127.0.0.1:5326: web page, HTTP, MCP at /mcp
  lemmahead serve --index mathlib.sqlite --port 8080
  lemmahead serve --model anthropic/NAME --max-cost 0.50
  lemmahead serve --host 0.0.0.0 --token-file token
  curl -s localhost:5326/search -H 'content-type: application/json' -d '{"query": "Nat.add_comm"}'

Exit codes: 0 stopped by Ctrl-C or SIGTERM, 2 wrong flags, 3 the port is already in use.
`;

const ACCESS = 'Access:';
/** LEAN on a telephone keypad. */
const PORT = 5326;

export function addServeCommand(program: Command, execute: Execute): void {
  const command = program
    .command('serve')
    .description('Run an HTTP and MCP server with a web page, until Ctrl-C')
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 for any free port')
        .argParser(wholeNumber(0, 65_535))
        .default(PORT),
    )
    .addOption(jsonStreamOption())
    .addOption(noRefreshOption())
    .addOption(
      new Option('--host <address>', 'address to listen on; other machines need a token')
        .default('127.0.0.1')
        .helpGroup(ACCESS),
    )
    .addOption(
      new Option('--token-file <file>', 'require the token in this file (or in LEMMAHEAD_TOKEN)').helpGroup(ACCESS),
    )
    .addOption(
      new Option('--allow-host <name>', 'another host name of this server (repeatable)')
        .argParser(collect)
        .helpGroup(ACCESS),
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
