/** `lemmahead concepts search`: which definitions a mathematical term means, grouped by concept. */
import { Failure } from '../base/errors.ts';
import { shellQuote } from '../base/shell-quote.ts';
import type { ConceptBase } from '../concepts/open-base.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { ConceptsSearchOptions } from '../options/concepts-options.ts';
import type { ConceptsSearchReport } from '../report/concepts-schema.ts';
import { reportConceptsSearch } from '../report/concepts-search-report.ts';
import { renderConceptsSearch } from '../report/concepts-search-text.ts';
import { makeLocate } from '../report/search-report.ts';
import { fieldsOfModule, modulesOfField } from '../search/concepts/fields-of-mathematics.ts';
import { spellingsOfTerm } from '../search/concepts/known-spellings.ts';
import { nearConcepts } from '../search/concepts/near-concepts.ts';
import type { PreferredByPlace } from '../search/concepts/rank-meanings.ts';
import { searchConcepts } from '../search/concepts/search-concepts.ts';
import { statedConcepts } from '../search/concepts/statement-pack.ts';
import { enclosing } from '../search/resolve-at-place.ts';
import { readPlaceInFile } from '../session/place-in-file.ts';
import { nearText, withSemanticConcepts } from '../session/semantic-concepts.ts';
import { refreshProject } from '../session/refresh.ts';
import { makeLink } from '../session/source-links.ts';
import type { Command } from './command.ts';

const MAX_TERM = 1000;
const MAX_NEAREST = 8;
/** A text of so many words that names so many concepts is a statement. */
const MIN_STATEMENT_WORDS = 7;
const MIN_STATED = 3;

/** Exit `done` with definitions or a spelling, `no` without. */
export const conceptsSearch: Command<ConceptsSearchOptions, ConceptsSearchReport> = async (options, context) => {
  const { term, field, k: limit, explain, in: written } = options;
  requireTerm(term);
  await refreshProject(context);
  return withSemanticConcepts(context, async ({ index, base, notices, ...helpers }) => {
    const near = await nearText(helpers.semantic, field === null ? term : `${term} (${field})`);
    const place = written === null ? {} : { place: await preferredAt(index, written, context.cwd) };
    const found = await searchConcepts(index, base, term, { limit, field, near: near.definitions, helpers, ...place });
    const spellings = spellingsOfTerm(index, base, term);
    const isFound = found.groups.length > 0;
    const report = reportConceptsSearch(
      {
        term,
        field,
        found,
        spellings,
        nearest: isFound ? [] : nearConcepts(base, term, MAX_NEAREST),
        explain,
        notices: [
          ...notices,
          ...near.notices,
          ...(found.notice === null ? [] : [found.notice]),
          ...fieldNotices(field),
          ...statementNotices(base, term),
        ],
      },
      { index, base, locate: makeLocate(index), link: makeLink(index, context.settings) },
    );
    return {
      exit: report.concepts.length + report.spellings.length > 0 ? 'done' : 'no',
      data: report,
      render: (style) => renderConceptsSearch(report, style),
    };
  });
};

/** What decides between meanings at a place in a file. @throws {Failure} as `readPlaceInFile` */
async function preferredAt(index: LibraryIndex, written: string, cwd: string): Promise<PreferredByPlace> {
  const { place, module } = await readPlaceInFile(index, written, cwd);
  const modules = module === null ? place.imports : [module, ...place.imports];
  return {
    spaces: new Set([...enclosing(place.namespace), ...place.opens]),
    fields: new Set(modules.flatMap(fieldsOfModule)),
  };
}

/** @throws {Failure} `term-empty`, `term-too-long` */
function requireTerm(term: string): void {
  if (/[\p{L}\p{N}\p{S}]/u.test(term) && term.length <= MAX_TERM) return;
  const isLong = term.length > MAX_TERM;
  throw new Failure('usage', isLong ? 'term-too-long' : 'term-empty', {
    message: isLong ? `The term has more than ${MAX_TERM} characters.` : 'Missing term.',
    next: isLong ? 'For a whole statement: lemmahead concepts for FILE' : 'lemmahead concepts search --help',
  });
}

/** A whole statement is read by its words, not as the name of one notion. */
function statementNotices(base: ConceptBase, term: string): string[] {
  const concepts = term.trim().split(/\s+/u).length < MIN_STATEMENT_WORDS ? [] : statedConcepts(base, term);
  if (concepts.length < MIN_STATED) return [];
  return [`This looks like a statement. The definitions that it needs: lemmahead concepts for ${shellQuote(term)}`];
}

/** A field that no row of the glossary knows changes nothing. */
function fieldNotices(field: string | null): string[] {
  if (field === null || modulesOfField(field).length > 0) return [];
  return [
    `There is no field '${field}', so the search is in all fields. A field is, for example, linear algebra; a module works too.`,
  ];
}
