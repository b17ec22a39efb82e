/** Text report of `library import`. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { AddedDocument } from '../library/add-document.ts';
import { changeSummary } from './library-add.ts';
import { paint, type TextStyle } from './style.ts';

/** `counts`: also of unchanged ones. */
export function renderLibraryImport(
  documents: readonly AddedDocument[],
  { derivations, vectors }: { derivations: number; vectors: number },
  path: string,
  style: TextStyle,
): string {
  const more = [
    ...(derivations === 0 ? [] : [pluralize(derivations, 'derivation')]),
    ...(vectors === 0 ? [] : [pluralize(vectors, 'vector')]),
  ];
  return `${[changeSummary(documents, style), ...more].join(', ')}  ${paint(style).dim(path)}\n`;
}
