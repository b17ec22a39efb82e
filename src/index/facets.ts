/** What filters ask of a declaration, as tokens of the index: `a:simp` for attributes, `i:Field` for an instance's class. */
import type { MakeAnalyser } from './analysis.ts';

export const ATTRIBUTE_TOKEN = 'a:';
export const INSTANCE_TOKEN = 'i:';

export const makeFacetAnalyser: MakeAnalyser =
  ({ numberToken }) =>
  ({ declaration: { attributes, instanceOf } }, emit) => {
    for (const { name } of attributes) emit(numberToken(ATTRIBUTE_TOKEN + name), 1);
    if (instanceOf === null) return;
    // Found by its full name and by its last component: sources write `Foo.Bar` as `Bar` where `Foo` is open.
    emit(numberToken(INSTANCE_TOKEN + instanceOf), 1);
    emit(numberToken(INSTANCE_TOKEN + instanceOf.slice(instanceOf.lastIndexOf('.') + 1)), 1);
  };
