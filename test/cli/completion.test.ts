/** Completion of names from the index, in real shells. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { BINARY } from '../binary.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-completion-'));
const env = { LEMMAHEAD_HOME: folder, LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
const shellEnv = { ...env, PATH: `${folder}:/usr/bin:/bin`, HOME: folder, LC_ALL: 'C.UTF-8' };

beforeAll(() => {
  const built = lemmahead(['index', 'build', '--root', `Abacus=${join(ROOT, 'fixtures', 'library')}`], { env });
  expect(built.status, built.stderr).toBe(0);
  writeFileSync(join(folder, 'lemmahead'), `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`, { mode: 0o755 });
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(folder, `script.${shell}`), lemmahead(['completion', shell]).stdout);
  mkdirSync(join(folder, 'work'));
  writeFileSync(join(folder, 'work', 'Natural.lean'), '');
});

const words = (text: string): string[] => text.split('\n').filter((line) => line !== '');

test.each([
  ['declaration', 'Nat.add_c', ['Nat.add_comm']],
  ['module', 'Abacus.N', ['Abacus.Nat.']],
  ['attribute', 'to_', ['to_additive']],
  ['declaration', 'Nothing.', []],
])('a %s that begins with %s', (kind, prefix, expected) => {
  expect(lemmaheadJson(['__complete', kind, prefix], { env })).toMatchObject({
    status: 0,
    json: { completions: expect.arrayContaining(expected) },
  });
  const { completions } = lemmaheadJson(['__complete', kind, prefix], { env }).json;
  expect(completions.every((word: string) => word.startsWith(prefix))).toBe(true);
  expect(completions.length === 0).toBe(expected.length === 0);
});

describe('bash completes', () => {
  const complete = (...line: string[]): string[] => {
    const script = `source ${folder}/script.bash; COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${line.length - 1}; _lemmahead; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return words(
      execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', env: shellEnv, cwd: join(folder, 'work') }),
    );
  };

  test.each([
    ['a name', ['show', 'Nat.add_com'], ['Nat.add_comm']],
    ['a name of a query', ['search', 'Nat.add_com'], ['Nat.add_comm']],
    ['a flag with a name', ['prove', 'A.lean', '--decl', 'Nat.add_com'], ['Nat.add_comm']],
    ['a flag with a module', ['search', '--module', 'Abacus.Na'], ['Abacus.Nat.']],
    ['a flag with an attribute', ['search', '--attr', 'to_add'], ['to_additive']],
    ['a file', ['check', 'Nat'], ['Natural.lean']],
    ['a flag with a file', ['search', '--index', 'Nat'], ['Natural.lean']],
    ['a path after =', ['index', 'build', '--root', 'A', '=', 'Nat'], ['Natural.lean']],
    ['nothing for free text', ['search', '--heading', ''], []],
    ['nothing for a number', ['search', '--limit', 'Nat'], []],
    ['a command after help', ['help', 'index', 'bu'], ['build']],
    ['choices of a global flag', ['--color', 'a'], ['auto', 'always']],
    ['all flags of prove', ['prove', '--k-'], ['--k-declarations', '--k-passages']],
  ])('%s', (_, line, expected) => {
    expect(complete('lemmahead', ...line)).toEqual(expected);
  });
});

describe('zsh completes', () => {
  test.for([
    ['lemmahead show Nat.add_com', 'Nat.add_comm'],
    ['lemmahead search --module Abacus.Na', 'Abacus.Nat.'],
    ['lemmahead search --attr to_add', 'to_additive'],
    ['lemmahead search --as pat', 'pattern'],
    ['lemmahead check Nat', 'a file'],
  ])('%s', ([line, expected], { skip }) => {
    skip(spawnSync('zsh', ['-fc', 'true']).status !== 0, 'needs zsh');
    // Outside an interactive line editor, the builtins of completion are replaced by functions that print.
    const script = `compdef() { : }; _describe() { : }; _files() { print 'a file' }
compadd() { print -l -- "\${@[\${@[(i)--]}+1,-1]}" }
source ${folder}/script.zsh; words=(${line}); CURRENT=\${#words}; PREFIX=\${words[-1]}; _lemmahead`;
    const options = { encoding: 'utf8', env: shellEnv, cwd: join(folder, 'work') } as const;
    expect(words(execFileSync('zsh', ['-fc', script], options))).toContain(expected);
  });
});

describe('fish completes', () => {
  test.for([
    ['lemmahead show Nat.add_com', 'Nat.add_comm'],
    ['lemmahead search --module Abacus.Na', 'Abacus.Nat.'],
    ['lemmahead check Nat', 'Natural.lean'],
  ])('%s', ([line, expected], { skip }) => {
    skip(spawnSync('fish', ['-c', 'true']).status !== 0, 'needs fish');
    const script = `source ${folder}/script.fish; complete -C '${line}'`;
    const options = { encoding: 'utf8', env: shellEnv, cwd: join(folder, 'work') } as const;
    const found = words(execFileSync('fish', ['--no-config', '-c', script], options));
    expect(found.map((each) => each.split('\t')[0])).toEqual([expected]);
  });
});
