/** Declarations of the file under proof, parsed from its current text: those above a hole, and the others. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { Tokeniser } from '../../index/words/tokeniser.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { readPlace, type Place as Scope } from '../../lean/place.ts';
import { readLeanFile } from '../../lean/read-file.ts';
import { quoted } from '../../search/name-at-place.ts';
import { queryTokeniser } from '../../search/query-tokeniser.ts';
import { rarityOf } from '../../search/text-query.ts';
import type { Hole } from '../../verify/hole/holes.ts';

export interface OwnDeclarations {
  /** Declarations above the hole's declaration, in text order. */
  above: Declaration[];
  /** Full names of the declarations above, and of the others: the hole's own and those below it. */
  namesAbove: ReadonlySet<string>;
  namesBelow: ReadonlySet<string>;
  /** Namespace, opened namespaces and imports at the hole. */
  scope: Scope;
}

export function readOwnDeclarations(text: string, hole: Hole): OwnDeclarations {
  const line = hole.declaration?.line ?? hole.line;
  const { declarations } = readLeanFile(text, '');
  const above = declarations.filter(({ endLine }) => endLine < line);
  const isAbove = new Set(above);
  const namesAbove = new Set(above.map(({ name }) => name));
  const below = declarations.filter((declaration) => !isAbove.has(declaration)).map(({ name }) => name);
  return {
    above,
    namesAbove,
    namesBelow: new Set(below.filter((name) => !namesAbove.has(name))),
    scope: readPlace(text, line),
  };
}

/** Shortest form of a file declaration's name in `scope`; a protected one keeps its last namespace component. */
export function ownForm({ name, modifiers }: Declaration, { namespace }: Scope): string {
  const components = namespace === '' ? [] : namespace.split('.');
  for (let count = components.length; count > 0; count--) {
    const prefix = `${components.slice(0, count).join('.')}.`;
    if (!name.startsWith(prefix)) continue;
    const short = name.slice(prefix.length);
    const isTooShort = modifiers.includes('protected') && !short.includes('.');
    return quoted(isTooShort ? `${components[count - 1]}.${short}` : short);
  }
  return quoted(name);
}

/** Minimum share of a query's words, weighted by rarity, that a result must contain. */
const MIN_SHARE = 0.3;

/**
 * Ranks declarations by the words that they share with a query, weighted by rarity. For declarations that are not in the
 * index and thus in no search channel.
 */
export class WordRanking {
  readonly #tokeniser: Tokeniser;
  readonly #documents: { declaration: Declaration; stems: Set<string> }[];
  readonly #rarityOf: (stem: string) => number;

  /** Uses the notation and stem rarity of `index`; without an index, the rarity in the file. */
  constructor(declarations: readonly Declaration[], index: LibraryIndex | null) {
    this.#tokeniser = index === null ? new Tokeniser() : queryTokeniser(index);
    this.#documents = declarations.map((declaration) => ({
      declaration,
      stems: this.#stems(`${declaration.name} ${declaration.signature.slice(declaration.typeAt)}`),
    }));
    const counts = new Map<string, number>();
    for (const { stems } of this.#documents) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    this.#rarityOf =
      index === null
        ? (stem) => Math.log(1 + declarations.length / (counts.get(stem) ?? 1))
        : (stem) => rarityOf(index, stem);
  }

  #stems(text: string): Set<string> {
    return new Set(this.#tokeniser.scan(text).flatMap(({ stems }) => stems));
  }

  /** Best first; among equals, nearest to the hole first. */
  rank(query: string): Declaration[] {
    const queryStems = [...this.#stems(query)].map((stem) => [stem, this.#rarityOf(stem)] as const);
    const minimum = MIN_SHARE * queryStems.reduce((sum, [, rarity]) => sum + rarity, 0);
    const scoreOf = (stems: ReadonlySet<string>): number =>
      queryStems.reduce((sum, [stem, rarity]) => (stems.has(stem) ? sum + rarity : sum), 0);
    return this.#documents
      .map(({ declaration, stems }) => ({ declaration, score: scoreOf(stems) }))
      .filter(({ score }) => score > 0 && score >= minimum)
      .sort((a, b) => b.score - a.score || b.declaration.line - a.declaration.line)
      .map(({ declaration }) => declaration);
  }
}
