/** The built binary, which test/build-binary.ts builds before the tests. */
import { fileURLToPath } from 'node:url';

export const BINARY = fileURLToPath(new URL('../bin/lemmahead.js', import.meta.url));
