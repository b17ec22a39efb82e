/** `graph augment`, `graph merge`, `graph complete` and `graph link` with a model, killed at random points. See killed-sessions.ts. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KILL_TIMEOUT, killed } from '../killed-sessions.ts';
import { type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { CALCULUS, rightCompletions } from './calculus-book.ts';
import { HARBOUR, indexHarbour, rightLinks } from './harbour-book.ts';
import { BOOK, rightAnswers, systemOf } from './parity-book.ts';
import { graphDigest, makeHome } from './run-graph.ts';

const root = mkdtempSync(join(tmpdir(), 'lemmahead-graph-kills-'));
beforeAll(() => {
  const again = CALCULUS.replaceAll('some $c$', 'a point $c$');
  const made = makeHome({ parity: BOOK, calculus: CALCULUS, again, harbour: HARBOUR });
  indexHarbour(made);
  cpSync(made.folder, join(root, 'books'), { recursive: true });
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const merges = (request: SeenRequest): Reply => ({
  text: systemOf(request).includes('id number') ? '1' : 'yes',
  snapshot: 'script-1',
});

it.each<[string, string[], (request: SeenRequest) => Reply]>([
  ['augment', ['augment', '--all'], rightAnswers],
  ['merge', ['merge', '--source', 'again', '--by', 'model'], merges],
  ['complete', ['complete', '--source', 'calculus'], rightCompletions],
  ['link', ['link', '--source', 'harbour', '--by', 'model'], rightLinks],
])(
  'graph %s goes on',
  async (name, args, script) => {
    const server = await startModelServer(script);
    const model = ['--model', 'scripted/m', '--base-url', server.baseUrl];
    try {
      const ends = await killed(root, name, 'books', server, {
        begin: () => ['graph', ...args, ...model],
        resultOf: (folder) => {
          const digest = graphDigest({ folder, env: {}, library: join(folder, 'home', 'library.sqlite') });
          expect(JSON.stringify(digest)).toContain('script-1');
          return digest;
        },
      });
      expect(ends).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  },
  KILL_TIMEOUT,
);
