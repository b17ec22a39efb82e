/** Finds wording in comments that the project does not use (GLOSSARY.md: plain, standard English). */
import type { SourceFile } from './source-files.ts';

const COMMENT_START = /^\s*(?:\/\*\*|\*|\/\/) (?:Of|Whoever|Whatever|Wherever|Where null)\b/u;
const WORDS =
  /\b(?:null where (?:there|it|the)|whoever|wherever|heeds?|reckons?|mends?|anew|gone on with|go on with)\b/iu;

/** Returns `path:line: text` for each line that starts a comment with a fragment or has a word of the old dialect. */
export function unclearLines({ path, text }: SourceFile): string[] {
  // The texts of prompts are golden: a change of wording there is a new version of the prompt.
  const isPrompt = path.startsWith('prompt/templates/');
  return text
    .split('\n')
    .flatMap((line, at) =>
      COMMENT_START.test(line) || (!isPrompt && WORDS.test(line)) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
    );
}
