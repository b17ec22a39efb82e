/** `docs/mcp.md` shows what agents are told; each of its examples is itself right. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli.ts';
import { TOOLS } from '../../src/server/mcp/tools.ts';
import { ROOT } from '../architecture/source-files.ts';
import { PROTOCOLS } from './mcp-client.ts';

const page = readFileSync(join(ROOT, 'docs', 'mcp.md'), 'utf8');

function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map((match) => match[1]!);
}

/** Every server in a configuration, wherever it stands there. */
function serversIn(value: unknown): { command: string | string[]; args?: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('command' in value) return [value as { command: string }];
  return Object.values(value).flatMap(serversIn);
}

async function runs(words: readonly string[]): Promise<string[]> {
  const ran: string[] = [];
  const program = buildProgram(async ({ serves }) => void ran.push(serves === true ? 'serves' : 'other'));
  await program.parseAsync(
    words.filter((word, at) => word !== '--project' && words[at - 1] !== '--project'),
    {
      from: 'user',
    },
  );
  return ran;
}

describe('the configurations', () => {
  const all = [...blocks('json').map((text) => JSON.parse(text)), ...blocks('toml').map((text) => parseToml(text))];
  const servers = all.flatMap(serversIn);

  it('are of six clients at least', () => expect(servers.length).toBeGreaterThanOrEqual(6));

  it.each(servers.map((server) => [JSON.stringify(server), server] as const))(
    '%s starts a server',
    async (_, server) => {
      const [command, ...args] = [server.command, server.args ?? []].flat();
      expect(command).toBe('lemmahead');
      expect(await runs(args)).toEqual(['serves']);
    },
  );

  it('are right in the lines for a shell too', async () => {
    const lines = blocks('sh').flatMap((block) => block.split('\n'));
    expect(lines).toHaveLength(2);
    const after = lines[0]!.split(' -- ')[1]!.split(' ');
    expect([after[0], await runs(after.slice(1))]).toEqual(['lemmahead', ['serves']]);
  });
});

it('names every tool, and protocols that are spoken', () => {
  for (const { name } of TOOLS) expect(page).toContain(`| \`${name}\` |`);
  const named = page.split('Protocols: ')[1]!.match(/\d{4}-\d\d-\d\d/g)!;
  expect(named).toEqual(expect.arrayContaining([...PROTOCOLS]));
  for (const version of named.slice(1)) expect(SUPPORTED_PROTOCOL_VERSIONS).toContain(version);
});

it('says how a search is answered as it is', () => {
  expect(page).toMatch(/^```\ntheorem \S+ .*\n {2}\S+\.lean:\d+ {2}import \S+\n```$/m);
});
