/** Runs before every test file: sets up a temporary home, so that no test can access the real one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-test-'));
process.env.LEMMAHEAD_HOME = home;
process.env.NO_COLOR = '1';
delete process.env.LEMMAHEAD_INDEX;
delete process.env.FORCE_COLOR;

afterAll(() => rmSync(home, { recursive: true, force: true }));
