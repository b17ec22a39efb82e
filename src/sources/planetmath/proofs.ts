/** Finds the article that a proof or derivation of PlanetMath belongs to. */
import type { Article } from './read-article.ts';

export const isProof = ({ type }: Pick<Article, 'type'>): boolean => /^(?:proof|derivation)$/i.test(type);

export const isTitledAsProof = ({ title }: Pick<Article, 'title'>): boolean =>
  /\b(?:proofs?|derivations?)\b/i.test(title);

/**
 * The article that each proof proves: the one that it names as its parent, the one that its title or its name
 * mentions, otherwise the only theorem that it is related to. Proofs without one are left out.
 */
export function provenBy(articles: readonly Article[]): Map<Article, Article> {
  const byName = new Map<string, Article>();
  const byTitle = new Map<string, Article>();
  for (const article of articles.filter((each) => !isProof(each))) {
    byName.set(article.name, article);
    for (const title of [article.title, ...article.synonyms]) {
      const key = normalized(title);
      // A theorem before a definition of the same title, and a title before the synonyms of others.
      const known = byTitle.get(key);
      if (known === undefined || (!isTheorem(known) && isTheorem(article))) byTitle.set(key, article);
    }
  }
  const find = (proof: Article): Article | undefined => {
    const parent = proof.parents.flatMap((name) => byName.get(name) ?? [])[0];
    if (parent !== undefined || !isTitledAsProof(proof)) return parent;
    const titled = titlesIn(proof.title).flatMap((title) => byTitle.get(normalized(title)) ?? [])[0];
    const named = byName.get(
      proof.name.replace(/^(?:Alternative|Another|Second|Simple)?(?:Proof|Derivation)Of(?:The)?/, ''),
    );
    const related = proof.related.flatMap((name) => byName.get(name) ?? []).filter(isTheorem);
    return titled ?? named ?? (related.length === 1 ? related[0] : undefined);
  };
  return new Map(
    articles.filter(isProof).flatMap((proof) => {
      const target = find(proof);
      return target === undefined ? [] : [[proof, target] as const];
    }),
  );
}

const isTheorem = ({ type }: Article): boolean => /^(?:theorem|corollary|result|conjecture)$/i.test(type);

/** Longer titles are cut: they name no article. */
const MAX_TITLE = 300;

/** `alternative proof of Wilson's theorem using groups`, `Wilson's theorem, proof of`, `proof that X is Y`. */
function titlesIn(title: string): string[] {
  const text = title.slice(0, MAX_TITLE);
  const after = /\b(?:proofs?|derivations?)\s+(?:of|for|that)\s+(.+)$/i.exec(text)?.[1];
  const before = /^(.+?),?\s+(?:\w+\s+)?(?:proofs?|derivations?)(?:\s+of)?$/i.exec(text)?.[1];
  return [after, before].flatMap((each) => {
    if (each === undefined) return [];
    const short = each.replace(/\s(?:in|using|by|via|from)\s.*$/i, '');
    return [each, each.replace(/^(?:the|an?|converse of)\s+/i, ''), each.replace(/\s*\([^()]*\)$/, ''), short];
  });
}

/** Letters and digits in lower case. */
const normalized = (title: string): string => title.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
