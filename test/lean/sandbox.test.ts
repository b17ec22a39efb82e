import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import {
  detectSandbox,
  requireSandbox,
  SANDBOX_LEVELS,
  tryLevel,
  type SandboxLevel,
} from '../../src/lean/process/sandbox.ts';
import { needsSandbox } from './sandbox-here.ts';
import { makeTries, TRIES } from './sandbox-tries.ts';

const PAGE = fileURLToPath(new URL('../../docs/sandbox.md', import.meta.url));
const TABLE = /(<!-- measured: what a candidate can do -->\n)[^]*?(<!-- end of measured -->)/;

const made = new Map<SandboxLevel, Promise<boolean[]>>();

/** Once a level. */
function triesAt(level: SandboxLevel): Promise<boolean[]> {
  const known = made.get(level) ?? makeTries(level);
  made.set(level, known);
  return known;
}

/** The cells of a level's column as the page has them, in the order of its rows. */
function columnOf(page: string, level: string): string[] {
  const lines = (TABLE.exec(page)?.[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [head, , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const at = head?.indexOf(level) ?? -1;
  return rows.map((row) => row[at] ?? '?');
}

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  // `npx vitest run test/lean/sandbox.test.ts -u` writes the page; a level that this machine lacks keeps its column.
  it('gives a candidate what docs/sandbox.md says', async () => {
    const before = readFileSync(PAGE, 'utf8');
    const columns: string[][] = [];
    for (const level of SANDBOX_LEVELS) {
      const isHere = level === 'none' || (await tryLevel(level)) === null;
      columns.push(isHere ? (await triesAt(level)).map((can) => (can ? 'yes' : 'no')) : columnOf(before, level));
    }
    const rows = TRIES.map(({ what }, at) => `| ${[what, ...columns.map((column) => column[at])].join(' | ')} |`);
    const head = [`| can it … | ${SANDBOX_LEVELS.join(' | ')} |`, '| --- | --- | --- | --- | --- |'];
    const page = before.replace(TABLE, (_, open, close) => `${open}\n${[...head, ...rows].join('\n')}\n\n${close}`);
    expect(page).toContain(rows.join('\n'));
    await expect(page).toMatchFileSnapshot(PAGE);
  }, 480_000);

  it.for<SandboxLevel>(['namespaces', 'bubblewrap'])(
    '%s holds what a model must not do',
    { timeout: 240_000 },
    async (level, context) => {
      await needsSandbox(context, level);
      const answers = await triesAt(level);
      const possible = TRIES.flatMap(({ what }, at) => (answers[at] ? [what] : []));
      expect(possible).toEqual(['read the project', 'write in the scratch folder']);
    },
  );

  it('is found by trying', async () => {
    const { level, why } = await detectSandbox();
    expect(await tryLevel(level)).toBe(null);
    expect(why === '').toBe(level === 'bubblewrap');
  });
});

describe('requireSandbox', () => {
  it('lets pass what is as good as required or better', () => {
    expect(() => requireSandbox({ level: 'namespaces', why: '' }, 'limits')).not.toThrow();
    expect(() => requireSandbox({ level: 'namespaces', why: '' }, 'namespaces')).not.toThrow();
  });

  it('refuses what is less, and says why and what to do', () => {
    const act = (): void => requireSandbox({ level: 'limits', why: 'bubblewrap: not installed' }, 'namespaces');
    expect(act).toThrow(Failure);
    try {
      act();
    } catch (error) {
      const { exit, code, reason, next } = (error as Failure).detail;
      expect({ exit, code, reason }).toEqual({
        exit: 'missing',
        code: 'sandbox-too-weak',
        reason: 'bubblewrap: not installed',
      });
      expect(next).toMatch(/bubblewrap|Linux/);
    }
  });
});
