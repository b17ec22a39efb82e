/** What constants of libraries mean, for prompts. */
import { Failure } from '../base/errors.ts';
import { openConceptBase, type ConceptBase } from '../concepts/open-base.ts';
import type { Settings } from '../config/settings.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { shortStatement } from '../lean/whole-statement.ts';
import type { ShownConstant } from '../prompt/text-judge-prompts.ts';
import { rowStatement } from '../search/row-statement.ts';
import { conceptsPathFor } from './command-concepts.ts';

const MAX_STATEMENT = 240;

/** By its annotation, otherwise its docstring, otherwise its type. `index`, `base`: null without one. */
export function constantMeaning(index: LibraryIndex | null, base: ConceptBase | null, name: string): ShownConstant {
  const [row] = index === null ? [] : index.rows(index.idsByName(name));
  const number = base?.numberOf(name) ?? null;
  const annotation = base === null || number === null ? null : base.annotation(number).text;
  if (index === null || row === undefined) return { name, kind: null, meaning: annotation };
  const type = shortStatement(rowStatement(index, row), MAX_STATEMENT);
  return { name, kind: row.kind, meaning: annotation ?? row.doc ?? `its type is ${type}` };
}

/** Null if there is no usable concept base: it is not needed. */
export function conceptBaseIfAny(settings: Settings): ConceptBase | null {
  try {
    return openConceptBase(conceptsPathFor(settings));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
