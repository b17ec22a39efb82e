/** Reads a phrase that a user gives as the name of a concept. */
import { Failure } from '../base/errors.ts';
import { normalForm } from '../search/concepts/normal-form.ts';

/** Far more than any name of a concept. */
const MAX_PHRASE = 200;

/** The normal form of the phrase. `next`: what to type next. @throws {Failure} `phrase-empty`, `phrase-too-long` */
export function keyOfPhrase(phrase: string, next: string): string {
  if (phrase.length > MAX_PHRASE) {
    throw new Failure('usage', 'phrase-too-long', {
      message: `The phrase has more than ${MAX_PHRASE} characters.`,
      next,
    });
  }
  const key = normalForm(phrase);
  if (key !== '') return key;
  throw new Failure('usage', 'phrase-empty', {
    message: `'${phrase}' has no word that a concept can be known by.`,
    next,
  });
}
