import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { isAtLeastLinux } from '../../src/lean/process/confine.ts';
import { detectSandbox, requireSandbox, tryLevel } from '../../src/lean/process/sandbox.ts';
import { SANDBOX_LEVELS, type SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';
import { needsSandbox } from './needs-sandbox.ts';
import { ATTEMPTS, runAttempts, startsManyProcesses, withFakeUser } from './sandbox-attempts.ts';

const PAGE = fileURLToPath(new URL('../../docs/explanation/sandbox.md', import.meta.url));
const TABLE = /(<!-- measured: what a candidate can do -->\n)[^]*?(<!-- end of measured -->)/;

const made = new Map<SandboxLevel, Promise<boolean[]>>();

/** Runs the attempts once per level. */
function attemptsAt(level: SandboxLevel): Promise<boolean[]> {
  const known = made.get(level) ?? runAttempts(level);
  made.set(level, known);
  return known;
}

/** The cells of a level's column in the page, in row order. */
function columnOf(page: string, level: string): string[] {
  const lines = (TABLE.exec(page)?.[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [head, , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const at = head?.indexOf(level) ?? -1;
  return rows.map((row) => row[at] ?? '?');
}

describe.skipIf(process.platform !== 'linux')('sandbox levels', () => {
  // `npx vitest run test/lean/sandbox.test.ts -u` updates the page; a level missing on this machine keeps its column.
  it('allow a candidate exactly what docs/explanation/sandbox.md says', async () => {
    const before = readFileSync(PAGE, 'utf8');
    const columns: string[][] = [];
    for (const level of SANDBOX_LEVELS) {
      const isHere = level === 'none' || (await tryLevel(level)) === null;
      columns.push(isHere ? (await attemptsAt(level)).map((can) => (can ? 'yes' : 'no')) : columnOf(before, level));
    }
    const rows = ATTEMPTS.map(({ what }, at) => `| ${[what, ...columns.map((column) => column[at])].join(' | ')} |`);
    const head = [`| can it … | ${SANDBOX_LEVELS.join(' | ')} |`, '| --- | --- | --- | --- | --- |'];
    const page = before.replace(TABLE, (_, open, close) => `${open}\n${[...head, ...rows].join('\n')}\n\n${close}`);
    expect(page).toContain(rows.join('\n'));
    await expect(page).toMatchFileSnapshot(PAGE);
  }, 480_000);

  it.for<SandboxLevel>(['namespaces', 'bubblewrap'])(
    '%s allows only reading the project and writing in the scratch folder',
    { timeout: 240_000 },
    async (level, context) => {
      await needsSandbox(context, level);
      const answers = await attemptsAt(level);
      const possible = ATTEMPTS.flatMap(({ what }, at) => (answers[at] ? [what] : []));
      expect(possible).toEqual(['read the project', 'write in the scratch folder']);
    },
  );

  it.for<SandboxLevel>(['namespaces', 'bubblewrap'])('%s limits the number of processes', async (level, context) => {
    await needsSandbox(context, level);
    const isRoot = process.getuid?.() === 0;
    context.skip(isRoot && level === 'bubblewrap', 'the kernel does not limit the processes of root at this level');
    context.skip(isRoot && !isAtLeastLinux(6, 14), 'the kernel does not limit the processes of root before Linux 6.14');
    expect(await withFakeUser(level, startsManyProcesses)).toBe(false);
  });

  it('are detected by running a process', async () => {
    const { level, why } = await detectSandbox();
    expect(await tryLevel(level)).toBe(null);
    expect(why === '').toBe(level === 'bubblewrap');
  });
});

describe('requireSandbox', () => {
  it('accepts a level that is at least the required one', () => {
    expect(() => requireSandbox({ level: 'namespaces', why: '' }, 'limits')).not.toThrow();
    expect(() => requireSandbox({ level: 'namespaces', why: '' }, 'namespaces')).not.toThrow();
  });

  it('rejects a weaker level with reason and next step', () => {
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
