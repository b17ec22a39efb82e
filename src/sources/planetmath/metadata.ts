/** The metadata of a PlanetMath article: the `\pm…` commands before `\endmetadata`. */
import { getOrAdd } from '../../base/memoize.ts';

export interface ArticleMetadata {
  /** `\pmcanonicalname`: its name in links; empty if it has none. */
  name: string;
  /** `\pmtitle`, in LaTeX. */
  title: string;
  /** `\pmtype`: `Definition`, `Theorem`, `Proof`. */
  type: string;
  synonyms: string[];
  /** Terms that it defines besides its title, in LaTeX. */
  defines: string[];
  /** Names of related articles. */
  related: string[];
  /** Names of the articles that it belongs to. */
  parents: string[];
  /** Classes of the Mathematics Subject Classification: `54A20`. */
  classes: string[];
}

/** Whether the start of a LaTeX file is that of an article. */
export const isArticle = (start: string): boolean => /^\\pmcanonicalname\{|^\\usepackage\{pmmeta\}/m.test(start);

/** Reads the commands at the start of lines. Takes linear time. */
export function readMetadata(text: string): ArticleMetadata {
  const values = new Map<string, string[][]>();
  for (const { 1: name, index, 0: head } of text.matchAll(/^\\pm([a-z]+)(?=\{)/gm)) {
    const given = argumentsAt(text, index + head.length);
    getOrAdd(values, name!, () => []).push(given);
  }
  const all = (name: string, which = 0): string[] => [
    ...new Set((values.get(name) ?? []).flatMap((given) => given[which]?.trim() || [])),
  ];
  const classes = (values.get('classification') ?? []).filter(([scheme]) => scheme?.trim() === 'msc');
  return {
    name: all('canonicalname')[0] ?? '',
    title: all('title')[0] ?? '',
    type: all('type')[0] ?? '',
    synonyms: all('synonym'),
    defines: all('defines'),
    related: all('related'),
    parents: all('parent'),
    classes: [...new Set(classes.flatMap(([, code]) => code?.trim() || []))],
  };
}

/** The braced arguments that follow each other on one line. An argument without end is left out. */
function argumentsAt(text: string, from: number): string[] {
  const found: string[] = [];
  let [start, depth] = [from, 0];
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '\n') break;
    if (char === '\\') at += 1;
    else if (char === '{') {
      if (depth === 0) start = at + 1;
      depth += 1;
    } else if (char === '}') {
      depth -= 1;
      if (depth < 0) break;
      if (depth === 0) found.push(text.slice(start, at));
    } else if (depth === 0) break;
  }
  return found;
}
