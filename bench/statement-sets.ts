/** Reads the sets of `fixtures/statements`: pairs of statements, and single statements, each with what is right. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'statements');

export interface PairCase {
  name: string;
  isEquivalent: boolean;
  a: string;
  b: string;
  /** Every second case of each kind: not looked at while the tactics are chosen. */
  isHeldOut: boolean;
}

export const CLAIM_KINDS = ['refuted', 'vacuous', 'trivial', 'honest'] as const;

export interface ClaimCase {
  name: string;
  kind: (typeof CLAIM_KINDS)[number];
  text: string;
  isHeldOut: boolean;
}

export function readPairs(): PairCase[] {
  return readBlocks('pairs.txt').map(({ name, label, body, isHeldOut }) => {
    const [a, b] = body.split('\n---\n');
    if (a === undefined || b === undefined) throw new Error(`${name} is no pair`);
    return { name, isEquivalent: label === 'equivalent', a: `${a}\n`, b, isHeldOut };
  });
}

export function readClaims(): ClaimCase[] {
  return readBlocks('claims.txt').map(({ name, label, body, isHeldOut }) => {
    const kind = CLAIM_KINDS.find((each) => each === label);
    if (kind === undefined) throw new Error(`${name} has no kind`);
    return { name, kind, text: body, isHeldOut };
  });
}

/** Blocks of the form `# name | label`, then text to the next block. */
function readBlocks(file: string): { name: string; label: string; body: string; isHeldOut: boolean }[] {
  const counts = new Map<string, number>();
  return readFileSync(join(FOLDER, file), 'utf8')
    .split(/^# (?=[\w-]+ \| )/mu)
    .slice(1)
    .map((block) => {
      const [, name, label, body] = /^([\w-]+) \| ([\w-]+)\n([^]*)$/u.exec(block) ?? [];
      if (name === undefined || label === undefined || body === undefined) throw new Error(`'${block}' is no case`);
      const count = counts.get(label) ?? 0;
      counts.set(label, count + 1);
      return { name, label, body: `${body.trimEnd()}\n`, isHeldOut: count % 2 === 1 };
    });
}
