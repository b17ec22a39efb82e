/** Reads the fixtures for the reader's tests. */
import { readFileSync } from 'node:fs';
import type { Declaration, FileFacts, OutlineStep } from '../../src/lean/declaration.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';

const TRAPS = new URL('../../fixtures/lean/traps/', import.meta.url);

export function trapText(trap: string): string {
  return readFileSync(new URL(`${trap}.lean`, TRAPS), 'utf8');
}

export function readTrap(trap: string): FileFacts {
  return readLeanFile(trapText(trap), `Traps.${trap}`);
}

export function names(facts: FileFacts): string[] {
  return facts.declarations.map((declaration) => declaration.name);
}

export function declarationOf(facts: FileFacts, name: string): Declaration {
  const found = facts.declarations.filter((declaration) => declaration.name === name);
  if (found.length !== 1 || found[0] === undefined) {
    throw new Error(`${found.length} declarations are called ${name}; there are ${names(facts).join(', ')}`);
  }
  return found[0];
}

/** Number of occurrences of an identifier in the file's code. */
export function timesWritten(facts: FileFacts, text: string, identifier: string): number {
  let times = 0;
  for (let i = 0; i < facts.identifiers.length; i += 2) {
    if (text.slice(facts.identifiers[i], facts.identifiers[i + 1]) === identifier) times++;
  }
  return times;
}

export function steps<K extends OutlineStep['step']>(facts: FileFacts, kind: K): Extract<OutlineStep, { step: K }>[] {
  return facts.outline.steps.filter((step): step is Extract<OutlineStep, { step: K }> => step.step === kind);
}
