/** The vectors of the problems of a graph of templates: one for each different text, in a space of their own. */
import { sha256 } from '../../base/hash.ts';
import { EmbeddedStore } from '../../library/embedded-store.ts';
import type { Library } from '../../library/library.ts';
import type { Embeddable } from '../vectors/embed-all.ts';
import { graphFlag, type TemplateGraph } from './template-graph.ts';

export const openTemplateStore = (library: Library): EmbeddedStore =>
  new EmbeddedStore(library.database, library.path, 'templates');

/** The command that makes the vectors of a graph. */
export const embedTemplatesCommand = (graph: string): string => `lemmahead templates embed ${graphFlag(graph)}`;

/** The problems of templates and labelled problems; templates that a rule rejects are among them. */
export function templateEmbeddables({ templates, problems }: TemplateGraph): Embeddable[] {
  const texts = new Set([...templates, ...problems].map(({ problem }) => problem));
  return Array.from(texts, (text) => ({ contentHash: sha256(text), text: () => text }));
}

/** The stored vectors of these problems, in their order; null for one without. */
export function problemVectorsOf(store: EmbeddedStore, problems: readonly string[]): (Float32Array | null)[] {
  const hashes = problems.map(sha256);
  const vectors = store.vectorsOf([...new Set(hashes)]);
  return hashes.map((hash) => vectors.get(hash) ?? null);
}
