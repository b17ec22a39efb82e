/** The built binary, which test/build-binary.ts builds before the tests. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BINARY = fileURLToPath(new URL('../bin/lemmahead.js', import.meta.url));

/** The binary's compile cache: the same for all tests, and outside the folders that they inspect. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'lemmahead-compile-cache') };
