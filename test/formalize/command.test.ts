/** The command `formalize`: a scripted model on a loopback server, a small library, and a fake or an old Lean. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { sha256 } from '../../src/base/hash.ts';
import { lemmahead, lemmaheadMeanwhile, type Spawned } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { buildHarbour, PROBLEM, REWRITTEN, RIGHT, scriptedModel, stageOf, STORY } from './harbour.ts';

let library: string;
let index: string;
let folder: string;
let env: Record<string, string>;
let server: ModelServer | null = null;

beforeAll(async () => {
  library = mkdtempSync(join(tmpdir(), 'lemmahead-harbour-'));
  index = await buildHarbour(library);
});
afterAll(() => rmSync(library, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-formalize-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home') };
  // The fake Lean fails at a line with this word.
  writeFileSync(join(folder, 'Header.lean'), 'import Harbour\n-- when SafeQuay: error\n');
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

type Script = readonly Reply[] | ((request: SeenRequest, number: number) => Reply);

async function formalize(script: Script, ...args: string[]): Promise<Spawned & { report: any }> {
  server ??= await startModelServer(script);
  return run(PROBLEM, '--model', 'local/m', '--base-url', server.baseUrl, ...args);
}

async function run(text: string, ...args: string[]): Promise<Spawned & { report: any }> {
  // The fake Lean has no elaborated types.
  const check = ['--check', 'compile'];
  const all = ['formalize', text, '--index', index, '--header', 'Header.lean', '--json', ...check, ...args];
  const spawned = await lemmaheadMeanwhile(all, { cwd: folder, env });
  return { ...spawned, report: JSON.parse(spawned.stdout) };
}

const CHOSEN = `import Harbour\n-- when SafeQuay: error\n\ntheorem formalized ${RIGHT} := by\n  sorry\n`;

describe('a statement in words', () => {
  it('becomes the statement that most answers give and Lean accepts', async () => {
    const { status, report } = await formalize(scriptedModel(), '--out', 'Out.lean');
    expect([status, report.chosen]).toEqual([0, CHOSEN]);
    expect(server!.seen.map(stageOf)).toEqual(['mce', 'augment', 'rerank', ...new Array(10).fill('formalize')]);
    expect(report.counts).toEqual({
      asked: 10,
      answers: 10,
      repairs: 0,
      reused: 0,
      distinct: 2,
      compiled: 2,
      consistent: 2,
    });
    expect(report.candidates.map(({ verdict, why, samples }: any) => [verdict, why, samples.length])).toEqual([
      ['compiles', null, 5],
      ['compiles', null, 1],
      ['refused', "'axiom' is not allowed beside the theorem", 1],
      ['none', 'the answer has no theorem', 1],
      ['none', 'the answer was cut off (model.max_output_tokens)', 1],
      ['none', 'the model refused', 1],
    ]);
    expect(readFileSync(join(folder, 'Out.lean'), 'utf8')).toBe(CHOSEN);
    const request = server!.seen.at(-1)!.body;
    expect(request.temperature).toBe(0.7);
    expect(report.pack.definitions.map(({ name }: any) => name)).toContain('Harbour.Quay.IsSheltered');
  });

  it('is not found if the prompt lacks the definition', async () => {
    const { status, report } = await formalize(scriptedModel(), '--definitions', '0');
    expect([status, report.chosen]).toEqual([1, null]);
    expect(report.candidates[0]).toMatchObject({ verdict: 'fails', errors: [{ text: 'type mismatch' }] });
  });

  it('needs no number of definitions: auto lists those that are probably needed', async () => {
    const { status, report } = await formalize(scriptedModel(), '--definitions', 'auto');
    expect([status, report.chosen]).toEqual([0, CHOSEN]);
    expect(report.pack.definitions.map(({ name }: any) => name)).toContain('Harbour.Quay.IsSheltered');
    const wrong = await formalize(scriptedModel(), '--definitions', 'some');
    expect(wrong.status).toBe(2);
  });

  it('is not checked with --check none', async () => {
    const { status, report } = await formalize(scriptedModel(), '--check', 'none', '-n', '1', '--name', 'My.claim');
    expect([status, report.checked, report.candidates[0].verdict]).toEqual([0, false, 'unchecked']);
    expect(report.chosen).toContain('theorem My.claim (q : Harbour.Quay)');
  });

  it('stands in the context of a place in a file with --in', async () => {
    writeFileSync(
      join(folder, 'Mine.lean'),
      'import Harbour\nopen Harbour\nvariable (n : Nat)\n\ntheorem mine : n = n := rfl\n',
    );
    server = await startModelServer(scriptedModel());
    const model = ['--model', 'local/m', '--base-url', server.baseUrl, '-n', '1', '--check', 'none'];
    const args = ['formalize', PROBLEM, '--index', index, ...model, '--in', 'Mine.lean:4', '--json'];
    const { status, stdout } = await lemmaheadMeanwhile(args, { cwd: folder, env });
    expect([status, JSON.parse(stdout).chosen]).toEqual([
      0,
      `import Harbour\nopen Harbour\nvariable (n : Nat)\n\ntheorem formalized ${RIGHT} := by\n  sorry\n`,
    ]);
  });

  it('is put to a formalizer in its published words', async () => {
    const { status } = await formalize(scriptedModel(), '--formalizer', 'kimina', '-n', '1');
    expect(status).toBe(0);
    const [system, user] = server!.seen[0]!.body.messages;
    expect(system.content).toBe('You are an expert in mathematics and Lean 4.');
    expect(user.content).toMatch(
      /^Please autoformalize .* my_favorite_theorem\.\n\n\/- Definitions [^]*-\/\n\nShow that/u,
    );
  });

  it('is put in a template of the user, whose hash is on record', async () => {
    const templates = ['Say {statement}\nin Lean, {x : T} {{name}}.\n{header}\n{definitions}', 'Other: {statement}'];
    const reports = [];
    for (const template of templates) {
      writeFileSync(join(folder, 'mine.txt'), template);
      const { report } = await formalize(scriptedModel(), '--formalizer', 'raw:mine.txt', '-n', '1');
      expect(report.template).toBe(`raw@${sha256(template)}`);
      reports.push(report);
    }
    const [first, second] = server!.seen.map(({ body }) => body.messages);
    expect(first).toHaveLength(1);
    expect(first[0].content).toMatch(/^Say Show that every [^]*\nin Lean, \{x : T\} \{name\}\.\nimport Harbour\n/u);
    expect(first[0].content).toContain('Harbour.Quay.IsSheltered');
    expect(second[0].content).toBe(`Other: ${PROBLEM}`);
    expect(reports[0].prompt).not.toBe(reports[1].prompt);
    // The replay does not read the file.
    rmSync(join(folder, 'mine.txt'));
    const args = ['runs', 'replay', reports[0].run, '--json'];
    const replayed = JSON.parse((await lemmaheadMeanwhile(args, { cwd: folder, env })).stdout);
    expect([replayed.differs, replayed.template]).toEqual([false, reports[0].template]);
  });

  it('is not sent with an unusable template', async () => {
    writeFileSync(join(folder, 'unknown.txt'), '{statement} {proof}');
    writeFileSync(join(folder, 'empty.txt'), 'Hello');
    for (const [formalizer, message] of [
      ['raw:unknown.txt', /unknown placeholder: \{proof\}/u],
      ['raw:empty.txt', /no place for the statement/u],
      ['raw:absent.txt', /absent\.txt cannot be read/u],
      ['unheard', /no prompt 'unheard'/u],
    ] as const) {
      const { status, report } = await formalize(scriptedModel(), '--formalizer', formalizer);
      expect([status, server!.seen.length]).toEqual([2, 0]);
      expect(JSON.stringify(report)).toMatch(message);
    }
  });

  it('costs nothing the second time', async () => {
    await formalize(scriptedModel(), '-n', '1');
    const { report } = await formalize(scriptedModel(), '-n', '1');
    expect([server?.seen.length, report.counts.reused, report.tokens]).toEqual([4, 1, 0]);
    const other = await formalize(scriptedModel(), '-n', '1', '--temperature', '0.2');
    expect(server!.seen.slice(4).map(stageOf)).toEqual(['formalize']);
    expect(other.report.counts.reused).toBe(0);
  });

  it('is formalized again from a recording, without a server', async () => {
    const first = await formalize(scriptedModel(), '-n', '4', '--record', 'answers.jsonl');
    const again = await run(PROBLEM, '--model', 'replay:answers.jsonl', '-n', '4');
    expect([server?.seen.length, again.status]).toEqual([7, first.status]);
    expect(again.report.candidates).toEqual(first.report.candidates);
  });
});

describe('the stages before', () => {
  const stagesOf = ({ pack }: any): Record<string, string> =>
    Object.fromEntries(pack.stages.map(({ stage, by }: any) => [stage, by]));
  const ALL = { extract: 'model', rewrite: 'off', augment: 'model', retrieve: 'offline', rerank: 'model' };
  const ONE = ['-n', '1', '--check', 'none'];

  it('pass on what the next one needs, and verify guessed names', async () => {
    const { report } = await formalize(scriptedModel(), ...ONE);
    expect(stagesOf(report)).toEqual(ALL);
    expect(report.pack.concepts).toMatchObject([{ name: 'sheltered quay', field: 'harbours' }]);
    expect(report.pack.concepts[0].explanation).toContain('no wave reaches');
    expect(report.pack.candidates[0]).toEqual({ name: 'Harbour.Quay.IsSheltered', channels: ['symbol', 'semantic'] });
    expect(report.pack.hallucinated).toEqual(['Harbour.Lighthouse']);
    const [, augment, rerank] = server!.seen.map(({ body }) => body.messages.at(-1).content);
    expect(augment).toContain('- sheltered quay');
    expect(rerank).toContain('- sheltered quay: A place where ships moor');
  });

  it.each([
    ['mce', { extract: 'off', augment: 'off' }, ['rerank', 'formalize']],
    ['augment', { augment: 'off' }, ['mce', 'rerank', 'formalize']],
    ['rerank', { rerank: 'off' }, ['mce', 'augment', 'formalize']],
    ['dhr', { retrieve: 'off' }, ['mce', 'augment', 'rerank', 'formalize']],
    ['symbol', {}, ['mce', 'augment', 'rerank', 'formalize']],
    ['semantic', {}, ['mce', 'augment', 'rerank', 'formalize']],
  ])('are switched off one by one: %s', async (stage, changed, asked) => {
    const { report } = await formalize(scriptedModel(), '--without', stage, '--rewrite', 'never', ...ONE);
    expect(stagesOf(report)).toEqual({ ...ALL, ...changed });
    expect(server!.seen.map(stageOf)).toEqual(asked);
    const channels = new Set(report.pack.candidates.flatMap((each: any) => each.channels));
    if (stage === 'symbol' || stage === 'semantic') expect(channels).not.toContain(stage);
    if (stage === 'dhr') expect([...channels]).toEqual(['words']);
  });

  it('rewrite a story only if asked, and only then it is understood', async () => {
    const story = async (...args: string[]) => {
      await server?.close();
      server = await startModelServer(scriptedModel());
      return run(STORY, '--model', 'local/m', '--base-url', server.baseUrl, ...ONE, ...args);
    };
    const { report } = await story();
    expect(report.pack).toMatchObject({ class: 'implicit', rewriting: { statement: REWRITTEN } });
    expect(report.chosen).toContain(RIGHT);
    expect(server!.seen.map(stageOf)).toEqual(['mce', 'rewrite', 'mce', 'augment', 'rerank', 'formalize']);
    const prompt = server!.seen.at(-1)!.body.messages.at(-1).content;
    expect([prompt.includes(STORY), prompt.includes(REWRITTEN)]).toEqual([true, true]);
    const never = await story('--rewrite', 'never');
    expect([never.report.pack.rewriting, never.report.chosen.includes(RIGHT)]).toEqual([null, false]);
  });

  it('do their offline form if an answer is unusable twice', async () => {
    const model = scriptedModel({
      mce: '{"class": "explicit", "concepts": [{"name": "group", "quote": "every group"}]}',
      augment: 'I would rather not.',
      rerank: '{"order": [99]}',
    });
    const { status, report } = await formalize(model, '--rewrite', 'never', ...ONE);
    expect(status).toBe(0);
    expect(server!.seen.map(stageOf)).toEqual(['mce', 'mce', 'augment', 'augment', 'rerank', 'rerank', 'formalize']);
    expect(report.pack.stages.map(({ by, note }: any) => [by, note])).toEqual([
      ['offline', '"every group" is not in the text'],
      ['off', null],
      ['offline', expect.stringContaining('not the JSON object')],
      ['offline', null],
      ['offline', 'its numbers are not those of the list'],
    ]);
    expect(report.chosen).toContain(RIGHT);
  });
});

describe('examples', () => {
  it('show theorems that use the definitions, as few as cover them', async () => {
    const { report } = await formalize(scriptedModel(), '--examples', '2', '-n', '1', '--check', 'none');
    expect(report.pack.examples.length).toBeGreaterThan(0);
    const prompt = server!.seen.at(-1)!.body.messages.at(-1).content;
    expect(prompt).toContain(`Theorems of the library that use them:\n${report.pack.examples[0].statement}`);
    expect(report.pack.stages.at(-1)).toEqual({ stage: 'illustrate', by: 'offline', note: null });
  });
});

describe('a definition of the model', () => {
  const OWN =
    '```lean\ndef IsCalm (q : Harbour.Quay) : Prop := 0 < q.length\ntheorem t (q : Harbour.Quay) (h : IsCalm q) : 0 < q.length := by sorry\n```';

  it('is refused without --allow-defs; with it, it is shown, and counts only if a judge accepts it', async () => {
    const refused = await formalize(scriptedModel({ formalize: OWN }), '-n', '2');
    expect([refused.status, refused.report.chosen]).toEqual([5, null]);
    const { status, report } = await formalize(scriptedModel({ formalize: OWN }), '-n', '2', '--allow-defs');
    expect([status, report.counts.compiled, report.counts.consistent]).toEqual([1, 1, 0]);
    expect(report.candidates[0].definitions).toEqual([
      { name: 'IsCalm', text: 'def IsCalm (q : Harbour.Quay) : Prop := 0 < q.length' },
    ]);
    expect(report.chosen).toContain('def IsCalm (q : Harbour.Quay)');
    expect(server!.seen.at(-1)!.body.messages[0].content).toContain('Define only what the library lacks');
  });
});

describe('settings', () => {
  it('are the defaults of the flags, which override them; a run keeps them', async () => {
    const formalizing = 'candidates = 2\ndefinitions = 0\ntemperature = 0.3\nrewrite = "never"\n';
    writeFileSync(join(folder, 'lemmahead.toml'), `[formalize]\n${formalizing}[concepts]\nkeep = 1\ntop = 1\n`);
    const { status, report } = await formalize(scriptedModel(), '--check', 'none', '--without', 'mce');
    expect([status, report.counts.asked, report.pack.definitions]).toEqual([0, 2, []]);
    expect(server!.seen.map(({ body }) => body.temperature)).toEqual([0.3, 0.3]);
    const other = ['-n', '3', '--definitions', '1', '--temperature', '0.9'];
    const flags = await formalize(
      scriptedModel(),
      '--check',
      'none',
      '--without',
      'mce',
      '--without',
      'rerank',
      ...other,
    );
    expect([flags.report.counts.asked, flags.report.pack.definitions.length]).toEqual([3, 1]);
    expect(server!.seen.at(-1)!.body.temperature).toBe(0.9);
    rmSync(join(folder, 'lemmahead.toml'));
    const replay = ['runs', 'replay', report.run, '--json'];
    const again = await lemmaheadMeanwhile(replay, { cwd: folder, env });
    expect([again.status, JSON.parse(again.stdout).counts.asked]).toEqual([0, 2]);
  }, 120_000);

  it('name a prompt only in a trusted file, and a judge only for statements that are checked', async () => {
    const path = join(folder, 'lemmahead.toml');
    writeFileSync(path, '[formalize]\njudge = "local/judge"\nformalizer = "herald"\n');
    const untrusted = await formalize(scriptedModel(), '-n', '1');
    expect([untrusted.status, untrusted.report.formalizer]).toEqual([0, 'chat']);
    await lemmaheadMeanwhile(['config', 'trust'], { cwd: folder, env });
    const trusted = await formalize(scriptedModel(), '-n', '1');
    expect(trusted.report.formalizer).toBe('herald');
  }, 120_000);
});

describe('a statement that Lean refuses', () => {
  const INVENTED = '```lean\ntheorem t (q : SafeQuay) : 0 < q.length := by sorry\n```';

  it("is corrected with Lean's errors, as often as asked", async () => {
    const { status, report } = await formalize(scriptedModel({ formalize: INVENTED }), '-n', '3', '--rounds', '2');
    expect([status, report.chosen]).toEqual([0, CHOSEN]);
    expect(server!.seen.map(stageOf).slice(3)).toEqual(['formalize', 'formalize', 'formalize', 'repair']);
    expect(report.counts).toMatchObject({ asked: 3, answers: 4, repairs: 1, distinct: 2, compiled: 1 });
    expect(report.candidates.map(({ samples }: any) => samples)).toEqual([[3], [0, 1, 2]]);
    const prompt = server!.seen.at(-1)!.body.messages.at(-1).content;
    expect(prompt).toContain('# Previous attempt\n\n```lean\ntheorem formalized (q : SafeQuay)');
    expect(prompt).toContain("# Lean's errors\n\n```\ntype mismatch\n```");
    expect(prompt).toContain(PROBLEM);
  });

  it('is not asked about again without an end', async () => {
    const model = scriptedModel({ formalize: INVENTED, repair: INVENTED });
    const { status, report } = await formalize(model, '-n', '1', '--rounds', '5');
    expect([status, report.counts.repairs]).toEqual([1, 1]);
    expect(report.candidates).toMatchObject([{ verdict: 'fails', samples: [0, 1] }]);
  });

  it('is corrected only where Lean and a general model are used', async () => {
    for (const args of [
      ['--check', 'none'],
      ['--formalizer', 'herald'],
    ]) {
      const { status } = await formalize(scriptedModel(), '--rounds', '1', ...args);
      expect([status, server?.seen.length]).toEqual([2, 0]);
    }
  });

  it('is corrected with names that exist, by an old Lean', async (context) => {
    env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
    writeFileSync(join(folder, 'Header.lean'), '');
    const model = scriptedModel({
      formalize: '```lean\ntheorem t (n : Nat) : Quay.IsShelterd n := by sorry\n```',
      repair: '```lean\ntheorem t (n : Nat) : n = n := by sorry\n```',
    });
    const { status } = await formalize(model, '-n', '1', '--rounds', '1', '--definitions', '0');
    expect(status).toBe(0);
    const prompt = server!.seen.at(-1)!.body.messages.at(-1).content;
    expect(prompt).toMatch(/# Lean's errors\n\n```\nunknown identifier 'Quay\.IsShelterd'/);
    expect(prompt).toMatch(/# Names that exist\n\n```\n[^`]*def Harbour\.Quay\.IsSheltered \(q : Quay\) : Prop/);
  });
});

describe('a dry run', () => {
  it('shows a template of the user with its parts', async () => {
    writeFileSync(join(folder, 'mine.txt'), 'Write {statement}');
    const { status, report } = await formalize(scriptedModel(), '--dry-run', '-n', '1', '--formalizer', 'raw:mine.txt');
    expect([status, report.prompts.length, server!.seen.length]).toEqual([0, 1, 0]);
    expect(JSON.stringify(report.prompts[0])).toContain(`Write ${PROBLEM}`);
  });

  it('shows every byte that a run sends, and sends nothing', async () => {
    const { status, report } = await formalize(scriptedModel(), '-n', '3', '--dry-run', '--pack', 'offline');
    expect([status, server?.seen.length, report.prompts.length]).toEqual([0, 0, 3]);
    expect([report.max_requests, report.worst_tokens > 3 * 8192]).toEqual([3, true]);
    await formalize(scriptedModel(), '-n', '1', '--check', 'none', '--pack', 'offline');
    const sent = server!.seen[0]!.body.messages.map(({ role, content }: any) => ({ role, text: content }));
    expect(report.prompts[0].messages).toEqual(sent);
  });

  it('shows the questions of the stages, and how many requests there can be', async () => {
    const { report } = await formalize(scriptedModel(), '-n', '2', '--dry-run');
    const templates = report.prompts.map(({ template }: any) => template);
    expect(templates).toEqual(['mce@1', 'rewrite@1', 'augment@1', 'rerank@1', 'formalize@1', 'formalize@1']);
    expect([report.max_requests, server?.seen.length]).toEqual([2 * 5 + 2, 0]);
  });
});

describe('the exit code', () => {
  it('is 4 if the budget is used up, and nothing beyond it is sent', async () => {
    const { status, report } = await formalize(scriptedModel(), '--max-tokens', '2000');
    expect([status, server?.seen.length, report.stopped_by, report.tokens]).toEqual([4, 0, 'tokens', 0]);
  });

  it('is 1 if no answer has a statement', async () => {
    const { status, report } = await formalize([{ text: 'No.' }], '-n', '2');
    expect([status, report.counts.distinct]).toEqual([1, 0]);
  });

  it('is 3 if the model fails for good', async () => {
    const { status, report } = await formalize([{ status: 401, body: '{"error":{"message":"no such key"}}' }]);
    expect([status, report.model_failure.code]).toEqual([3, 'model-key-refused']);
    expect(server?.seen.length).toBe(1);
  });

  it('is 3 without a model, an index or Lean; nothing is sent', async () => {
    const noModel = await run(PROBLEM);
    expect([noModel.status, noModel.report.code]).toEqual([3, 'model-missing']);
    expect(noModel.report.next).toContain('lemmahead concepts');
    env['PATH'] = '/nowhere';
    const noLean = await formalize(scriptedModel());
    expect([noLean.status, noLean.report.next, server?.seen.length]).toEqual([
      3,
      expect.stringContaining('--check none'),
      0,
    ]);
    index = `${index}.missing`;
    const noIndex = await formalize(scriptedModel(), '--check', 'none');
    index = index.replace('.missing', '');
    expect([noIndex.status, noIndex.report.code]).toEqual([3, 'index-missing']);
  });
});

it('reads a file or stdin, and prints the statement', async () => {
  writeFileSync(join(folder, 'exercise.tex'), `${PROBLEM}\n`);
  server = await startModelServer(scriptedModel());
  const args = ['--index', index, '--model', 'local/m', '--base-url', server.baseUrl, '-n', '1', '--check', 'none'];
  const { status, stdout } = await lemmaheadMeanwhile(['formalize', 'exercise.tex', ...args], { cwd: folder, env });
  expect(status).toBe(0);
  // The header is the modules of the listed definitions.
  expect(stdout).toContain('import Harbour\n\ntheorem formalized (q : Harbour.Quay)');
  expect(stdout).toContain('This statement is not checked');
  const written = await lemmaheadMeanwhile(['formalize', 'exercise.tex', ...args, '--out', 'Out.lean'], {
    cwd: folder,
    env,
  });
  expect(written.stdout).toMatch(/Written to \S*Out\.lean\. To prove it: lemmahead prove \S*Out\.lean\n/);
  const dry = lemmahead(['formalize', '-', '--index', index, '--dry-run'], { cwd: folder, env, input: PROBLEM });
  expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining(PROBLEM)]);
});

test('an old Lean decides which statements compile', async (context) => {
  env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
  writeFileSync(join(folder, 'Header.lean'), '');
  const answers = ['(n : Nat) : n + 0 = n', '(n : Nat) : n + 0 = m', '(n : Nat) : Nat.Harbour n'];
  const script = (_: SeenRequest, number: number): Reply => ({
    text: `\`\`\`lean\ntheorem t ${answers[number % 3]} := by sorry\n\`\`\``,
  });
  const { status, report } = await formalize(script, '-n', '4', '--pack', 'offline');
  expect(status).toBe(0);
  expect(report.chosen).toBe('theorem formalized (n : Nat) : n + 0 = n := by\n  sorry\n');
  expect(report.candidates.map(({ verdict, samples }: any) => [verdict, samples.length])).toEqual([
    ['compiles', 2],
    ['fails', 1],
    ['fails', 1],
  ]);
});
