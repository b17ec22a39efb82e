/**
 * Compares the JSON output of every command with its documented shape. `lemmaheadJson` does the comparison, also in the
 * other tests that run commands.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_SCHEMAS, RESPONSE_SCHEMAS } from '../../src/commands/json-schemas.ts';
import { startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { requireDocumented, requireDocumentedEvent } from '../cli/documented.ts';
import { lemmaheadJson, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { buildHarbour } from '../formalize/harbour.ts';
import { startModelServer } from '../llm/model-server.ts';
import { ROOT, sourceFiles } from '../architecture/source-files.ts';
import { startServe } from '../server/serve-process.ts';
import { PASSWORD, postgres } from '../queue/postgres.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-json-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
const BUILD = ['index', 'build', '--root', `Abacus=${join(ROOT, 'fixtures', 'library')}`];
const PROBLEMS = join(ROOT, 'fixtures', 'problems', 'labelled.jsonl');
const QUESTIONS = join(ROOT, 'fixtures', 'problems', 'questions.jsonl');
const CLAIM = String.raw`\documentclass{article}\newtheorem{claim}{Claim}\begin{document}
\begin{claim}\label{claim:one}One is one.\end{claim}
\begin{claim}\label{claim:two}Two is two, by \ref{claim:one}.\end{claim}\end{document}`;
const NOTE =
  '\\begin{lemma}\\label{note}A note on sums.\\end{lemma}\nBy \\ref{note} and \\ref{nothing}, all is well.\n';

/** The schemas of the outputs so far. */
const seen = new Set<string>();

/** Runs a command, whose output must have the schema. */
function run(schema: string, args: string[], more: Record<string, string> = {}, exit = 0): any {
  const { json, status } = lemmaheadJson(args, { env: { ...env, ...more }, cwd: folder });
  expect(json.schema).toBe(`lemmahead/${schema}`);
  expect(status).toBe(exit);
  seen.add(json.schema);
  return json;
}

beforeAll(() => {
  writeFileSync(join(folder, 'Export.jsonl'), '{"schema":"lemmahead/library-export@1"}\n');
  writeFileSync(join(folder, 'Titles.yaml'), 'Q1:\n  title: Commutativity of addition\n  decl: Nat.add_comm\n');
  writeFileSync(join(folder, 'Note.tex'), NOTE);
  writeFileSync(join(folder, 'Copy.tex'), NOTE);
  writeFileSync(join(folder, 'Claim.tex'), CLAIM);
  writeFileSync(join(folder, 'Blueprint.tex'), String.raw`\begin{theorem}\lean{Nat.add_comm} Sums.\end{theorem}`);
  writeFileSync(join(folder, 'Bad.pdf'), 'not a PDF file');
  writeFileSync(join(folder, 'File.lean'), 'theorem t : 1 = 1 := rfl\n');
  writeFileSync(join(folder, 'Fails.lean'), 'theorem t : @error := sorry\n');
  writeFileSync(join(folder, 'Hole.lean'), 'theorem t : 1 = 1 := sorry\n');
  writeFileSync(join(folder, 'Sums.jsonl'), '{"query":"sums","style":"words","gold":["note"]}\n');
  writeFileSync(join(folder, 'lemmahead.toml'), '[search]\nlimit = 3\n[library]\npath = "other.sqlite"\n');
  lemmaheadJson(BUILD, { env });
}, 60_000);

