/** The checker as other packages use it: `import { AnswerChecker } from 'lemmahead/answers'`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULE = new URL('../../dist/answers/answer-checker.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-answers-'));

function run(name: string, code: string): [stdout: string, status: number | null] {
  const file = join(folder, name);
  writeFileSync(file, `import { AnswerChecker } from ${JSON.stringify(MODULE)};\n${code}\n`);
  const { stdout, status } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 30_000 });
  return [stdout.trim(), status];
}

test('a program that forgets to close it ends', () => {
  const code = `console.log((await new AnswerChecker(20_000).check({ gold: '1/2', text: '0.5' })).verdict);`;
  expect(run('forgets.mjs', code)).toEqual(['same', 0]);
});

test('a program without other work waits for the verdict', () => {
  const code = `void new AnswerChecker(20_000).check({ gold: '2', text: '2' }).then((each) => console.log(each.verdict));`;
  expect(run('waits.mjs', code)).toEqual(['same', 0]);
});
