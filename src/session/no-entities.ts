/** The failure of a command that needs entities, on a library without any. */
import { Failure } from '../base/errors.ts';

export function noEntities(): Failure {
  return new Failure('no', 'entities-missing', {
    message: 'The library has no definitions, theorems or problems.',
    next: 'lemmahead library add book.tex',
  });
}
