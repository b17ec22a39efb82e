/** `lemmahead concepts for`: the concepts of a whole statement, and the definitions that it needs, offline. */
import { Failure } from '../base/errors.ts';
import type { ConceptsForOptions } from '../options/concepts-options.ts';
import { reportConceptsPack } from '../report/concepts-pack-report.ts';
import { renderConceptsPack } from '../report/concepts-pack-text.ts';
import type { ConceptsPackReport } from '../report/concepts-schema.ts';
import { makeLocate } from '../report/search-report.ts';
import { probableDefinitions } from '../search/concepts/probable-definitions.ts';
import { MAX_TEXT, packStatement, type StatementPack } from '../search/concepts/statement-pack.ts';
import { nearText, withSemanticConcepts } from '../session/semantic-concepts.ts';
import { onePart } from '../session/numbered-problems.ts';
import { refreshProject } from '../session/refresh.ts';
import { makeLink } from '../session/source-links.ts';
import type { Command } from './command.ts';

const SHOWN = 10;
/** As many as the paper puts into a prompt. */
const IN_PROMPT = 3;
const MAX_DEFINITIONS = 100;

/** Exit `done` with concepts or definitions, `no` without. */
export const conceptsFor: Command<ConceptsForOptions, ConceptsPackReport> = async (options, context) => {
  const { pick, prompt } = options;
  const limit = limitOf(options);
  const text = onePart(options.text, pick);
  await refreshProject(context);
  return withSemanticConcepts(context, async ({ index, base, notices, ...helpers }) => {
    const near = await nearText(helpers.semantic, text.slice(0, MAX_TEXT));
    const wanted = { limit: limit === 'auto' ? SHOWN : limit, near: near.definitions, helpers };
    const pack = await packStatement(index, base, text, wanted);
    const found = [...notices, ...near.notices, ...(pack.notice === null ? [] : [pack.notice])];
    const report = reportConceptsPack(limit === 'auto' ? onlyProbable(pack) : pack, found, {
      index,
      base,
      locate: makeLocate(index),
      link: makeLink(index, context.settings),
    });
    return {
      exit: report.concepts.length + report.definitions.length + report.spellings.length > 0 ? 'done' : 'no',
      data: report,
      render: (style) => (prompt ? `${report.prompt}\n` : renderConceptsPack(report, style)),
    };
  });
};

/** @throws {Failure} `usage` */
function limitOf({ definitions, prompt }: ConceptsForOptions): number | 'auto' {
  if (definitions === null) return prompt ? IN_PROMPT : SHOWN;
  if (definitions === 'auto') return definitions;
  if (/^\d+$/.test(definitions) && Number(definitions) <= MAX_DEFINITIONS) return Number(definitions);
  throw new Failure('usage', 'usage', {
    message: `--definitions ${definitions} is neither a number up to ${MAX_DEFINITIONS} nor auto.`,
    next: 'lemmahead concepts for --help',
  });
}

function onlyProbable(pack: StatementPack): StatementPack {
  return { ...pack, definitions: probableDefinitions(pack, pack.definitions) };
}
