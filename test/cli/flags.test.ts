/** How flags become the options of a command. The only test that mocks command modules. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildProgram } from '../../src/cli.ts';
import type { Request } from '../../src/cli/execute.ts';
import type { CommandContext } from '../../src/session/command-context.ts';
import type { Configuration } from '../../src/config/resolve.ts';

const calls = vi.hoisted(() => ({ options: undefined as unknown }));
const record = vi.hoisted(() => async (options: unknown) => {
  calls.options = options;
  return { exit: 'done', data: { schema: 'x' }, render: () => '' };
});
vi.mock('../../src/commands/search.ts', () => ({ search: record }));
vi.mock('../../src/commands/show.ts', () => ({ show: record }));
vi.mock('../../src/commands/index-build.ts', () => ({ indexBuild: record }));
vi.mock('../../src/commands/prove.ts', () => ({ prove: record }));
vi.mock('../../src/commands/check.ts', () => ({ check: record }));

let request: Request;

/** Runs the command tree as `main.ts` does, with default settings. */
async function parse(...argv: string[]): Promise<unknown> {
  const settings = { searchLimit: 10, searchRefresh: true };
  const program = await buildProgram(async (received, call) => {
    request = received;
    await call({ settings, cwd: '/' } as CommandContext, {} as Configuration);
  });
  await program.parseAsync(argv, { from: 'user' });
  return calls.options;
}

beforeEach(() => {
  calls.options = undefined;
});

const FILTERS = {
  kind: [],
  source: [],
  heading: [],
  module: [],
  namespace: [],
  package: [],
  attribute: [],
  instancesOf: null,
  generated: true,
  deprecated: true,
};

const SEARCH = {
  query: 'q',
  where: 'index',
  k: 10,
  as: null,
  filters: FILTERS,
  in: null,
  explain: false,
  docs: false,
  offset: 0,
  constants: false,
  fold: null,
  inTopic: null,
};

describe('flags of search', () => {
  test.each<[string, string[], Partial<typeof SEARCH> | Record<string, unknown>]>([
    ['only a query', [], {}],
    ['a topic', ['--in-topic', 'linear algebra'], { inTopic: 'linear algebra' }],
    ['a query that begins with -, after --', ['--', '-foo'], { query: '-foo' }],
    ['a query of several words', ['a', 'b', '--explain', '*'], { query: 'q a b *', explain: true }],
    [
      'filters, repeated and separated by commas',
      ['--kind', 'lemma,def', '--kind', 'theorem', '--attr', 'simp'],
      { filters: { ...FILTERS, kind: ['lemma', 'def', 'theorem'], attribute: ['simp'] } },
    ],
    [
      '--no-generated and --no-deprecated',
      ['--no-generated', '--no-deprecated'],
      { filters: { ...FILTERS, generated: false, deprecated: false } },
    ],
    ['--offset', ['--offset', '20'], { offset: 20 }],
    ['--docs', ['--docs'], { docs: true }],
    ['--fold', ['--fold'], { fold: true }],
    ['--no-fold', ['--no-fold'], { fold: false }],
    ['a query type', ['--as', 'goal'], { as: 'goal' }],
    [
      '--in-library with its filters',
      ['--in-library', '--source', 'a,b', '--heading', 'x, y'],
      { where: 'library', filters: { ...FILTERS, source: ['a', 'b'], heading: ['x, y'] } },
    ],
    [
      '--everywhere with a kind of entry',
      ['--everywhere', '--kind', 'passage'],
      { where: 'everywhere', filters: { ...FILTERS, kind: ['passage'] } },
    ],
    ['a place and --explain', ['--in', 'A.lean:3', '--explain'], { in: 'A.lean:3', explain: true }],
  ])('become options of the command: %s', async (_, flags, expected) => {
    const argv = flags[0] === '--' ? ['search', ...flags] : ['search', 'q', ...flags];
    expect(await parse(...argv)).toEqual({ ...SEARCH, ...expected });
  });

  test('--limit, --index and --no-refresh become settings, so they override configuration files', async () => {
    await parse('search', 'q', '-k', '3', '--index', 'i.sqlite', '--no-refresh');
    expect(request.flags).toEqual({ 'search.limit': 3, 'index.path': 'i.sqlite', 'search.refresh': false });
    await parse('search', 'q', '--limit', '4');
    expect(request.flags).toMatchObject({ 'search.limit': 4 });
    await parse('search', 'q');
    expect(request.flags).toEqual({ 'search.limit': undefined, 'index.path': undefined, 'search.refresh': undefined });
  });
});

test('flags of show become options of the command', async () => {
  expect(await parse('show', 'Nat.add_comm')).toEqual({ name: 'Nat.add_comm' });
});

describe('flags of index build', () => {
  test('--root and --rev take name=value pairs', async () => {
    const argv = ['--root', 'A=x', '--root', 'B=y=z', '--rev', 'A=0f3c', '--add', '--strict', '--out', 'o.sqlite'];
    expect(await parse('index', 'build', ...argv)).toEqual({
      roots: [
        { name: 'A', path: 'x' },
        { name: 'B', path: 'y=z' },
      ],
      revs: { A: '0f3c' },
      add: true,
      rehash: false,
      strict: true,
      vectors: true,
    });
    expect(request.flags).toEqual({ 'index.path': 'o.sqlite' });
  });

  test('--no-vectors turns vectors off', async () => {
    expect(await parse('index', 'build', '--no-vectors')).toMatchObject({ vectors: false });
  });

  test('--out and --index exclude each other, because they are synonyms', async () => {
    await expect(parse('index', 'build', '--out', 'a', '--index', 'b')).rejects.toMatchObject({ exitCode: 1 });
  });
});

