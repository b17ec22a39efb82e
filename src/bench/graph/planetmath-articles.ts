/** Articles of PlanetMath with the labels that the rules are scored on; nothing of it is shipped. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Article {
  /** Name of its folder, such as `26_Real_functions`. */
  subject: string;
  /** The name by which others link to it. */
  name: string;
  /** `\pmtype`: `Definition`, `Theorem`, `Proof`. */
  type: string;
  title: string;
  synonyms: string[];
  defines: string[];
  /** Classes of the MSC, such as `26A03`. */
  classes: string[];
  /** Its text, without links and comments. */
  body: string;
  /** Links that the author made by hand. */
  links: { words: string; target: string }[];
}

const LINK = /\\PMlinkname\{((?:[^{}]|\{[^{}]*\})*)\}\{([^{}]*)\}/g;
const ANY_LINK = /\\PMlink(?:name|id)\{((?:[^{}]|\{[^{}]*\})*)\}\{[^{}]*\}/g;

/** @param folders checkouts of `planetmath/NN_Title`, one file an article */
export function readArticles(folders: readonly string[]): Article[] {
  return folders.flatMap((folder) =>
    globSync('**/*.tex', { cwd: folder })
      .toSorted()
      .map((file) => articleOf(readFileSync(join(folder, file), 'utf8'), subjectOf(folder))),
  );
}

const subjectOf = (folder: string): string => /\d\d_.*$/.exec(basename(folder))?.[0] ?? basename(folder);

function articleOf(text: string, subject: string): Article {
  const all = (key: string): string[] =>
    [...text.matchAll(new RegExp(String.raw`^\\pm${key}\{(.*)\}\s*$`, 'gm'))].map(([, value]) => value!.trim());
  const [, rest = text] = text.split(String.raw`\begin{document}`, 2);
  const document = rest.split(String.raw`\end{document}`, 1)[0]!;
  return {
    subject,
    name: all('canonicalname')[0] ?? '',
    type: all('type')[0] ?? '',
    title: plain(all('title')[0] ?? ''),
    synonyms: all('synonym').map((each) => plain(each.split('}{', 1)[0]!)),
    defines: all('defines').map(plain),
    classes: [...text.matchAll(/\\pmclassification\{msc\}\{([^}]*)\}/g)].map(([, code]) => code!),
    body: document
      .replaceAll(/(?<!\\)%.*/g, '')
      .replaceAll(/\\PMlinkescape\w+\{[^}]*\}/g, '')
      .replaceAll(ANY_LINK, '$1')
      .trim(),
    links: [...document.matchAll(LINK)].map(([, words, target]) => ({ words: plain(words!), target: target! })),
  };
}

/** Without accents and commands. */
const plain = (text: string): string =>
  text.replaceAll(/\\[`'"^~c]\s*\{?(\w)\}?/g, '$1').replaceAll(/\\[a-zA-Z]+/g, '');
