/** Runs before every test file: sets up a temporary home, so that no test can access the real one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { cleanUpFile, cleanUpTest } from './after-tests.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-test-'));
process.env.LEMMAHEAD_HOME = home;
process.env.NO_COLOR = '1';
delete process.env.LEMMAHEAD_INDEX;
delete process.env.FORCE_COLOR;

afterEach(cleanUpTest);
afterAll(async () => {
  await cleanUpFile();
  rmSync(home, { recursive: true, force: true });
});
