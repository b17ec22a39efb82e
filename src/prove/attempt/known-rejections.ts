/** Earlier rejections by Lean, of this and other runs, keyed by everything that the result depends on. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { statOrNull, valueOr } from '../../base/read-or-null.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { headerOf } from '../../lean/file-header.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Cache } from './cache.ts';
import type { RunRecord } from '../run/record.ts';
import { isRejectionByLean } from './rejection-schema.ts';
import type { KnownRejections, Tryable } from './trial.ts';

/** Class of errors where Lean gave up, which does not show that the candidate is wrong. */
const GAVE_UP = /^timeout/;

export interface KnownOptions {
  record: RunRecord | null;
  cache: Cache | null;
  /** All dependencies other than text, hole and candidate; from `surroundingsOf`. */
  surroundings: (text: string) => string;
}

/**
 * The key of an attempt in `hole` of `text`: the SHA-256 of `[text, hole's start, kind, candidate, whether it is a
 * probe]` as JSON. Runs on disk and the cache use it, so its input must not change.
 */
export function attemptKeys(text: string, hole: Hole): (tryable: Tryable) => string {
  // The file is much longer than a candidate, so it is hashed once for all candidates.
  const place = createHash('sha256').update(`[${JSON.stringify(text)},${hole.start},`);
  return ({ candidate, isProbe }) => {
    const rest = JSON.stringify([candidate.kind, candidate.text, isProbe ?? false]).slice(1);
    return place.copy().update(rest).digest('hex');
  };
}

export function knownRejections({ record, cache, surroundings }: KnownOptions): KnownRejections {
  return {
    at(text, hole) {
      const keyOf = attemptKeys(text, hole);
      const context = cache === null ? '' : surroundings(text);
      const cacheKey = (attemptKey: string): string => sha256(JSON.stringify([context, attemptKey]));
      return {
        find(tryable) {
          const key = keyOf(tryable);
          const recorded = record?.rejection(key) ?? null;
          if (recorded !== null) return { verdict: recorded, from: 'record' };
          const cached = cache?.find('rejection@1', cacheKey(key)) ?? null;
          // Ignores any other content of the cache.
          return isRejectionByLean(cached) ? { verdict: cached, from: 'cache' } : null;
        },
        store(tryable, verdict) {
          if (verdict.diagnostics.some(({ class: what }) => GAVE_UP.test(what))) return;
          cache?.store('rejection@1', cacheKey(keyOf(tryable)), verdict);
        },
      };
    },
  };
}

export interface Surroundings {
  installation: LeanInstallation;
  timeoutMs: number;
  memoryBytes: number | null;
  sandbox: string;
  mode: string;
  level: string;
  allowedAxioms: readonly string[];
}

/**
 * Identifies toolchain, options, limits, and the compiled modules that the file may import (by number, sizes and times).
 * A file without imports does not depend on the modules.
 */
export function surroundingsOf({ installation, ...rest }: Surroundings): (text: string) => string {
  const { lean, version, options, searchPath, environment } = installation;
  const binary = fileMark(lean);
  const base = JSON.stringify([lean, binary, version.text, options, environment['LEAN_NUM_THREADS'] ?? null, rest]);
  let modules: string | null = null;
  return (text) => {
    if (!/\bimport\b/.test(headerOf(text))) return base;
    modules ??= JSON.stringify(searchPath.map((folder) => [folder, folderMark(folder)]));
    return base + modules;
  };
}

function fileMark(path: string): string {
  const stats = statOrNull(path);
  return stats === null ? 'gone' : `${stats.size}:${stats.mtimeMs}`;
}

/** Number, total size and newest time of the compiled modules in a folder. */
function folderMark(folder: string): string {
  let [count, bytes, newest] = [0, 0, 0];
  const todo = [folder];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) todo.push(path);
      else if (entry.name.endsWith('.olean')) {
        const stats = statSync(path, { throwIfNoEntry: false });
        count++;
        bytes += stats?.size ?? 0;
        newest = Math.max(newest, stats?.mtimeMs ?? 0);
      }
    }
  }
  return `${count}:${bytes}:${newest}`;
}

const entriesOf = (folder: string) => valueOr([], () => readdirSync(folder, { withFileTypes: true }));
