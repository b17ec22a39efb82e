/** `graph export --format blueprint`: a patch of the LaTeX of a source, which `git apply` accepts. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const LEAN = `
structure Ship where
  tons : Nat
theorem floats (s : Ship) : s.tons = s.tons := rfl
theorem «odd}name» : 1 = 1 := rfl
`;

const MAIN = String.raw`\newtheorem{lemma}{Lemma}\newtheorem{definition}{Definition}
\begin{document}
\begin{definition}\label{def:ship} A ship has tons.\end{definition}
\input{more}
\begin{lemma} By \ref{def:ship}, without a label.\end{lemma}
\end{document}`;

const MORE = String.raw`Text.

% \label{lem:floats} is below
\begin{lemma}[It floats]\label{lem:floats}
Every \cref{def:ship} floats.
\end{lemma}
% \begin{proof}
\begin{proof}[of the lemma]
By \ref{lem:own, def:ship}.
\end{proof}

\begin{lemma}\label{lem:own}\lean{Mine}\uses{def:ship} The author's words, and \ref{lem:floats}.\end{lemma}
\begin{proof} By \ref{lem:floats} and \ref{nothing}.\end{proof}
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-patch-'));
const work = join(home, 'work');
const env = { LEMMAHEAD_HOME: join(home, 'home'), LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
const run = (...words: string[]) => lemmahead(['graph', ...words], { env, cwd: work });

beforeAll(() => {
  mkdirSync(join(home, 'lean'));
  mkdirSync(work);
  writeFileSync(join(home, 'lean', 'Fleet.lean'), LEAN);
  writeFileSync(join(work, 'main.tex'), MAIN);
  writeFileSync(join(work, 'more.tex'), MORE);
  lemmaheadJson(['index', 'build', '--root', `Fleet=${join(home, 'lean')}`], { env });
  lemmaheadJson(['library', 'add', 'main.tex', '--source', 'notes'], { env, cwd: work });
  expect(run('accept', 'lem:floats', 'floats', '--source', 'notes').status).toBe(0);
  expect(run('accept', 'def:ship', 'Ship', '--source', 'notes').status).toBe(0);
  expect(run('accept', 'lem:own', 'floats', '--source', 'notes').status).toBe(0);
  expect(run('accept', 'def:ship', '«odd}name»', '--source', 'notes').status).toBe(0);
}, 60_000);

test('adds what is missing, changes nothing else, and is empty once it is applied', () => {
  const out = join(home, 'marks.patch');
  const { status, json } = lemmaheadJson(
    ['graph', 'export', '--source', 'notes', '--format', 'blueprint', '--out', out],
    { env, cwd: work },
  );
  expect(status).toBe(0);
  expect(json.written_to).toEqual([out]);
  expect(json.notices).toEqual(['Not changed, because no \\label says where: main.tex:5']);
  expect(readFileSync(join(work, 'more.tex'), 'utf8')).toBe(MORE);
  execFileSync('git', ['apply', out], { cwd: work });
  expect(readFileSync(join(work, 'main.tex'), 'utf8')).toBe(
    MAIN.replace(String.raw`\label{def:ship}`, String.raw`\label{def:ship}\lean{Ship}`),
  );
  expect(readFileSync(join(work, 'more.tex'), 'utf8')).toBe(
    MORE.replace(']\\label{lem:floats}', String.raw`]\label{lem:floats}\lean{floats}\uses{def:ship}`)
      .replace('[of the lemma]', String.raw`[of the lemma]\uses{lem:own}`)
      .replace(String.raw`\begin{proof} By`, String.raw`\begin{proof}\uses{lem:floats} By`),
  );
  lemmaheadJson(['library', 'add', 'main.tex', '--source', 'notes'], { env, cwd: work });
  const again = run('export', '--source', 'notes', '--format', 'blueprint');
  expect(again.status).toBe(2);
  expect(again.stderr).toContain('There is nothing to export.');
}, 60_000);

test('needs the statements of a document, in this folder', () => {
  const entities = run('export', '--entities', '--source', 'notes', '--format', 'blueprint');
  expect(entities.status).toBe(2);
  expect(entities.stderr).toContain('lemmahead graph export --source NAME --format blueprint');
  const elsewhere = lemmahead(['graph', 'export', '--source', 'notes', '--format', 'blueprint'], {
    env,
    cwd: join(home, 'lean'),
  });
  expect(elsewhere.status).toBe(2);
  expect(elsewhere.stderr).toContain(`cd ${work}`);
});
