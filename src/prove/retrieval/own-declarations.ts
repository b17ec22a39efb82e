/** What the file under proof declares itself, read from its text as it is now: what stands above a hole, and what does not. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { Tokeniser } from '../../index/words/tokens.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { readPlace, type Place as Scope } from '../../lean/place.ts';
import { readLeanFile } from '../../lean/read-file.ts';
import { quoted } from '../../search/context.ts';
import { queryTokeniser } from '../../search/query-tokeniser.ts';
import { rarityOf } from '../../search/text-query.ts';
import type { Hole } from '../../verify/hole/holes.ts';

export interface OwnDeclarations {
  /** Above the hole's declaration, in the order of the text. */
  above: Declaration[];
  /** Full names of those above, and of the others: the hole's own and what stands below it. */
  namesAbove: ReadonlySet<string>;
  namesBelow: ReadonlySet<string>;
  /** Namespace, opened namespaces and imports at the hole. */
  scope: Scope;
}

export function readOwn(text: string, hole: Hole): OwnDeclarations {
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

/** How a declaration of the file is written in `scope`: without the namespaces around it, a protected one with its last. */
export function ownForm({ name, modifiers }: Declaration, { namespace }: Scope): string {
  const components = namespace === '' ? [] : namespace.split('.');
  for (let kept = components.length; kept > 0; kept--) {
    const around = `${components.slice(0, kept).join('.')}.`;
    if (!name.startsWith(around)) continue;
    const short = name.slice(around.length);
    const isTooShort = modifiers.includes('protected') && !short.includes('.');
    return quoted(isTooShort ? `${components[kept - 1]}.${short}` : short);
  }
  return quoted(name);
}

/** What share of a query's words, weighted by rarity, one must have to be brought. */
const LEAST_SHARE = 0.3;

/**
 * Ranks declarations by the words that they share with a query, rare ones counting more. For those that the index does
 * not have, which no channel of the search sees.
 */
export class WordRanking {
  readonly #tokeniser: Tokeniser;
  readonly #documents: { declaration: Declaration; stems: Set<string> }[];
  readonly #rarityOf: (stem: string) => number;

  /** Of a library its notation and how rare a stem is in it are used; without one, how rare it is in the file has to do. */
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

  /** Best first, of equals the one nearest to the hole. */
  rank(query: string): Declaration[] {
    const asked = [...this.#stems(query)].map((stem) => [stem, this.#rarityOf(stem)] as const);
    const least = LEAST_SHARE * asked.reduce((sum, [, rarity]) => sum + rarity, 0);
    const scoreOf = (stems: ReadonlySet<string>): number =>
      asked.reduce((sum, [stem, rarity]) => (stems.has(stem) ? sum + rarity : sum), 0);
    return this.#documents
      .map(({ declaration, stems }) => ({ declaration, score: scoreOf(stems) }))
      .filter(({ score }) => score > 0 && score >= least)
      .sort((a, b) => b.score - a.score || b.declaration.line - a.declaration.line)
      .map(({ declaration }) => declaration);
  }
}
