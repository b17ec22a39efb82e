/** The phrases under which people know a definition: from its name, its docstring and the glossary. */
import type { NamedPhrase } from '../../concepts/definition.ts';
import { glossaryText } from '../../index/words/glossary.ts';
import { firstSentenceLength } from '../../index/words/passages.ts';
import { MAX_CONCEPT_WORDS, normalForm } from '../../search/concepts/normal-form.ts';
import { longForm, wordsOfName } from '../../search/concepts/name-words.ts';

/** How much of a docstring is searched for emphasised terms. */
const MAX_DOC = 600;

/** All phrases of a definition, those of several sources several times. */
export function definitionPhrases({ name, doc }: { name: string; doc: string | null }): NamedPhrase[] {
  const found = [...namePhrases(name), ...(doc === null ? [] : docPhrases(doc)), ...glossaryPhrases(name)];
  return found.filter(({ phrase, origin }) => phrase.length < 100 && (isOfName(origin) || !SENTENCE.test(phrase)));
}

const isOfName = (origin: NamedPhrase['origin']): boolean => origin === 'name' || origin === 'namespace';

/** Words of sentences: `every vector space has a basis` says something, and names nothing. */
const SENTENCE =
  /\b(?:is|are|was|has|have|had|can|may|must|does|we|if|let|there|every|each|some|any|said|says|meets|equipped|guarante\w+|express\w*)\b/i;

function namePhrases(name: string): NamedPhrase[] {
  const parts = name.split('.').map(wordsOfName);
  const last = parts.at(-1)!;
  const long = last.map(longForm);
  const short = last.join(' ');
  const whole = long.join(' ');
  const found: NamedPhrase[] = [{ phrase: whole, origin: 'name', weight: 1 }];
  // `end` abbreviates `endomorphism` in a name, and is a word of its own.
  if (normalForm(short) !== normalForm(whole)) {
    found[0]!.weight = 0.9;
    found.push({ phrase: short, origin: 'name', weight: 1 });
  }
  if (parts.length > 1) {
    const space = parts.at(-2)!.map(longForm);
    for (const both of [
      [...space, ...long],
      [...long, ...space],
    ])
      found.push({ phrase: both.join(' '), origin: 'namespace', weight: 0.8 });
  }
  return found;
}

/** On one line, without spaces at its ends: an item of a list also starts with a star. */
const EMPHASISED =
  /\*\*(?! )([^*\n]{3,60})(?<! )\*\*|\*(?! )([^*\n]{3,60})(?<! )\*|_([a-zA-Z][^_\n]{3,60})(?<! )_|"([^"\n]{3,50})"|“([^”\n]{3,50})”/g;
/** Stands for code and formulas. */
const CODE = '§';
/** `§-module`: a module. */
const CODE_PREFIX = /§-?/g;
const CODE_SPANS = /`[^`]*`|\$[^$]*\$/g;
/** A sentence may end at a colon or full stop within code. */
const CUT_CODE = /`[^`]*$/;
const CODE_WITH_OPERATORS = /§(?:\s*[:=∈⊆≤<→]*\s*§)+/g;
/** What a docstring says before it names the thing: `§ is the type of`, `A structure for`. */
const OPENING = new RegExp(
  String.raw`^(?:${CODE}|[A-Z]\w*)?\s*` +
    String.raw`(?:(?:is|denotes|states|asserts|says|means|represents|defines|stands for|will be|of|:|,)\s+)*(?:that\s+)?(?:${CODE}\s*)?(?:(?:is|are)\s+)?` +
    String.raw`(?:(?:the|an|a)\s+)?` +
    String.raw`(?:(?:type|class|set|predicate|property|bundled|structure|statement|notion|proposition)\s+(?:(?:of|for|that|expressing|stating|asserting)\s+)?)?` +
    String.raw`(?:(?:being|having|a|an|the|all)\s+)?`,
  'i',
);
/** Ends the noun phrase. */
const AFTER_PHRASE =
  /\b(?:on|in|such|that|where|which|with|from|for|is|are|if|given|over|to|by|as|when|between|under|and|associated|induced|defined|consisting|whose|at|into)\b|[,;:.(§]/;
const SUBJECT = /^(?:A|An|The)\s+([a-zA-Z\- ]{3,60}?)\s+(?:is|are|consists|on|between|from|of|structure)\b/;

function docPhrases(doc: string): NamedPhrase[] {
  const found: NamedPhrase[] = [];
  for (const [, ...groups] of doc.slice(0, MAX_DOC).replaceAll(CODE_SPANS, CODE).matchAll(EMPHASISED))
    found.push({
      phrase: groups.find((group) => group !== undefined)!.replaceAll(CODE_PREFIX, ''),
      origin: 'emphasis',
      weight: 0.9,
    });
  const sentence = doc
    .slice(0, Math.min(firstSentenceLength(doc), MAX_DOC))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(CODE_SPANS, CODE)
    .replace(CUT_CODE, CODE)
    // Emphasis; in a phrase it would be read as multiplication.
    .replaceAll('*', '')
    .replaceAll(CODE_WITH_OPERATORS, CODE);
  const noun = sentence.replace(OPENING, '').split(AFTER_PHRASE, 1)[0]!;
  const head = noun.split(/\bof\b/, 1)[0]!;
  found.push({ phrase: noun, origin: 'docstring', weight: 0.8 });
  if (head !== noun) found.push({ phrase: head, origin: 'docstring', weight: 0.5 });
  const subject = SUBJECT.exec(sentence)?.[1];
  if (subject !== undefined) found.push({ phrase: subject, origin: 'docstring', weight: 0.9 });
  return found;
}

function glossaryPhrases(name: string): NamedPhrase[] {
  const passages = glossaryText(name)?.split(/[\n;,:]|\. /) ?? [];
  return passages
    .filter((phrase) => !phrase.includes('$'))
    .map((phrase) => ({ phrase, origin: 'glossary', weight: 0.9 }));
}

/** Phrases of at most five words by their keys; of equal keys, the heaviest. */
export function phrasesByKey(phrases: readonly NamedPhrase[]): Map<string, NamedPhrase> {
  const byKey = new Map<string, NamedPhrase>();
  for (const phrase of phrases) {
    const key = normalForm(phrase.phrase);
    if (key === '' || key.split(' ').length > MAX_CONCEPT_WORDS) continue;
    if (phrase.weight > (byKey.get(key)?.weight ?? 0)) byKey.set(key, phrase);
  }
  return byKey;
}
