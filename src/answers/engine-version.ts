/** The version of the library that reads answers. Another one may decide otherwise, so reports name it beside our own. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** For example `Compute Engine 0.140.0`; null if the optional package is not installed. */
export function engineVersion(): string | null {
  const path = packageFile();
  if (path === undefined) return null;
  return `Compute Engine ${(JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version}`;
}

function packageFile(): string | undefined {
  try {
    return findPackageJSON('@cortex-js/compute-engine', import.meta.url);
  } catch {
    return undefined;
  }
}
