/** Progress and messages on stderr. */
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createLog } from '../../src/ui/log.ts';
import { createProgress, type ProgressStyle } from '../../src/ui/progress.ts';
import { hasColor, progressStyle } from '../../src/ui/terminal.ts';

/** A stream that stores its input, optionally as a terminal. */
function capture(isTTY = false) {
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 100,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
    hasColors: () => false,
    getColorDepth: () => 1,
  });
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => String(stream.read() ?? '') };
}

async function work(style: ProgressStyle, steps: number, pause = 0): Promise<string> {
  const { stream, text } = capture(style === 'line');
  const progress = createProgress(style, stream)('Reading');
  for (let done = 1; done <= steps; done++) {
    progress.update(done, steps, `${done} of ${steps} files`);
    if (pause > 0) await setTimeout(pause);
  }
  progress.stop();
  return text();
}

describe('progress on stderr', () => {
  test('prints one line per 10 % in CI', async () => {
    const lines = (await work('tenths', 1000)).trim().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('Reading 10 %: 100 of 1000 files');
    expect(lines[9]).toBe('Reading 100 %: 1000 of 1000 files');
    expect((await work('tenths', 3)).trim().split('\n')).toHaveLength(3);
  });

  test('prints nothing if it is turned off', async () => {
    expect(await work('none', 100)).toBe('');
  });

  test('shows nothing on a terminal for short work, and a line after half a second', async () => {
    expect(await work('line', 100)).toBe('');
    expect(await work('line', 30, 50)).toMatch(/Reading .*\d+ of 30 files/);
  });

  test('estimates the time left on a terminal from the rate, after the first second', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      const { stream, text } = capture(true);
      const progress = createProgress('line', stream)('Reading');
      const lineAt = async (milliseconds: number, done: number): Promise<string> => {
        vi.setSystemTime(milliseconds);
        progress.update(done, 1000, `${done} files`);
        let line = '';
        for (let tries = 0; tries < 50 && !line.includes(`${done} files`); tries++) {
          await setTimeout(100);
          line += text();
        }
        return line;
      };
      const first = await lineAt(900, 500);
      expect(first).toContain('500 files');
      expect(first).not.toContain('left');
      expect(await lineAt(20_000, 0)).not.toContain(' s left');
      // A quarter in 20 seconds: three quarters take 60.
      expect(await lineAt(20_000, 250)).toContain('250 files, 60 s left');
      // The rate has dropped since.
      expect(await lineAt(50_000, 500)).toContain('500 files, 50 s left');
      expect(await lineAt(60_000, 999)).toContain('999 files, 1 s left');
      const last = await lineAt(60_001, 1000);
      expect(last).toContain('1000 files');
      expect(last.slice(last.lastIndexOf('1000 files'))).not.toContain('left');
      progress.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test('shows lines below on a terminal only, without control characters', async () => {
    for (const style of ['line', 'tenths'] as const) {
      const { stream, text } = capture(style === 'line');
      const progress = createProgress(style, stream)('Queue');
      progress.update(1, 2, '1 waiting', 'kind  waiting\ncheck\u001b[2J       1');
      await setTimeout(1500);
      progress.stop();
      const shown = text();
      expect(shown).toContain('1 waiting');
      if (style === 'tenths') expect(shown).not.toContain('check');
      else expect(shown).toMatch(/1 waiting.*\n.*kind {2}waiting\n.*check\ufffd\[2J {7}1/u);
    }
  });

  test('depends on CI, --quiet and --json', () => {
    const flags = { color: 'auto', json: false, quiet: false } as const;
    expect(progressStyle(flags, { CI: 'true' })).toBe('tenths');
    expect(progressStyle(flags, { CI: 'false' })).not.toBe('tenths');
    expect(progressStyle({ ...flags, quiet: true }, { CI: 'true' })).toBe('none');
    expect(progressStyle({ ...flags, json: true }, { CI: 'true' })).toBe('none');
  });

  test.each([
    [100, 'line'],
    [0, 'tenths'],
  ])('on a terminal with %i columns has the style %s', (columns, style) => {
    const { isTTY, columns: real } = process.stderr;
    Object.assign(process.stderr, { isTTY: true, columns });
    try {
      expect(progressStyle({ color: 'auto', json: false, quiet: false }, { TERM: 'xterm' })).toBe(style);
    } finally {
      Object.assign(process.stderr, { isTTY, columns: real });
    }
  });
});

describe('log on stderr', () => {
  test('--quiet keeps warnings, --verbose adds details', () => {
    const logged = (quiet: boolean, verbose: boolean): string => {
      const { stream, text } = capture();
      const log = createLog({ quiet, verbose, color: false }, stream);
      log.info('info');
      log.warn('careful');
      log.debug('detail');
      return text();
    };
    expect(logged(false, false)).toBe('info\nwarning: careful\n');
    expect(logged(true, false)).toBe('warning: careful\n');
    expect(logged(false, true)).toBe('info\nwarning: careful\ndetail\n');
  });
});

test('colour depends on --color, NO_COLOR, FORCE_COLOR and a dumb terminal, in this order', () => {
  const terminal = capture(true).stream;
  const pipe = capture(false).stream;
  expect(hasColor({ color: 'auto' }, {}, terminal)).toBe(true);
  expect(hasColor({ color: 'auto' }, {}, pipe)).toBe(false);
  expect(hasColor({ color: 'auto' }, { TERM: 'dumb' }, terminal)).toBe(false);
  expect(hasColor({ color: 'auto' }, { FORCE_COLOR: '1' }, pipe)).toBe(true);
  expect(hasColor({ color: 'auto' }, { FORCE_COLOR: '1', NO_COLOR: '1' }, terminal)).toBe(false);
  expect(hasColor({ color: false }, { FORCE_COLOR: '1' }, terminal)).toBe(false);
  expect(hasColor({ color: 'never' }, { FORCE_COLOR: '1' }, terminal)).toBe(false);
  expect(hasColor({ color: 'always' }, { NO_COLOR: '1', TERM: 'dumb' }, pipe)).toBe(true);
});
