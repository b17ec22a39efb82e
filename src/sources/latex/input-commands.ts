/** Parses `\input` and similar commands. */
import { plainText } from './macros.ts';
import { NodeStream } from './node-stream.ts';
import type { TexNode } from './tex-parser.ts';

export interface Input {
  name: string;
  /** Folders to search, relative to the folder of the document. */
  folders: string[];
  endings: string[];
  /** New base folder for inputs of the file itself; null: unchanged. */
  base: string | null;
  /** Whether the file may be missing. */
  isOptional: boolean;
  /** A package is read only for its definitions and may be missing: most are part of TeX. */
  isPackage: boolean;
}

/** `base`: folder set by `\import`; `own`: folder of the current file. `nodes`: the word and its arguments. */
export function inputsOf(word: string, nodes: readonly TexNode[], base: string, own: string): Input[] {
  const stream = new NodeStream(nodes.slice(1));
  const here = [...new Set([base, '', own])];
  if (/import|from/i.test(word)) {
    const [, folder, name] = stream.arguments(['s', 'm', 'm']) ?? [];
    const under = word.startsWith('sub') && base !== '' ? `${base}/` : '';
    const target = under + plainText(folder).trim();
    return fileNames(name).map((each) => ({ ...TEXT, name: each, folders: [clean(target)], base: clean(target) }));
  }
  const ending = PACKAGE_ENDINGS[word];
  if (ending === undefined) {
    const bare = plainText(nodes.slice(1)).replace(/[{}]/g, '').trim();
    return (bare === '' ? [] : [bare]).map((name) => ({
      ...{ ...TEXT, name, folders: here, base: null, isOptional: word === 'InputIfFileExists' },
    }));
  }
  const [, names] = stream.arguments(['o', 'm']) ?? [];
  const each = fileNames(names)
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

/** `''` is the folder of the document. A path that leads out of it stays so and is rejected later. */
const clean = (folder: string): string =>
  folder.replace(/^\.\//, '').replace(/\/+$/, (end, at) => (at === 0 ? end : ''));

function fileNames(argument: readonly TexNode[] | null | undefined): string[] {
  const name = plainText(argument ? [...argument] : null).trim();
  return name === '' ? [] : [name];
}
