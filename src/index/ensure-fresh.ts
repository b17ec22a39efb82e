/** Runs before a search in a Lake project: updates the project's changed files and detects a changed manifest. */
import { existsSync } from 'node:fs';
import { manifestText } from '../lean/lake-manifest.ts';
import { findChanges } from './changes.ts';
import { readExisting } from './existing-index.ts';
import { listSources } from './source-files.ts';
import { contentHash } from './source-text.ts';

export interface FreshnessRequest {
  indexPath: string;
  projectRoot: string;
  signal: AbortSignal;
}

/**
 * Updates the index of a project if files of the project itself have changed; only `index build` checks packages.
 * Returns warnings for the user. Does nothing if there is no index, or if it was not built from this project. Throws as
 * `buildIndex` does.
 */
export async function ensureFresh({ indexPath, projectRoot, signal }: FreshnessRequest): Promise<string[]> {
  const existing = existsSync(indexPath) ? readExisting(indexPath) : null;
  const project = existing?.packages.find((pkg) => pkg.kind === 'project' && pkg.root === projectRoot);
  if (existing === null || project === undefined) return [];
  const warnings: string[] = [];
  const manifest = manifestText(projectRoot);
  if (contentHash(manifest) !== existing.meta.get('manifest')) {
    warnings.push('lake-manifest.json has changed since the index was built: run `lemmahead index build`');
  }
  const others = new Set(existing.packages.filter((pkg) => pkg !== project).map((pkg) => pkg.root));
  const { files, problems } = listSources(project, others);
  const own = existing.files.filter((file) => file.package === project.name);
  const changes = findChanges(files, own, false);
  if (changes.read.length === 0 && changes.drop.length === 0) return warnings;
  warnings.push(...problems.map(({ path, message }) => `${path} ${message}`));
  // The reader and the analysers are loaded only if there is something to read.
  const [{ buildIndex }, { NO_VECTORS }, { SHIPPED_WEIGHTS }] = await Promise.all([
    import('./build.ts'),
    import('./row-vectors.ts'),
    import('../vectors/weights.ts'),
  ]);
  const { warnings: more } = await buildIndex({
    packages: existing.packages,
    toolchain: existing.meta.get('toolchain') ?? 'unknown',
    warnings: [],
    indexPath,
    add: false,
    rehash: false,
    manifestHash: existing.meta.get('manifest') ?? '',
    only: project.name,
    weights: existing.meta.get('vectors') === NO_VECTORS ? null : SHIPPED_WEIGHTS,
    signal,
    onProgress: () => undefined,
  });
  return [...warnings, ...more];
}
