/** Reads a phrase that a user gives as the name of a concept. */
import { Failure } from '../base/errors.ts';
import { normalForm } from '../search/concepts/normal-form.ts';

/** The normal form of the phrase. `next`: what to type next. @throws {Failure} `phrase-empty` */
export function keyOfPhrase(phrase: string, next: string): string {
  const key = normalForm(phrase);
  if (key !== '') return key;
  throw new Failure('usage', 'phrase-empty', {
    message: `'${phrase}' has no word that a concept can be known by.`,
    next,
  });
}
