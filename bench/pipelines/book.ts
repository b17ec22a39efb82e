/** Generates a small book from the library of the proving set: each theorem as a named lemma in plain text. */
import { readLeanFile } from '../../src/lean/read-file.ts';
import { libraryModules, librarySource } from '../prove/compiled-library.ts';

/** `Tally.Coll.cup_comm` becomes the lemma `cup comm` of the chapter `Coll`. */
export function tallyBook(): string {
  const chapters = libraryModules().flatMap((module) => {
    const lemmas = readLeanFile(librarySource(module), module).declarations.filter(({ kind }) =>
      ['theorem', 'lemma'].includes(kind),
    );
    return lemmas.length === 0 ? [] : [[`# ${module}`, ...lemmas.map(lemmaText)].join('\n\n')];
  });
  return `${chapters.join('\n\n')}\n`;
}

function lemmaText({ name, signature }: { name: string; signature: string }): string {
  const words = name.split('.').slice(1).join(' ').replaceAll('_', ' ');
  return `Lemma (${words}). For all ${signature.replaceAll(/\s+/g, ' ')}\n\nProof. This is ${name}.`;
}
