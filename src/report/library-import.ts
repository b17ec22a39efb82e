/** Text report of `library import`. Pure. */
import type { AddedDocument } from '../library/add-document.ts';
import { changeSummary } from './library-add.ts';
import { paint, type TextStyle } from './style.ts';

export function renderLibraryImport(documents: readonly AddedDocument[], path: string, style: TextStyle): string {
  return `${changeSummary(documents, style)}  ${paint(style).dim(path)}\n`;
}
