/** What `\input` and its kin ask for. */
import { plainText } from './macros.ts';
import { NodeStream } from './node-stream.ts';
import type { TexNode } from './tex-parser.ts';

export interface Input {
  name: string;
  /** Where it is looked for, below the folder of the document. */
  folders: string[];
  endings: string[];
  /** New base for what the file itself inputs; null: as it was. */
  base: string | null;
  /** Whether it is asked for only where it is there. */
  isOptional: boolean;
  /** A package is read for its definitions only, and no one misses it: most are TeX's own. */
  isPackage: boolean;
}

/** `base`: folder that `\import` set; `own`: of the file that asks. `nodes`: the word and its arguments. */
export function inputsOf(word: string, nodes: readonly TexNode[], base: string, own: string): Input[] {
  const stream = new NodeStream(nodes.slice(1));
  const here = [...new Set([base, '', own])];
  if (/import|from/i.test(word)) {
    const [, folder, name] = stream.arguments(['s', 'm', 'm']) ?? [];
    const under = word.startsWith('sub') && base !== '' ? `${base}/` : '';
    const target = under + plainText(folder).trim();
    return named(name).map((each) => ({ ...TEXT, name: each, folders: [clean(target)], base: clean(target) }));
  }
  const ending = PACKAGE_ENDINGS[word];
  if (ending === undefined) {
    const bare = plainText(nodes.slice(1)).replace(/[{}]/g, '').trim();
    return (bare === '' ? [] : [bare]).map((name) => ({
      ...{ ...TEXT, name, folders: here, base: null, isOptional: word === 'InputIfFileExists' },
    }));
  }
  const [, names] = stream.arguments(['o', 'm']) ?? [];
  const each = named(names)
    .flatMap((list) => list.split(','))
    .map((name) => name.trim());
  return each
    .filter((name) => name !== '')
    .map((name) => ({ name, folders: here, endings: [ending], base: null, isPackage: true, isOptional: true }));
}

const TEXT = { endings: ['.tex', ''], isPackage: false, isOptional: false };

const PACKAGE_ENDINGS: Record<string, string> = {
  usepackage: '.sty',
  RequirePackage: '.sty',
  documentclass: '.cls',
  LoadClass: '.cls',
};

/** `''` is the document's own folder; what leads out of it stays so, to be refused. */
const clean = (folder: string): string =>
  folder.replace(/^\.\//, '').replace(/\/+$/, (end, at) => (at === 0 ? end : ''));

function named(argument: readonly TexNode[] | null | undefined): string[] {
  const name = plainText(argument ? [...argument] : null).trim();
  return name === '' ? [] : [name];
}
