/** Where the packages of an index are, if another machine built it. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIndex } from '../../src/index/build.ts';
import { openIndex } from '../../src/index/open.ts';
import { rootsInProject, storedRoots } from '../../src/index/package-roots.ts';
import { projectRoots } from '../../src/index/roots.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

const COMMITS = ['a', 'b'].map((digit) => digit.repeat(40));
const packages = ['dep', 'other'].map((name) => ({ name, type: 'git', url: `https://example.org/${name}` }));

const PROJECT = {
  'lakefile.toml': 'name = "mine"\n[[lean_lib]]\nname = "Mine"\n',
  'lean-toolchain': 'leanprover/lean4:v4.30.0\n',
  'lake-manifest.json': JSON.stringify({ version: '1.2.0', name: 'mine', packagesDir: '.lake/packages', packages }),
  'Mine/Basic.lean': 'def mine := 1\n',
  ...Object.fromEntries(
    packages.flatMap(({ name }) => [
      [`.lake/packages/${name}/lakefile.toml`, `name = "${name}"\n[[lean_lib]]\nname = "${name}"\n`],
      [`.lake/packages/${name}/${name}.lean`, `def ${name} := 1\n`],
      [`.lake/packages/${name}/.git/HEAD`, `${COMMITS[0]}\n`],
    ]),
  ),
};

test('the project here and its packages at the same commits take the place of those of the other machine', async () => {
  const folder = temporaryFolder();
  const [there, here] = [join(folder, 'there'), join(folder, 'here')];
  const project = writeFiles(join(there, 'mine'), PROJECT);
  for (const home of [there, here])
    writeFiles(join(home, 'elan/toolchains/leanprover--lean4---v4.30.0/src/lean'), {
      'Init/Core.lean': 'def c := 1\n',
    });
  const copy = join(here, 'renamed');
  cpSync(project, copy, { recursive: true });
  writeFiles(copy, { '.lake/packages/other/.git/HEAD': `${COMMITS[1]}\n` });
  const foreign = writeFiles(join(here, 'foreign'), { 'lakefile.toml': 'name = "foreign"\n' });
  const broken = writeFiles(join(here, 'broken'), {
    'lakefile.toml': PROJECT['lakefile.toml'],
    'lake-manifest.json': '[',
  });
  const indexPath = join(folder, 'index.sqlite');
  await buildIndex({
    ...projectRoots(project, join(there, 'elan')),
    ...{ indexPath, add: false, rehash: false, manifestHash: '', weights: null },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  });
  const index = openIndex(indexPath);
  try {
    const stored = Object.fromEntries(storedRoots(index));
    expect(stored).toMatchObject({ mine: project, dep: join(project, '.lake/packages/dep') });
    const at = (root: string | null) => Object.fromEntries(rootsInProject(index, root, join(here, 'elan')));
    expect(at(copy)).toEqual({
      ...{ mine: copy, dep: join(copy, '.lake/packages/dep'), other: stored['other'] },
      lean4: join(here, 'elan/toolchains/leanprover--lean4---v4.30.0/src/lean'),
    });
    for (const root of [null, project, foreign, broken]) expect(at(root)).toEqual(stored);
  } finally {
    index.close();
  }
});
