/** The phrases that the user says name one concept: which phrases to look up in place of one. */
import type { ConceptName } from '../../concepts/definition.ts';
import type { NameDecision } from '../../library/concept-decisions.ts';
import { getOrAdd } from '../../base/memoize.ts';

/**
 * By key: the names to look up in its place. Phrases that are the same have each other's; another name of a concept
 * has the concept's. Decisions may follow each other.
 */
export function conceptNames(decisions: readonly NameDecision[]): Map<string, ConceptName[]> {
  const phrases = new Map<string, string>();
  const same = new Map<string, Set<string>>();
  const concepts = new Map<string, string[]>();
  for (const { kind, key, phrase, other } of decisions) {
    for (const each of [{ key, phrase }, other]) if (!phrases.has(each.key)) phrases.set(each.key, each.phrase);
    if (kind === 'also called') getOrAdd(concepts, other.key, () => []).push(key);
    else {
      const group = new Set([...(same.get(key) ?? [key]), ...(same.get(other.key) ?? [other.key])]);
      for (const member of group) same.set(member, group);
    }
  }
  const resolve = (key: string, seen: Set<string>): string[] => {
    if (seen.has(key)) return [];
    const group = same.get(key) ?? [key];
    for (const member of group) seen.add(member);
    const named = Array.from(group).flatMap((member) => concepts.get(member) ?? []);
    const isOwn = same.has(key) || named.length === 0;
    return [...(isOwn ? group : []), ...named.flatMap((concept) => resolve(concept, seen))];
  };
  return new Map(
    Array.from(phrases.keys(), (key) => {
      const seen = new Set<string>();
      const found = resolve(key, seen);
      // Names that are only names of each other are the same.
      const keys = found.length > 0 ? found : seen;
      return [key, Array.from(keys, (each) => ({ key: each, phrase: phrases.get(each)! }))] as const;
    }).filter(([key, names]) => names.length > 1 || names[0]!.key !== key),
  );
}