const JUDGING = { level: 'audit', allowAxioms: [], requireSandbox: null };

test('flags of prove become options of the command', async () => {
  const defaults = {
    ...JUDGING,
    file: 'A.lean',
    decl: null,
    hole: null,
    strategy: null,
    samples: 4,
    rounds: 3,
    jobs: expect.any(Number),
    output: { to: 'show' },
    addImports: false,
    confirm: false,
    k: 10,
    contextChars: 1500,
    mode: 'server',
    limits: { cost: null, tokens: null, attempts: null },
    maxTime: null,
    retrieves: true,
    hasPortfolio: true,
    caches: true,
    record: null,
    dryRun: false,
    informal: null,
    informalProof: null,
    words: {
      passages: 5,
      contextTokens: 4000,
      iterations: 5,
      ipaStart: 'eqg',
      stopsEarly: false,
      withDeclarations: false,
      relevanceFloor: null,
      resultChars: 20_000,
      ...{ depth: 4, sketches: 4, stepsBy: 'portfolio+rag' },
      exemplars: 0,
      hasTemplates: true,
      turns: 20,
    },
  };
  expect(await parse('prove', 'A.lean')).toEqual(defaults);
  const informal = [
    '--informal',
    'Say it.',
    '--informal-proof',
    'It is so.',
    '--k-passages',
    '3',
    '--context-tokens',
    '9',
  ];
  const ipa = ['--iterations', '2', '--ipa-start', 'none', '--stop-early', '--with-declarations'];
  expect(await parse('prove', 'A.lean', ...informal, ...ipa, '--relevance-floor', '0.3')).toEqual({
    ...defaults,
    informal: 'Say it.',
    informalProof: 'It is so.',
    words: {
      passages: 3,
      contextTokens: 9,
      iterations: 2,
      ipaStart: 'none',
      stopsEarly: true,
      withDeclarations: true,
      relevanceFloor: 0.3,
      resultChars: 20_000,
      ...{ depth: 4, sketches: 4, stepsBy: 'portfolio+rag' },
      exemplars: 0,
      hasTemplates: true,
      turns: 20,
    },
  });
  const judging = ['--mode', 'cold', '--level', 'kernel'];
  const limits = ['--max-attempts', '0', '--max-time', '60', '--max-cost', '0.25', '--max-tokens', '9'];
  const selection = ['--decl', 'N.t', '--hole', '2', '--strategy', 'rag', '-n', '8', '--rounds', '0', '-j', '2'];
  const disabled = ['--no-retrieval', '--no-portfolio', '--no-cache', '--dry-run'];
  const rest = ['-k', '0', '--context-chars', '9', '--in-place', '--add-imports', '--record', 'r.jsonl'];
  expect(await parse('prove', 'A.lean', ...judging, ...limits, ...selection, ...disabled, ...rest)).toEqual({
    ...defaults,
    decl: 'N.t',
    hole: 2,
    strategy: 'rag',
    samples: 8,
    rounds: 0,
    jobs: 2,
    output: { to: 'file' },
    addImports: true,
    k: 0,
    contextChars: 9,
    mode: 'cold',
    level: 'kernel',
    limits: { cost: 0.25, tokens: 9, attempts: 0 },
    maxTime: 60,
    retrieves: false,
    hasPortfolio: false,
    caches: false,
    record: 'r.jsonl',
    dryRun: true,
  });
  expect(await parse('prove', 'A.lean', '--out', 'B.lean')).toMatchObject({ output: { to: 'other', path: 'B.lean' } });
  expect(await parse('prove', 'A.lean', '--diff')).toMatchObject({ output: { to: 'diff' } });
  await expect(parse('prove', 'A.lean', '--diff', '--in-place')).rejects.toMatchObject({ exitCode: 1 });
  await expect(parse('prove', 'A.lean', '--max-cost', '-1')).rejects.toMatchObject({ exitCode: 1 });
  await expect(parse('prove', 'A.lean', '--level', 'compile')).rejects.toMatchObject({ exitCode: 1 });
});

test('flags of the model and its server become settings', async () => {
  await parse(
    'prove',
    'A.lean',
    '--model',
    'local/m',
    '--base-url',
    'http://h/v1',
    '--temperature',
    '0.5',
    '--json-stream',
  );
  expect(request).toMatchObject({
    flags: { 'model.name': 'local/m', 'model.base_url': 'http://h/v1', 'model.temperature': 0.5 },
    streams: true,
  });
});

test('flags of check become options of the command', async () => {
  const defaults = {
    ...JUDGING,
    confirm: false,
    files: ['A.lean', 'B.lean'],
    against: null,
    decl: null,
    allowNew: false,
  };
  expect(await parse('check', 'A.lean', 'B.lean')).toEqual(defaults);
  const argv = ['--against', 'O.lean', '--decl', 'N.t', '--allow-new', '--level', 'challenge'];
  const judging = ['--allow-axioms', 'a,b', '--allow-axioms', 'c', '--require-sandbox', 'namespaces', '--confirm'];
  expect(await parse('check', 'A.lean', ...argv, ...judging)).toEqual({
    files: ['A.lean'],
    against: 'O.lean',
    decl: 'N.t',
    allowNew: true,
    confirm: true,
    level: 'challenge',
    allowAxioms: ['a', 'b', 'c'],
    requireSandbox: 'namespaces',
  });
});
