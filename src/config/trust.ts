/** The project files that the user trusts, by path and content hash. Stored in the user's data folder. */
import { isRecord } from '../base/read-or-null.ts';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { writeAtomically } from '../base/atomic-write.ts';

/** Real path of a configuration file → SHA-256 of the trusted content. */
export type TrustedFiles = Record<string, string>;

function trustFile(dataHome: string): string {
  return join(dataHome, 'trust.json');
}

/** A missing list trusts nothing. @throws {Failure} `trust-unreadable` if the list cannot be read */
export function readTrust(dataHome: string): TrustedFiles {
  const path = trustFile(dataHome);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw unreadable(path, error);
  }
  try {
    const content: unknown = JSON.parse(text);
    const trusted = (content as { trusted?: unknown }).trusted;
    if (!isRecord(trusted)) throw new TypeError('it has no object "trusted"');
    return trusted as TrustedFiles;
  } catch (error) {
    throw unreadable(path, error);
  }
}

export function isTrusted(trusted: TrustedFiles, file: string, hash: string): boolean {
  return trusted[realpathSync(file)] === hash;
}

/** Trusts `file` with this content; if `hash` is null, removes the trust. */
export function recordTrust(dataHome: string, file: string, hash: string | null): void {
  const trusted = readTrust(dataHome);
  const key = realpathSync(file);
  if (hash === null) delete trusted[key];
  else trusted[key] = hash;
  const path = trustFile(dataHome);
  mkdirSync(dataHome, { recursive: true });
  writeAtomically(path, `${JSON.stringify({ schema: 'lemmahead/trust@1', trusted }, null, 2)}\n`, 0o600);
}

function unreadable(path: string, error: unknown): Failure {
  return new Failure('usage', 'trust-unreadable', {
    message: `The list of trusted files at ${path} cannot be read.`,
    reason: (error as Error).message,
    next: `Delete ${path}; then trust a project again with: lemmahead config trust`,
  });
}
