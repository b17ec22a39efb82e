/** The stems by which a definition is compared with a term. Made when a base is built, read by the ranking. */
import { longForm, wordsOfName } from './name-words.ts';
import { normalForm } from './normal-form.ts';

/** Lists of stems. */
export interface DefinitionWords {
  /** Words of the whole name. */
  name: readonly string[];
  /** Words of the last part, with abbreviations in full: `ker` as `kernel`. */
  longLast: ReadonlySet<string>;
  module: ReadonlySet<string>;
  /** Words of the start of its annotation and of its signature. */
  text: ReadonlySet<string>;
}

const MAX_TEXT = 300;

/** The stored form: the lists in the order of `DefinitionWords`, one a line. `texts`: the annotation, the signature, and more. */
export function definitionWords(name: string, module: string, texts: readonly string[]): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const long = normalForm(wordsOfName(last).map(longForm).join(' '));
  const text = normalForm(texts.map((each) => each.slice(0, MAX_TEXT)).join(' ; '));
  const distinct = [...new Set(text.split(' '))].join(' ');
  return [normalForm(name), long, normalForm(module), distinct].join('\n');
}

export function readDefinitionWords(stored: string): DefinitionWords {
  const [name, longLast, module, text] = stored.split('\n').map((line) => (line === '' ? [] : line.split(' '))) as [
    string[],
    string[],
    string[],
    string[],
  ];
  return {
    name,
    longLast: new Set(longLast),
    module: new Set(module),
    text: new Set(text),
  };
}
