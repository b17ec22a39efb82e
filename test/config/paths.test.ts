/** Where things lie on each system. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../src/config/env.ts';
import { indexPathFor, userFolders } from '../../src/config/paths.ts';

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

test('a child process gets no secret', () => {
  const secrets = ['OPENAI_API_KEY', 'GITHUB_TOKEN', 'DB_PASSWORD', 'AWS_SECRET', 'SSH_AUTH_SOCK'];
  for (const name of secrets) process.env[name] = 'hidden';
  const kept = childEnvironment();
  for (const name of secrets) delete process.env[name];
  expect(Object.values(kept)).not.toContain('hidden');
  expect(kept.PATH).toBe(process.env.PATH);
});
