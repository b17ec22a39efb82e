/** The project's own source files, for tests about the architecture. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** Below `src/`, with '/': `search/name.ts`. */
  path: string;
  text: string;
}

export function sourceFiles(): SourceFile[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));
}
