/** What a search prints at a terminal: colours, matches, hyperlinks, and none of these in a pipe. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { BINARY } from '../binary.ts';
import { lemmahead } from './spawn.ts';
import { writeLibraryIndex } from '../library-index.ts';

const LIBRARY = fileURLToPath(new URL('../../fixtures/library', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'lemmahead-terminal-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'library.sqlite') };
// oxlint-disable-next-line no-control-regex
const LINK = /\u001b\]8;[^;]*;([^\u001b]+)\u001b\\/gu;

beforeAll(() => {
  writeLibraryIndex(env.LEMMAHEAD_INDEX);
});

function atTerminal(args: string, more: Record<string, string> = {}): string {
  const { NO_COLOR: _color, FORCE_COLOR: _force, ...inherited } = process.env;
  const { stdout } = spawnSync('script', ['-qec', `'${process.execPath}' '${BINARY}' ${args}`, '/dev/null'], {
    env: { ...inherited, ...env, TERM: 'xterm-256color', FORCE_HYPERLINK: '1', ...more },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout;
}

describe.skipIf(spawnSync('script', ['-V']).status !== 0)('a search at a terminal', () => {
  it('links to the file, colours the type and highlights the words of the query', () => {
    const shown = atTerminal('search Nat.add_comm -k 1');
    const links = Array.from(shown.matchAll(LINK), ([, url]) => url);
    expect(links).toContain(pathToFileURL(join(LIBRARY, 'Abacus/Nat/Basic.lean')).href);
    expect(shown).toContain('\u001b[33mcomm\u001b');
    expect(shown).not.toContain('\ufffd');
  });

  it.each([
    ['--color=never', 'search Nat.add_comm --color=never', {}],
    ['NO_COLOR', 'search Nat.add_comm', { NO_COLOR: '1' }],
  ])('has neither colours nor hyperlinks with %s', (_what, args, more) => {
    const shown = atTerminal(args, more);
    expect(shown).toContain('theorem Nat.add_comm');
    expect(shown).not.toContain('\u001b');
  });
});

it('a search in a pipe prints no hyperlinks, even with colour', () => {
  const { stdout } = lemmahead(['search', 'Nat.add_comm', '--color=always'], {
    env: { ...env, FORCE_HYPERLINK: '1' },
  });
  expect(stdout).toContain('\u001b[1m');
  expect(stdout).not.toContain('\u001b]8');
});

it('--docs shows whole docstrings', () => {
  const [short, whole] = [[], ['--docs']].map(
    (flags) => lemmahead(['search', 'injective_of_ker_trivial', '-k', '1', ...flags], { env }).stdout,
  );
  expect(whole).toContain('goes to\n    the neutral element.\n');
  expect(short).not.toContain('neutral element.\n');
});
