/** Public data that measures read, recognized by the files of a folder. None of it is shipped. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';

interface DataKind {
  /** What it is and where it is had. */
  about: string;
  isIn: (folder: string) => boolean;
}

const has =
  (...names: string[]) =>
  (folder: string): boolean =>
    names.every((name) => existsSync(join(folder, name)));

export const DATA_KINDS = {
  planetmath: {
    about: 'a subject of PlanetMath, such as github.com/planetmath/54_General_topology (repeatable)',
    isIn: (folder) => {
      const article = readdirSync(folder).find((name) => name.endsWith('.tex'));
      return article !== undefined && readFileSync(join(folder, article), 'utf8').includes('\\pmcanonicalname{');
    },
  },
  'ps-proofwiki': {
    about: 'PS-ProofWiki, github.com/debymf/nl-ps',
    isIn: has('output/train.json', 'output/dev.json', 'output/test.json'),
  },
  theoremqa: {
    about: 'TheoremQA with all_theorems.json, github.com/wenhuchen/TheoremQA',
    isIn: has('theoremqa_test.json', 'all_theorems.json'),
  },
  mathgloss: { about: 'MathGloss, github.com/MathGloss/MathGloss', isIn: has('data/database.csv') },
  blueprint: {
    about: 'a project with a blueprint, such as github.com/teorth/pfr (repeatable)',
    isIn: has('blueprint/src/web.tex'),
  },
  ghosts: {
    about: 'a data set of GHOSTS, such as dataset_9jan of github.com/friederrr/GHOSTS',
    isIn: has('MATH Algebra.json', 'Proofs Collection A.json'),
  },
  roles: { about: 'labels of roles by hand: fixtures/knowledge in the sources of lemmahead', isIn: has('roles-a.txt') },
} satisfies Record<string, DataKind>;

export type DataKindName = keyof typeof DATA_KINDS;
export type DataFolders = Record<DataKindName, string[]>;

/** @throws {Failure} `bench-data-unknown` */
export function sortFolders(folders: readonly string[]): DataFolders {
  const kinds = Object.entries(DATA_KINDS) as [DataKindName, DataKind][];
  const sorted = Object.fromEntries(kinds.map(([name]) => [name, [] as string[]])) as DataFolders;
  for (const folder of folders) {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const kind = isFolder ? kinds.find(([, { isIn }]) => isIn(folder)) : undefined;
    if (kind === undefined) {
      throw new Failure('usage', 'bench-data-unknown', {
        message: isFolder ? `${folder} has no data that a measure reads.` : `${folder} is not a folder.`,
        reason: `Data are: ${kinds.map(([, { about }]) => about).join('; ')}.`,
        next: 'lemmahead bench graph --help',
      });
    }
    sorted[kind[0]].push(folder);
  }
  return sorted;
}
