/** A Lake project apart from its manifest: its name, its toolchain, and the toolchain's sources. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTextOrNull } from '../base/read-or-null.ts';
import { manifestName } from './lake-manifest.ts';
import { toolchainFolder } from './toolchain/elan.ts';
import { lakePackageName } from './lakefile.ts';

/** The project's name from its manifest, otherwise from its lakefile, otherwise from its folder. */
export function projectName(projectRoot: string): string {
  return (
    manifestName(projectRoot) ?? lakePackageName(projectRoot) ?? resolve(projectRoot).split('/').at(-1) ?? 'project'
  );
}

/** The full toolchain name in `lean-toolchain`: `leanprover/lean4:v4.33.0`. Null without the file. */
export function toolchainOf(folder: string): string | null {
  const text = readTextOrNull(join(folder, 'lean-toolchain'))?.trim();
  if (!text) return null;
  return text.includes(':') ? text : `leanprover/lean4:${text}`;
}

/** Folder of the toolchain's own sources (`Init`, `Std`, `Lean`) under elan; null if not installed. */
export function toolchainSources(toolchain: string, elanHome: string): string | null {
  const folder = toolchainFolder(toolchain, elanHome);
  const sources = folder === null ? null : join(folder, 'src', 'lean');
  return sources !== null && existsSync(join(sources, 'Init')) ? sources : null;
}
