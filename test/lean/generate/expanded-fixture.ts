/** Reads and expands the fixture library of generated names. */
import { readFileSync } from 'node:fs';
import type { Declaration, FileOutline } from '../../../src/lean/declaration.ts';
import { expandLibrary, type LibraryExpansion } from '../../../src/lean/generate/expand.ts';
import { readLeanFile } from '../../../src/lean/read-file.ts';

/** Expands Lean texts by module name. */
export function expandTexts(texts: Record<string, string>): LibraryExpansion & { byName: Map<string, Declaration> } {
  const outlines: FileOutline[] = [];
  const literal = new Map<string, Declaration>();
  const notations = [];
  for (const [module, text] of Object.entries(texts)) {
    const facts = readLeanFile(text, module);
    outlines.push(facts.outline);
    notations.push(...facts.notations);
    for (const declaration of facts.declarations) literal.set(declaration.name, declaration);
  }
  const expansion = expandLibrary(outlines, (name) => literal.get(name) ?? null, notations);
  const byName = new Map<string, Declaration>();
  for (const { declarations } of expansion.modules.values()) {
    for (const declaration of declarations) byName.set(declaration.name, declaration);
  }
  return { ...expansion, byName };
}

export function fixtureText(module: string): string {
  return readFileSync(new URL(`../../../fixtures/generated-names/${module}.lean`, import.meta.url), 'utf8');
}

export function expandFixture(...modules: string[]): ReturnType<typeof expandTexts> {
  return expandTexts(Object.fromEntries(['Words', ...modules].map((module) => [module, fixtureText(module)])));
}
