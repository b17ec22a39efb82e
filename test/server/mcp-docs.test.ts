/** `docs/guides/agents.md` matches the tools, and its examples are valid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli.ts';
import { TOOLS } from '../../src/server/mcp/tools.ts';
import { ROOT } from '../architecture/source-files.ts';
import { PROTOCOLS } from './mcp-client.ts';

const page = readFileSync(join(ROOT, 'docs', 'guides', 'agents.md'), 'utf8');

function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map((match) => match[1]!);
}

/** Every server in a configuration, at any depth. */
function serversIn(value: unknown): { command: string | string[]; args?: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('command' in value) return [value as { command: string }];
  return Object.values(value).flatMap(serversIn);
}

async function commandsOf(words: readonly string[]): Promise<string[]> {
  const commands: string[] = [];
  const program = await buildProgram(async ({ serves }) => void commands.push(serves === true ? 'serves' : 'other'));
  await program.parseAsync(
    words.filter((word, at) => word !== '--project' && words[at - 1] !== '--project'),
    {
      from: 'user',
    },
  );
  return commands;
}

describe('the configurations in docs/guides/agents.md', () => {
  const all = [...blocks('json').map((text) => JSON.parse(text)), ...blocks('toml').map((text) => parseToml(text))];
  const servers = all.flatMap(serversIn);

  it('cover at least six clients', () => expect(servers.length).toBeGreaterThanOrEqual(6));

  it.each(servers.map((server) => [JSON.stringify(server), server] as const))(
    '%s starts a server',
    async (_, server) => {
      const [command, ...args] = [server.command, server.args ?? []].flat();
      expect(command).toBe('lemmahead');
      expect(await commandsOf(args)).toEqual(['serves']);
    },
  );

  it('include valid shell commands', async () => {
    const lines = blocks('sh').flatMap((block) => block.split('\n'));
    expect(lines).toHaveLength(2);
    const after = lines[0]!.split(' -- ')[1]!.split(' ');
    expect([after[0], await commandsOf(after.slice(1))]).toEqual(['lemmahead', ['serves']]);
  });
});

it('docs/guides/agents.md lists every tool, and only supported protocols', () => {
  for (const { name } of TOOLS) expect(page).toContain(`| \`${name}\` |`);
  const named = page.split('Protocols: ')[1]!.match(/\d{4}-\d\d-\d\d/g)!;
  expect(named).toEqual(expect.arrayContaining([...PROTOCOLS]));
  for (const version of named.slice(1)) expect(SUPPORTED_PROTOCOL_VERSIONS).toContain(version);
});

it('docs/guides/agents.md shows the format of a search result', () => {
  expect(page).toMatch(/^```\ntheorem \S+ .*\n {2}\S+\.lean:\d+ {2}import \S+\n```$/m);
});
