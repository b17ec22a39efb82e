/**
 * Reads the sets of `fixtures/statements`: pairs of statements, and single statements, each with what is right. The cases
 * of the second set were all written before the tactics were changed for them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../src/base/hash.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'statements');

export const SETS = ['first', 'second'] as const;

export interface PairCase {
  name: string;
  set: (typeof SETS)[number];
  isEquivalent: boolean;
  a: string;
  b: string;
  /**
   * Not looked at while the tactics are chosen: every second case of each kind; of the second set, those whose name has
   * an even hash.
   */
  isHeldOut: boolean;
}

export const CLAIM_KINDS = ['refuted', 'vacuous', 'trivial', 'honest'] as const;

export interface ClaimCase {
  name: string;
  set: (typeof SETS)[number];
  kind: (typeof CLAIM_KINDS)[number];
  text: string;
  isHeldOut: boolean;
}

export function readPairs(): PairCase[] {
  return readBlocks('pairs.txt', 'reshaped-pairs.txt').map(({ label, body, ...found }) => {
    const [a, b] = body.split('\n---\n');
    if (a === undefined || b === undefined) throw new Error(`${found.name} is no pair`);
    return { ...found, isEquivalent: label === 'equivalent', a: `${a}\n`, b };
  });
}

export function readClaims(): ClaimCase[] {
  return readBlocks('claims.txt', 'written-claims.txt').map(({ label, body: text, ...found }) => {
    const kind = CLAIM_KINDS.find((each) => each === label);
    if (kind === undefined) throw new Error(`${found.name} has no kind`);
    return { ...found, kind, text };
  });
}

interface Block extends Pick<PairCase, 'name' | 'set' | 'isHeldOut'> {
  label: string;
  body: string;
}

/** Reads the blocks of the first and of the second set. */
function readBlocks(...files: readonly [string, string]): Block[] {
  return files.flatMap((file, at) => blocksOf(file, SETS[at]!));
}

/** Blocks of the form `# name | label`, then text to the next block. */
function blocksOf(file: string, set: Block['set']): Block[] {
  const counts = new Map<string, number>();
  return readFileSync(join(FOLDER, file), 'utf8')
    .split(/^# (?=[\w-]+ \| )/mu)
    .slice(1)
    .map((block) => {
      const [, name, label, body] = /^([\w-]+) \| ([\w-]+)\n([^]*)$/u.exec(block) ?? [];
      if (name === undefined || label === undefined || body === undefined) throw new Error(`'${block}' is no case`);
      const count = counts.get(label) ?? 0;
      counts.set(label, count + 1);
      const isHeldOut = set === 'first' ? count % 2 === 1 : Number.parseInt(sha256(name).slice(0, 2), 16) % 2 === 0;
      return { name, set, label, body: `${body.trimEnd()}\n`, isHeldOut };
    });
}
