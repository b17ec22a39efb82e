/** Flags of `serve`. */
import type { Command } from '@commander-js/extra-typings';
import { integer, list, text, option, optionTable } from '../config/option-table.ts';
import { STREAM_OPTIONS } from '../options/prove-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';
import { SERVICE_OPTIONS, serviceOptions } from './service-flags.ts';

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
/** The default port: the digits of LEAN on a telephone keypad. */
const PORT = 5326;

const SERVE_OPTIONS = optionTable({
  port: option('--port <number>', 'port to listen on; 0 for any free port', integer(0, 65_535), { default: PORT }),
  ...STREAM_OPTIONS,
  host: option('--host <address>', 'address to listen on; other machines need a token', text(), {
    group: ACCESS,
    default: '127.0.0.1',
  }),
  tokenFile: option('--token-file <file>', 'require the token in this file (or in LEMMAHEAD_TOKEN)', text(), {
    group: ACCESS,
  }),
  allowHosts: option('--allow-host <name>', 'another host name of this server (repeatable)', list(), { group: ACCESS }),
  ...SERVICE_OPTIONS,
});

export function addServeCommand(program: Command, execute: Execute): void {
  const command = program.command('serve').description('Run an HTTP and MCP server with a web page, until Ctrl-C');
  addFlags(command, SERVE_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(() => {
      const flags = readFlags(command, SERVE_OPTIONS);
      const { jsonStream, host, port, allowHosts, tokenFile } = flags;
      const request = { flags: readSettings(command, SERVE_OPTIONS), streams: jsonStream, serves: true };
      return execute(request, async (context) => {
        const [{ serve }, { readKeyVariable }] = await Promise.all([
          import('../server/serve.ts'),
          import('../config/env.ts'),
        ]);
        return serve(
          {
            ...serviceOptions(flags, context.settings),
            ...{ host, port, tokenFile },
            allowHosts: allowHosts.map((name) => name.toLowerCase()),
            token: readKeyVariable('LEMMAHEAD_TOKEN'),
          },
          context,
        );
      });
    });
}
