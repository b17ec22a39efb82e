/** `bench prove --queue` as a process: the report of one machine, also if a worker is killed. */
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { type Machine, machine } from './worker-process.ts';

const HERE = { LEMMAHEAD_QUEUE: '' };
const RUN = [
  '--mode',
  'cold',
  '--strategy',
  'portfolio',
  '--strategy',
  'baseline:n=1,rounds=1',
  '--runs',
  '2',
  '--problem-attempts',
  '6',
];

function writeProblems(here: Machine): void {
  mkdirSync(join(here.folder, 'problems'));
  for (const [name, rule] of Object.entries({ one: 'when bad: error', two: 'when rfl: error', three: 'needs luck' })) {
    here.write(`problems/${name}.lean`, `-- ${rule}\ntheorem ${name} : 1 = 1 := sorry\n`);
  }
  here.write('problems/four.lean', 'theorem four : 1 = 1 := @error\ntheorem five : 1 = 1 := sorry\n');
}

const reply = ({ body }: SeenRequest) => {
  const isRepair = body.messages.length > 2 || JSON.stringify(body.messages).includes('What went wrong');
  return { text: `\`\`\`lean\nby ${isRepair ? 'good' : 'bad'}\n\`\`\``, usage: { input: 300, output: 20 } };
};

/** A report without times, places and workers. */
function essence({ folder: _, provenance, systems, splits: __, problems, ...report }: any) {
  const { began_at: _began, made_at: _made, jobs: _jobs, workers: _workers, ...origin } = provenance;
  const timeless = ({ seconds: ___, ...rest }: any) => rest;
  return {
    ...report,
    provenance: origin,
    systems: systems.map(timeless),
    problems: problems.map(({ results, ...problem }: any) => ({
      ...problem,
      results: results.map(({ worker: ____, ...result }: any) => timeless(result)),
    })),
  };
}

describe('bench prove --queue', () => {
  test('reports what one machine does, over two workers, and who ran what', async (context) => {
    const here = await machine(context);
    const server = await startModelServer(reply);
    context.onTestFinished(() => server.close());
    const asking = ['--model', 'local/m', '--base-url', server.baseUrl];
    writeProblems(here);
    const args = ['bench', 'prove', '--dataset', 'problems', ...RUN, ...asking];
    const local = await here.json([...args, '--out', 'local'], HERE);
    const requests = server.seen.length;
    const workers = [await here.worker(asking), await here.worker(asking)].map(({ id }) => id);
    const remote = await here.json([...args, '--out', 'remote']);
    expect([remote.status, essence(remote.json)]).toEqual([local.status, essence(local.json)]);
    expect(server.seen.length).toBe(2 * requests);
    expect(local.json.provenance).toMatchObject({ workers: [] });
    expect(remote.json.provenance.jobs).toBe(100);
    const ran = remote.json.provenance.workers;
    expect(ran.map(({ id }: any) => id).toSorted()).toEqual(workers.toSorted());
    const results = remote.json.problems.flatMap((problem: any) => problem.results);
    for (const { id, runs } of ran) expect(results.filter(({ worker }: any) => worker?.id === id).length).toBe(runs);
    expect(readFileSync(join(here.folder, 'remote', 'report.md'), 'utf8')).toContain(`${ran[0].id.slice(0, 8)} on `);
    expect((await here.json(['queue', 'status'])).json).toMatchObject({ waiting: 0, running: 0, dead: [] });
    const again = await here.json(['bench', 'prove', '--resume', 'remote']);
    expect(essence(again.json)).toEqual(essence(remote.json));
  }, 240_000);

  test('never passes a limit of all runs together, which two workers share', async (context) => {
    const here = await machine(context);
    writeProblems(here);
    await Promise.all([here.worker(), here.worker()]);
    const args = ['--dataset', 'problems', '--mode', 'cold', '--runs', '3', '--problem-attempts', '4'];
    const limited = await here.json(['bench', 'prove', ...args, '--max-attempts', '7', '--out', 'out']);
    expect(limited).toMatchObject({ status: 4, json: { stopped_by: '--max-attempts', complete: false } });
    const attempts = (): number => {
      const records = globSync('out/runs/**/run.jsonl', { cwd: here.folder });
      const events = records.flatMap((path) => readFileSync(join(here.folder, path), 'utf8').split('\n').slice(0, -1));
      return events.filter((line) => JSON.parse(line).event === 'attempt').length;
    };
    expect(attempts()).toBe(7);
    const resumed = await here.json(['bench', 'prove', '--resume', 'out', '--max-attempts', '100']);
    expect(resumed).toMatchObject({ status: 0, json: { stopped_by: null, complete: true } });
    expect(attempts()).toBeLessThanOrEqual(100);
    expect((await here.json(['queue', 'status'])).json).toMatchObject({ waiting: 0, running: 0, dead: [] });
  }, 240_000);

  test('goes on if a worker and then the benchmark are killed', async (context) => {
    const here = await machine(context);
    let held = true;
    const server = await startModelServer((request, at) => (held && at === 2 ? 'hang' : reply(request)));
    context.onTestFinished(() => server.close());
    const asking = ['--model', 'local/m', '--base-url', server.baseUrl];
    writeProblems(here);
    const args = ['bench', 'prove', '--dataset', 'problems', ...RUN, ...asking];
    const first = await here.worker(asking);
    const killed = here.start([...args, '--out', 'remote']);
    const ended = new Promise((resolve) => killed.on('close', resolve));
    await vi.waitFor(() => expect(server.seen.length).toBe(3), { timeout: 60_000, interval: 100 });
    first.child.kill('SIGKILL');
    killed.kill('SIGKILL');
    await ended;
    held = false;
    const second = await here.worker([...asking, '--jobs', '2']);
    const remote = await here.json(['bench', 'prove', '--resume', 'remote']);
    const local = await here.json([...args, '--out', 'local'], HERE);
    const comparable = (json: any) => {
      // The lost request counts with its maximum.
      const { systems, problems, ...rest } = essence(json);
      const counted = ({ counted_tokens: _, ...result }: any) => result;
      const uncounted = problems.map((each: any) => ({ ...each, results: each.results.map(counted) }));
      return { ...rest, systems, problems: uncounted };
    };
    expect(comparable(remote.json)).toEqual(comparable(local.json));
    expect(remote.json.provenance.workers.map(({ id }: any) => id)).toContain(second.id);
  }, 240_000);
});
