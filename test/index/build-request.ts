/** A build request for tests: named roots, no progress, by default never aborted. */
import { buildIndex, type BuildOutcome } from '../../src/index/build.ts';
import { namedRoots } from '../../src/index/roots.ts';

export interface TestBuild {
  add?: boolean;
  rehash?: boolean;
  signal?: AbortSignal;
  /** A weights file; without one, rows get no vectors. */
  weights?: string | null;
}

export function buildRoots(
  indexPath: string,
  roots: Record<string, string>,
  options: TestBuild = {},
): Promise<BuildOutcome> {
  const named = Object.entries(roots).map(([name, path]) => ({ name, path }));
  return buildIndex({
    ...namedRoots(named, '/'),
    indexPath,
    add: options.add ?? false,
    rehash: options.rehash ?? false,
    manifestHash: '',
    signal: options.signal ?? new AbortController().signal,
    weights: options.weights ?? null,
    onProgress: () => undefined,
  });
}
