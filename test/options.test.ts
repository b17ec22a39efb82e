/** A new row in the option table of `prove` is enough for its flag, its request field, its record and its default. */
import { expect, test, vi } from 'vitest';
import { buildProgram } from '../src/cli.ts';
import { readRecordedOptions } from '../src/commands/recorded-options.ts';
import type { Configuration } from '../src/config/resolve.ts';
import { openApiDocument } from '../src/server/http/openapi.ts';
import { proveInput } from '../src/server/mcp/inputs.ts';
import { proveOptions } from '../src/server/request-options.ts';
import { proveRequest, readRequest } from '../src/server/requests.ts';
import type { CommandContext } from '../src/session/command-context.ts';

vi.mock('../src/options/prove-options.ts', async (importOriginal) => {
  const original = await importOriginal<{ PROVE_OPTIONS: object }>();
  const window = {
    flag: '--window <number>',
    help: 'lines around a hole in a prompt',
    value: { is: 'integer', least: 0, most: 1000 },
    default: 40,
    request: { field: 'window', help: 'lines around the hole' },
  };
  return { ...original, PROVE_OPTIONS: { ...original.PROVE_OPTIONS, window } };
});

const received = vi.hoisted(() => ({ options: null as unknown }));
vi.mock('../src/commands/prove.ts', () => ({
  prove: async (options: unknown) => {
    received.options = options;
    return { exit: 'done', data: { schema: 'x' }, render: () => '' };
  },
}));

async function parse(...argv: string[]): Promise<unknown> {
  const program = await buildProgram(async (_request, call) => {
    await call({ cwd: '/' } as CommandContext, {} as Configuration);
  });
  await program.parseAsync(['prove', 'A.lean', ...argv], { from: 'user' });
  return received.options;
}

test('its flag is parsed, checked and described', async () => {
  expect(await parse('--window', '7')).toMatchObject({ window: 7 });
  expect(await parse()).toMatchObject({ window: 40 });
  await expect(parse('--window', '1001')).rejects.toMatchObject({ exitCode: 1 });
  const program = await buildProgram(() => Promise.resolve());
  const help = program.commands.find((command) => command.name() === 'prove')?.helpInformation();
  expect(help).toMatch(/--window <number> +lines around a hole in a prompt\s+\(default: 40\)/);
});

const RULES = {
  requireSandbox: 'namespaces' as const,
  maxTime: 600,
  limits: { cost: null, tokens: null, attempts: null },
};

test('its request field is validated, converted and described', () => {
  const convert = (request: unknown): unknown => proveOptions(readRequest(proveRequest, request), '/A.lean', RULES);
  expect(convert({ text: '', window: 7 })).toMatchObject({ window: 7 });
  expect(convert({ text: '' })).toMatchObject({ window: 40 });
  expect(() => convert({ text: '', window: -1 })).toThrow('The request is invalid.');
  const property = { type: 'integer', minimum: 0, maximum: 1000, description: 'lines around the hole' };
  expect(openApiDocument()).toHaveProperty(
    ['paths', '/prove', 'post', 'requestBody', 'content', 'application/json', 'schema', 'properties', 'window'],
    property,
  );
  expect(Object.keys(proveInput.shape)).toContain('window');
});

test('its record is read and validated; an older record gets the default', () => {
  const model = { name: null, baseUrl: null, temperature: null, maxOutputTokens: 100 };
  const read = (window: object): unknown => {
    const prove = { ...proveOptions({}, '/A.lean', RULES), window: undefined, ...window };
    const request = { asked: { prove, model, index: null } };
    return readRecordedOptions({ id: 'r', request } as never, { model: {} } as never).request;
  };
  expect(read({ window: 7 })).toMatchObject({ window: 7 });
  expect(read({})).toMatchObject({ window: 40 });
  expect(() => read({ window: 1001 })).toThrow(/are invalid/);
});
