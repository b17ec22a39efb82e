/** Removes the last build, so a package never contains a file whose source was deleted. */
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