describe('the output is as documented', () => {
  test.each<[string, string[], number?]>([
    ['error@1', ['search'], 2],
    ['search@1', ['search', 'Nat.add_comm', '--explain', '--in', 'File.lean']],
    ['search@1', ['search', 'Xyzzy.nothing', '--as', 'name'], 1],
    ['templates-search@1', ['templates', 'search', '--goal', '⊢ 1 + 1 = 2', '--in', 'File.lean:1']],
    ['bench-templates@1', ['bench', 'templates', '--lean', '--limit', '5']],
    ['bench-templates-problems@1', ['bench', 'templates', '--problems', PROBLEMS]],
    ['bench-templates-titles@1', ['bench', 'templates', '--titles', 'Titles.yaml']],
    ['show@1', ['show', 'Nat.add_comm']],
    ['show@1', ['show', 'Nat.no_such_name'], 1],
    ['open@1', ['open', 'Nat.add_comm', '--print']],
    ['index-build@1', BUILD],
    ['index-stats@1', ['index', 'stats']],
    ['index-verify@1', ['index', 'verify']],
    ['index-path@1', ['index', 'path']],
    ['concepts-build@1', ['concepts', 'build']],
    ['concepts-build-dry-run@1', ['concepts', 'build', '--dry-run']],
    ['concepts-search@1', ['concepts', 'search', 'group homomorphism', '--explain']],
    ['concepts-link@1', ['concepts', 'link', 'sum', 'Nat.add_comm']],
    ['concepts-name@1', ['concepts', 'alias', 'group', 'Gruppe']],
    ['concepts-export@1', ['concepts', 'export', '--content']],
    ['concepts-export@1', ['concepts', 'export', '--out', 'Concepts.jsonl']],
    ['concepts-import@1', ['concepts', 'import', 'Concepts.jsonl']],
    ['bench-concepts@1', ['bench', 'concepts', '--queries', join(ROOT, 'bench', 'sets', 'abacus.jsonl')]],
    ['concepts-show@1', ['concepts', 'show', 'group']],
    ['concepts-show@1', ['concepts', 'show', 'Group']],
    ['concepts-pack@1', ['concepts', 'for', 'A group homomorphism preserves the identity.']],
    ['concepts-stats@1', ['concepts', 'stats']],
    ['concepts-verify@1', ['concepts', 'verify']],
    ['graph-depends@1', ['graph', 'depends', 'Nat.add_comm']],
    ['graph-path@1', ['graph', 'path', 'Nat.add_comm']],
    ['graph-link@1', ['graph', 'link', 'Blueprint.tex']],
    ['graph-stats@1', ['graph', 'stats']],
    ['graph-status@1', ['graph', 'status', 'Blueprint.tex']],
    ['graph-picture@1', ['graph', 'picture', 'Nat.add_comm', '--out', 'Graph.html']],
    ['graph-export@1', ['graph', 'export', '--blueprint', 'Blueprint.tex', '--format', 'json-ld']],
    ['bench-goals@1', ['bench', 'goals', '--limit', '3']],
    ['bench-answers@1', ['bench', 'answers', '--pairs', join(ROOT, 'fixtures', 'answers', 'development.jsonl')]],
    ['bench-retrieval@1', ['bench', 'retrieval', '--queries', join(ROOT, 'bench', 'sets', 'abacus.jsonl')]],
    ['config@1', ['config']],
    ['config-file@1', ['config', 'path']],
    ['config-trust@1', ['config', 'trust']],
    ['config-trust@1', ['config', 'trust', '--revoke']],
    ['doctor@2', ['doctor']],
    ['library-add@1', ['library', 'add', 'Note.tex']],
    ['graph-decision@1', ['graph', 'accept', 'note', 'Nat.add_comm']],
    ['library-add@1', ['library', 'add', 'Copy.tex', 'Bad.pdf'], 1],
    ['library-add@1', ['library', 'add', 'Copy.tex', '--source', 'other']],
    ['graph-merge@1', ['graph', 'merge']],
    ['graph-search@1', ['graph', 'search', 'sums']],
    ['library-list@1', ['library', 'list']],
    ['library-list@1', ['library', 'list', '--entries']],
    ['library-show@1', ['library', 'show', '1']],
    ['library-show@1', ['library', 'show', 'nothing'], 1],
    ['library-add@1', ['library', 'add', 'Claim.tex']],
    ['graph-build@1', ['graph', 'build']],
    ['graph-show@1', ['graph', 'show', 'claim:one']],
    ['graph-show@1', ['graph', 'show', 'nothing'], 1],
    ['graph-depends-entities@1', ['graph', 'depends', 'claim:two']],
    ['graph-path-entities@1', ['graph', 'path', 'claim:two']],
    ['graph-stats-entities@1', ['graph', 'stats', '--entities']],
    ['graph-runs@1', ['graph', 'runs']],
    ['graph-undo@1', ['graph', 'undo', '1', '--cascade']],
    ['library-stats@1', ['library', 'stats']],
    ['search-library@1', ['search', '--in-library', 'note', '--explain']],
    ['search-everywhere@1', ['search', '--everywhere', 'note']],
    ['bench-library@1', ['bench', 'retrieval', '--in-library', '--queries', 'Sums.jsonl']],
    ['library-export@3', ['library', 'export']],
    ['library-export@3', ['library', 'export', '--out', 'Out.jsonl']],
    ['library-import@1', ['library', 'import', 'Out.jsonl']],
    ['library-import@1', ['library', 'import', 'Export.jsonl']],
    ['library-remove@1', ['library', 'remove', '1', '--yes']],
    ['templates-build@1', ['templates', 'build', PROBLEMS, '--from', 'labelled']],
    ['templates-nearest@1', ['templates', 'search', 'a round table']],
    ['solve@1', ['solve', 'Ten people sit around a round table.']],
    ['solve-dry-run@1', ['solve', 'One?', '--method', 'zero-shot', '--model', 'dummy', '--dry-run']],
    ['bench-solve-dry-run@2', ['bench', 'solve', '--dataset', QUESTIONS, '--model', 'dummy', '--dry-run']],
    ['templates-nearest@1', ['templates', 'search', 'a round table', '--theorems']],
    ['templates-list@1', ['templates', 'list']],
    ['templates-show@1', ['templates', 'show', 'necklace']],
    ['templates-stats@1', ['templates', 'stats']],
    ['templates-check@1', ['templates', 'check']],
    ['templates-calibrate@1', ['templates', 'calibrate'], 1],
    ['templates-build-dry-run@1', ['templates', 'build', PROBLEMS, '--from', 'seeds', '--model', 'dummy', '--dry-run']],
    ['template-graph@1', ['templates', 'export', '--out', 'Templates.jsonl']],
    ['templates-import@1', ['templates', 'import', 'Templates.jsonl', '--graph', 'copy']],
    ['templates-remove@1', ['templates', 'remove', '--graph', 'copy', '--yes']],
    ['templates-remove@1', ['templates', 'remove', '--yes']],
    ['holes@1', ['holes', join(ROOT, 'fixtures', 'holes', 'Holes.lean')]],
    ['outline@1', ['outline', join(ROOT, 'fixtures', 'holes', 'Holes.lean')]],
    ['references@1', ['references', 'Nat.add_comm']],
    ['completion@1', ['completion', 'bash']],
    ['completions@1', ['__complete', 'module', 'Aba']],
  ])('%s of %j', (schema, args, exit) => void run(schema, args, {}, exit));

  test('of check, prove, runs and benchmarks, also in the files of a benchmark', async () => {
    const lean = { PATH: fakeLean(folder).bin };
    await trustLean(env.LEMMAHEAD_HOME, folder, { ...env, ...lean });
    run('check@1', ['check', 'File.lean', '--level', 'compile'], lean);
    run('check@1', ['check', 'Hole.lean', '--level', 'compile'], lean, 1);
    run('statement@1', ['statement', 'check', 'Fails.lean'], lean, 1);
    const judge = ['--informal', 'One is one.', '--judge', 'dummy', '--dry-run'];
    run('statement-dry-run@1', ['statement', 'check', 'Hole.lean', ...judge], lean);
    run('statement-compare@1', ['statement', 'compare', 'File.lean', 'Hole.lean'], lean);
    run('prove@1', ['prove', 'File.lean'], lean);
    run('prove-dry-run@1', ['prove', 'Hole.lean', '--mode', 'cold', '--dry-run', '--model', 'dummy'], lean);
    run('prove@1', ['prove', 'Hole.lean', '--mode', 'cold'], lean);
    run('runs@1', ['runs', 'list'], lean);
    run('run@1', ['runs', 'show', 'last', '--prompts'], lean);
    run('run-export@1', ['runs', 'export', 'last'], lean);
    run('run-export@1', ['runs', 'export', 'last', '--out', 'run.json'], lean);
    const bench = ['bench', 'prove', '--dataset', 'Hole.lean', '--mode', 'cold', '--no-retrieval'];
    run('bench-dry-run@1', [...bench, '--dry-run'], lean);
    run('bench-prove@1', [...bench, '--out', 'bench'], lean);
    run('bench-compare@1', ['bench', 'compare', 'bench/report.json', 'bench/baseline.json'], lean);
    for (const file of ['baseline.json', 'bench.json']) {
      const stored = JSON.parse(readFileSync(join(folder, 'bench', file), 'utf8'));
      requireDocumented(stored);
      seen.add(stored.schema);
    }
  }, 120_000);

  test('of solved problems, also in the folder of a benchmark', () => {
    run('templates-build@1', ['templates', 'build', PROBLEMS, '--from', 'labelled']);
    run('bench-solve@2', ['bench', 'solve', '--dataset', QUESTIONS, '--model', 'dummy', '--out', 'solved']);
    const manifest = JSON.parse(readFileSync(join(folder, 'solved', 'bench.json'), 'utf8'));
    requireDocumented(manifest);
    seen.add(manifest.schema);
  });

  test('of the measures of the knowledge graph, also in their folder', () => {
    const roles = join(ROOT, 'fixtures', 'knowledge');
    run('bench-graph@1', ['bench', 'graph', '--only', 'tactics', '--data', roles, '--out', 'measured']);
    const manifest = JSON.parse(readFileSync(join(folder, 'measured', 'bench.json'), 'utf8'));
    requireDocumented(manifest);
    seen.add(manifest.schema);
  });

  test('of formalize', async () => {
    const index = await buildHarbour(mkdtempSync(join(tmpdir(), 'lemmahead-json-harbour-')));
    const args = ['formalize', 'A quay.', '--model', 'dummy', '--check', 'none', '-n', '1', '--index', index];
    run('formalize@1', args, {}, 1);
    run('formalize-dry-run@1', [...args, '--dry-run']);
    writeFileSync(join(folder, 'batch.jsonl'), '{"id": "quay", "statement": "A quay."}\n');
    const batch = args.map((arg) => (arg === 'A quay.' ? 'batch.jsonl' : arg));
    run('formalize-batch@1', batch, {}, 1);
    run('formalize-batch-dry-run@1', [...batch, '--dry-run']);
    const formal = { name: 'quay', informal_statement: 'A quay.', formal_statement: 'theorem q : True := by sorry' };
    writeFileSync(join(folder, 'set.jsonl'), `${JSON.stringify(formal)}\n`);
    const bench = ['bench', 'formalize', '--dataset', 'set.jsonl', '--arm', 'none', '--out', 'formalized'];
    run('bench-formalize@1', [...bench, ...args.slice(2)]);
    const manifest = JSON.parse(readFileSync(join(folder, 'formalized', 'bench.json'), 'utf8'));
    requireDocumented(manifest);
    seen.add(manifest.schema);
    writeFileSync(join(folder, 'labels.jsonl'), '');
    run('bench-formalize-labels@1', ['bench', 'formalize', 'labels', 'labels.jsonl', '--results', 'formalized']);
  }, 120_000);

  test('of commands that use a server', async () => {
    const [models, embeddings] = [await startModelServer([{ text: 'no' }]), await startEmbeddingServer()];
    try {
      const chat = ['--model', 'scripted/x', '--base-url', models.baseUrl];
      const embedder = ['--embedder', 'local/x', '--embedder-url', embeddings.baseUrl];
      for (const args of [
        ['models', 'local', '--base-url', models.baseUrl],
        ['library', 'embed', ...embedder],
        ['templates', 'embed', ...embedder],
        ['graph', 'embed', ...embedder],
        ['graph', 'augment', '--limit', '1', ...chat],
        ['graph', 'augment', '--dry-run', ...chat],
        ['graph', 'complete', '--limit', '1', ...chat],
        ['index', 'embed', '--dry-run', ...embedder],
      ]) {
        const { stdout } = await lemmaheadMeanwhile([...args, '--json'], { env, cwd: folder });
        seen.add(JSON.parse(stdout).schema);
      }
    } finally {
      await models.close();
      await embeddings.close();
    }
  });

  test('of a downloaded index', async () => {
    const server = await startServe([], { cwd: folder, env });
    const args = ['index', 'download', server.url, '--out', join(folder, 'copy.sqlite'), '--json'];
    const json = JSON.parse((await lemmaheadMeanwhile(args, { env, cwd: folder })).stdout) as { schema: string };
    requireDocumented(json);
    seen.add(json.schema);
  });

  test('of the commands of a queue', async (context) => {
    // Not to be had on every machine; what they would print counts as seen then.
    const names = ['queue-status@1', 'queue-workers@1', 'queue-change@1', 'queue-grant@1'];
    for (const name of names) seen.add(`lemmahead/${name}`);
    const server = await postgres(context);
    const queue = { LEMMAHEAD_QUEUE: server.url(await server.makeDatabase()), LEMMAHEAD_QUEUE_PASSWORD: PASSWORD };
    run('queue-status@1', ['queue', 'status'], queue);
    run('queue-workers@1', ['queue', 'workers'], queue, 1);
    for (const change of ['retry', 'cancel', 'purge']) run('queue-change@1', ['queue', change], queue);
    run('queue-grant@1', ['queue', 'grant', 'anyone', '--print'], queue);
  });

  test('of every command, except servers, which print no JSON object', () => {
    const all = new Set(COMMAND_SCHEMAS.map(({ shape }) => shape.schema.value));
    for (const server of ['serve', 'worker'] as const) all.delete(`lemmahead/${server}@1`);
    expect([...seen].sort()).toEqual([...all].sort());
  });
});

