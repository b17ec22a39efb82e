/** Where things lie on each system. */
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../src/config/env.ts';
import { expandHome, indexPathFor, libraryPathFor, userFolders } from '../../src/config/paths.ts';

test('LEMMAHEAD_HOME holds everything', () => {
  const folders = userFolders({ LEMMAHEAD_HOME: '/pears', XDG_DATA_HOME: '/d', HOME: '/home/ada' }, 'linux');
  expect(folders).toEqual({ data: '/pears', config: '/pears', cache: join('/pears', 'cache') });
});

test('XDG on Linux, Library on macOS, variables first', () => {
  expect(userFolders({ HOME: '/home/ada' }, 'linux')).toEqual({
    data: '/home/ada/.local/share/lemmahead',
    config: '/home/ada/.config/lemmahead',
    cache: '/home/ada/.cache/lemmahead',
  });
  expect(userFolders({ HOME: '/Users/ada' }, 'darwin').data).toBe('/Users/ada/Library/Application Support/lemmahead');
  expect(userFolders({ HOME: '/home/ada', XDG_CACHE_HOME: '/tmp/c' }, 'linux').cache).toBe('/tmp/c/lemmahead');
});

test("the index: named, else the project's, else the user's", () => {
  expect(indexPathFor({ indexPath: '/i.sqlite', projectRoot: '/p', dataHome: '/d' })).toBe('/i.sqlite');
  expect(indexPathFor({ indexPath: null, projectRoot: '/p', dataHome: '/d' })).toBe('/p/.lemmahead/index.sqlite');
  expect(indexPathFor({ indexPath: null, projectRoot: null, dataHome: '/d' })).toBe('/d/index.sqlite');
});

test("the library: named, else the user's", () => {
  expect(libraryPathFor({ libraryPath: '/l.sqlite', dataHome: '/d' })).toBe('/l.sqlite');
  expect(libraryPathFor({ libraryPath: null, dataHome: '/d' })).toBe('/d/library.sqlite');
});

test('a child process gets no secret', () => {
  const secrets = ['OPENAI_API_KEY', 'GITHUB_TOKEN', 'DB_PASSWORD', 'AWS_SECRET', 'SSH_AUTH_SOCK'];
  for (const name of secrets) process.env[name] = 'hidden';
  const kept = childEnvironment();
  for (const name of secrets) delete process.env[name];
  expect(Object.values(kept)).not.toContain('hidden');
  expect(kept.PATH).toBe(process.env.PATH);
});

test('a ~ that the shell left alone is the home, elsewhere it is a name', () => {
  const environment = { HOME: '/home/ada' };
  expect(expandHome('~/mathlib4', environment)).toBe('/home/ada/mathlib4');
  expect(expandHome('~', environment)).toBe('/home/ada');
  expect(expandHome('a/~/b', environment)).toBe('a/~/b');
  expect(expandHome('~ada/b', environment)).toBe('~ada/b');
});

test('relative folders: LEMMAHEAD_HOME is made absolute, XDG ones are ignored', () => {
  expect(userFolders({ LEMMAHEAD_HOME: 'pears' }, 'linux').data).toBe(resolve('pears'));
  expect(userFolders({ HOME: '/home/ada', XDG_DATA_HOME: 'd' }, 'linux').data).toBe('/home/ada/.local/share/lemmahead');
});
