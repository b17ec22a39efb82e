/** Filter facets of a declaration as index tokens: `a:simp` for attributes, `i:Field` for the class of an instance. */
import type { MakeAnalyser } from './analysis.ts';

export const ATTRIBUTE_TOKEN = 'a:';
export const INSTANCE_TOKEN = 'i:';

export const makeFacetAnalyser: MakeAnalyser =
  ({ numberToken }) =>
  ({ declaration: { attributes, instanceOf } }, emit) => {
    for (const { name } of attributes) emit(numberToken(ATTRIBUTE_TOKEN + name), 1);
    if (instanceOf === null) return;
    // Found by its full name and by its last component: sources write `Foo.Bar` as `Bar` if `Foo` is open.
    emit(numberToken(INSTANCE_TOKEN + instanceOf), 1);
    emit(numberToken(INSTANCE_TOKEN + instanceOf.slice(instanceOf.lastIndexOf('.') + 1)), 1);
  };
