/** Paths on each system. */
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../src/config/env.ts';
import { expandHome, indexPathFor, libraryPathFor, userFolders } from '../../src/config/paths.ts';

test('userFolders puts everything into LEMMAHEAD_HOME', () => {
  const folders = userFolders({ LEMMAHEAD_HOME: '/pears', XDG_DATA_HOME: '/d', HOME: '/home/ada' }, 'linux');
  expect(folders).toEqual({ data: '/pears', config: '/pears', cache: join('/pears', 'cache') });
});

test('userFolders uses XDG variables first, then XDG defaults on Linux and Library on macOS', () => {
  expect(userFolders({ HOME: '/home/ada' }, 'linux')).toEqual({
    data: '/home/ada/.local/share/lemmahead',
    config: '/home/ada/.config/lemmahead',
    cache: '/home/ada/.cache/lemmahead',
  });
  expect(userFolders({ HOME: '/Users/ada' }, 'darwin').data).toBe('/Users/ada/Library/Application Support/lemmahead');
  expect(userFolders({ HOME: '/home/ada', XDG_CACHE_HOME: '/tmp/c' }, 'linux').cache).toBe('/tmp/c/lemmahead');
});

test("indexPathFor returns the index that is set, otherwise the project's, otherwise the user's", () => {
  expect(indexPathFor({ indexPath: '/i.sqlite', projectRoot: '/p', dataHome: '/d' })).toBe('/i.sqlite');
  expect(indexPathFor({ indexPath: null, projectRoot: '/p', dataHome: '/d' })).toBe('/p/.lemmahead/index.sqlite');
  expect(indexPathFor({ indexPath: null, projectRoot: null, dataHome: '/d' })).toBe('/d/index.sqlite');
});

test("libraryPathFor returns the library that is set, otherwise the user's", () => {
  expect(libraryPathFor({ libraryPath: '/l.sqlite', dataHome: '/d' })).toBe('/l.sqlite');
  expect(libraryPathFor({ libraryPath: null, dataHome: '/d' })).toBe('/d/library.sqlite');
});

test('childEnvironment contains no secrets', () => {
  const secrets = ['OPENAI_API_KEY', 'GITHUB_TOKEN', 'DB_PASSWORD', 'AWS_SECRET', 'SSH_AUTH_SOCK'];
  for (const name of secrets) process.env[name] = 'hidden';
  const environment = childEnvironment();
  for (const name of secrets) delete process.env[name];
  expect(Object.values(environment)).not.toContain('hidden');
  expect(environment.PATH).toBe(process.env.PATH);
});

test('expandHome expands only ~ at the beginning of a path', () => {
  const environment = { HOME: '/home/ada' };
  expect(expandHome('~/mathlib4', environment)).toBe('/home/ada/mathlib4');
  expect(expandHome('~', environment)).toBe('/home/ada');
  expect(expandHome('a/~/b', environment)).toBe('a/~/b');
  expect(expandHome('~ada/b', environment)).toBe('~ada/b');
});

test('userFolders makes a relative LEMMAHEAD_HOME absolute and ignores relative XDG folders', () => {
  expect(userFolders({ LEMMAHEAD_HOME: 'pears' }, 'linux').data).toBe(resolve('pears'));
  expect(userFolders({ HOME: '/home/ada', XDG_DATA_HOME: 'd' }, 'linux').data).toBe('/home/ada/.local/share/lemmahead');
});
