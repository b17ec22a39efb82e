/** `lemmahead concepts show`: the meanings of a concept by field, or the concepts of a definition. */
import { Failure } from '../base/errors.ts';
import type { ConceptsShowOptions } from '../options/concepts-options.ts';
import { NOTHING, reportConcept, reportConceptsOf } from '../report/concepts-show-report.ts';
import { renderConceptsShow } from '../report/concepts-show-text.ts';
import type { ConceptsShowReport } from '../report/concepts-schema.ts';
import { makeLocate } from '../report/search-report.ts';
import { nearConcepts } from '../search/concepts/near-concepts.ts';
import { normalForm } from '../search/concepts/normal-form.ts';
import { findDeclaration } from '../search/find-declaration.ts';
import { type OpenConcepts, withConcepts } from '../session/command-concepts.ts';
import { refreshProject } from '../session/refresh.ts';
import { makeLink } from '../session/source-links.ts';
import type { Command } from './command.ts';

const MAX_NEAREST = 8;

/** Tries in order: the full name of a definition, a concept, a part of a name. Exit `no` if it is none of them. */
export const conceptsShow: Command<ConceptsShowOptions, ConceptsShowReport> = async (options, context) => {
  const { name } = options;
  if (name.trim() === '') {
    throw new Failure('usage', 'name-empty', { message: 'Missing name.', next: 'lemmahead concepts show --help' });
  }
  await refreshProject(context);
  return withConcepts(context, (concepts) => {
    const { index } = concepts;
    const sources = { ...concepts, locate: makeLocate(index), link: makeLink(index, context.settings) };
    const report = reportFor(options, concepts, sources);
    return {
      exit: report.concept === null && report.definition === null ? 'no' : 'done',
      data: report,
      render: (style) => renderConceptsShow(name, report, style, { ...options, cwd: context.cwd }),
    };
  });
};

function reportFor(
  { name, examples }: ConceptsShowOptions,
  { index, base, notices }: OpenConcepts,
  sources: Parameters<typeof reportConcept>[2],
): ConceptsShowReport {
  const exact = base.numberOf(name.trim());
  const concept = base.concept(normalForm(name));
  const definition = exact ?? (concept === null ? partOfName(name, { index, base }) : null);
  const found = definition === null ? null : reportConceptsOf(definition, notices, sources);
  if (found !== null) return found;
  if (concept !== null) return reportConcept(concept, notices, sources, { examples });
  return { ...NOTHING, nearest: nearConcepts(base, name, MAX_NEAREST), notices };
}

/** The definition whose name ends in it, if there is only one. */
function partOfName(name: string, { index, base }: Pick<OpenConcepts, 'index' | 'base'>): number | null {
  const { row } = findDeclaration(index, name);
  return row === null ? null : base.numberOf(row.name);
}