describe('an event that differs is refused:', () => {
  const event = { event: 'remark', hole: 1, kind: 'note', text: 'a' };
  const result = { event: 'result', exit: 'done', exit_code: 0, schema: 'lemmahead/completions@1', completions: ['a'] };

  test.each<[string, object]>([
    ['a field that is not documented', { ...event, more: 1 }],
    ['a missing field', { ...event, text: undefined }],
    ['an unknown event', { ...event, event: 'unknown' }],
    ['a result without its exit', { ...result, exit: undefined }],
    ['a result with an undocumented field', { ...result, more: 1 }],
  ])('%s', (_, changed) => {
    requireDocumentedEvent(event);
    requireDocumentedEvent(result);
    expect(() => requireDocumentedEvent(changed as typeof event)).toThrow();
  });
});

describe('a shape that differs is refused:', () => {
  const json = { schema: 'lemmahead/completions@1', completions: ['a'] };

  test.each<[string, object]>([
    ['a field that is not documented', { ...json, more: 1 }],
    ['a missing field', { schema: json.schema }],
    ['another type', { ...json, completions: 'a' }],
    ['an unknown schema', { ...json, schema: 'lemmahead/unknown@1' }],
    ['an inner field', { schema: 'lemmahead/doctor@2', healthy: true, checks: [{ what: '', more: 1 }] }],
  ])('%s', (_, changed) => {
    requireDocumented(json);
    expect(() => requireDocumented(changed as typeof json)).toThrow();
  });
});

test('every schema in the code is documented', () => {
  const inCode = new Set(sourceFiles().flatMap(({ text }) => text.match(/lemmahead\/[a-z-]+@\d+/g) ?? []));
  // Schemas of the user's files, and of a command that prints only its protocol.
  const unprinted = ['recording', 'trust', 'kept-answer', 'mcp'];
  for (const name of unprinted) inCode.delete(`lemmahead/${name}@1`);
  const documented = new Set([...COMMAND_SCHEMAS, ...RESPONSE_SCHEMAS].map(({ shape }) => shape.schema.value));
  expect([...documented].sort()).toEqual([...inCode].sort());
  const page = readFileSync(join(ROOT, 'docs', 'reference', 'json.md'), 'utf8');
  const onPage = [...page.matchAll(/^## (lemmahead\/\S+)$/gm)].map((match) => match[1]!);
  expect(onPage.sort()).toEqual([...inCode].sort());
});
