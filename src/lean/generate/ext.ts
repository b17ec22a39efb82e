/** `@[ext]` generates `S.ext` and `S.ext_iff` for a structure, `foo_iff` for an extensionality theorem `foo`. */
import type { AttributeUse } from '../declaration.ts';
import type { Expansion, Place } from './expansion.ts';
import { extIffStatement } from './related-statement.ts';

export function addExt(attribute: AttributeUse, source: string, place: Place, expansion: Expansion): string[] {
  const kind = expansion.find(source)?.kind;
  const isStructure = kind === 'structure' || kind === 'class' || expansion.structures.has(source);
  const theorem = isStructure ? `${source}.ext` : source;
  const names = isStructure ? [theorem] : [];
  if (!/\biff\s*:=\s*false\b/.test(attribute.args)) names.push(`${theorem}_iff`);
  for (const name of names) {
    // Lean also keeps existing names: many structures have a handwritten `ext_iff`.
    if (expansion.exists(name)) continue;
    const declaration = isStructure ? null : expansion.find(source);
    const type = declaration === null ? '' : extIffStatement(declaration.signature.slice(declaration.typeAt));
    const variables = type === '' ? [] : (declaration?.variables ?? []);
    expansion.add({ name, origin: 'ext', from: source, kind: 'theorem', type, variables }, place);
  }
  return names;
}
