/** Takes the last build away, so that a package never carries a file whose source is gone. */
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
