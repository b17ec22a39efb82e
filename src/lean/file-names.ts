/** Resolves names with the declarations of one file: names of targets, and docstrings given elsewhere in the file. */
import type { Declaration, FileFacts, NameContext } from './declaration.ts';
import { withoutGuillemets } from './full-name.ts';
import { headOfText } from './head.ts';

/** A name as written, and its context. */
export interface WrittenName {
  written: string;
  context: NameContext;
}

/** Targets that another file declares remain as written, without `_root_.`; the index resolves them. */
export function resolveNames(facts: FileFacts, instances: readonly WrittenName[]): void {
  const names = new FileNames(facts.declarations);
  for (const declaration of facts.declarations) {
    if (declaration.origin === 'alias' && declaration.from !== null) {
      declaration.from = names.resolve(declaration.from, declaration);
    }
    if (declaration.deprecated !== null && declaration.deprecated.replacement !== null) {
      const replacement = names.resolve(declaration.deprecated.replacement, declaration);
      declaration.deprecated = { ...declaration.deprecated, replacement };
    }
    const inherited = declaration.attributes.find(({ name }) => name === 'inherit_doc');
    if (inherited !== undefined && declaration.doc === null && inherited.args !== '') {
      declaration.doc = names.find(inherited.args, declaration)?.doc ?? null;
    }
  }
  for (const { written, context } of instances) {
    const declaration = names.find(written, { name: '', ...context });
    if (declaration === undefined) continue;
    declaration.instanceOf ??= headOfText(declaration.signature.slice(declaration.typeAt))?.name ?? null;
  }
  for (const step of facts.outline.steps) {
    if (step.step !== 'command' || step.command !== 'add_decl_doc' || step.doc === null) continue;
    const declaration = names.find(step.text, { name: '', ...step.context });
    if (declaration !== undefined) declaration.doc ??= step.doc;
  }
}

type Place = Pick<Declaration, 'name' | 'namespace' | 'opens'>;

class FileNames {
  readonly #byName = new Map<string, Declaration>();
  readonly #declarations: readonly Declaration[];

  constructor(declarations: readonly Declaration[]) {
    this.#declarations = declarations;
  }

  resolve(written: string, place: Place): string {
    return this.find(written, place)?.name ?? plain(written);
  }

  /** Never returns the declaration at `place` itself: `alias foo := foo` in a namespace refers to the outer one. */
  find(written: string, place: Place): Declaration | undefined {
    if (this.#byName.size === 0)
      for (const declaration of this.#declarations) this.#byName.set(declaration.name, declaration);
    const name = plain(written);
    const at = (candidate: string): Declaration | undefined => {
      const found = this.#byName.get(candidate);
      return found?.name === place.name ? undefined : found;
    };
    if (written.startsWith('_root_.')) return at(name);
    for (let end = place.namespace.length; end > 0; end = place.namespace.lastIndexOf('.', end - 1)) {
      const found = at(`${place.namespace.slice(0, end)}.${name}`);
      if (found !== undefined) return found;
    }
    return (
      at(name) ?? (place.opens ?? []).map((opened) => at(`${opened}.${name}`)).find((found) => found !== undefined)
    );
  }
}

function plain(written: string): string {
  const name = withoutGuillemets(written);
  return name.startsWith('_root_.') ? name.slice(7) : name;
}
