/** Formats entities of the library, and what depends on what, for an agent. Pure. */
import type { EntityDependsReport, EntityNodeReport, EntityPathReport } from '../../report/entity-graph-schema.ts';
import type { GraphShowReport } from '../../report/entity-schema.ts';
import type { GraphDependsReport, GraphNodeReport, GraphPathReport } from '../../report/graph-schema.ts';
import type { GraphSearchReport } from '../../report/knowledge-schema.ts';
import {
  firstOf,
  noteLines,
  shortNotes,
  shortText,
  shortType,
  type ToolOutput,
  unlessEmpty,
  type Warned,
} from './tool-result.ts';

/** With these limits, eight entities fit into 2,500 characters. */
const MAX_STATEMENT_LENGTH = 200;
const MAX_TITLE_LENGTH = 80;
const MAX_TEXT_LENGTH = 2000;
const MAX_NAMES = 12;

const titleOf = ({ title, label }: { title: string; label: string }): string =>
  shortType(title === '' ? label : title, MAX_TITLE_LENGTH);

export function formatKnowledge(report: Warned<GraphSearchReport | GraphShowReport>): ToolOutput {
  return report.schema === 'lemmahead/graph-search@1' ? formatFound(report) : formatEntity(report);
}

function formatFound({ results, notices, warnings }: Warned<GraphSearchReport>): ToolOutput {
  const entities = results.map(({ id, type, key, title, source, field, body }) => ({
    ...{ id, type, source },
    title: titleOf({ title, label: key }),
    field: field === '' ? undefined : field,
    statement: shortType(body, MAX_STATEMENT_LENGTH),
  }));
  const notes = shortNotes(notices, warnings);
  const lines = [
    ...noteLines(notes),
    ...entities.flatMap(({ id, type, title, statement, source, field }) => [
      `${type} ${title}`,
      `  ${statement}`,
      `  id ${id}  ${source}${field === undefined ? '' : `  ${field}`}`,
    ]),
    ...(entities.length === 0 ? ['Nothing found.'] : []),
  ];
  return { compact: { entities, notes: unlessEmpty(notes) }, lines };
}

function formatEntity({ entity, links, candidates, warnings }: Warned<GraphShowReport>): ToolOutput {
  const notes = shortNotes(warnings);
  if (entity === null) {
    const similar = firstOf(
      candidates.map(({ id, key, title }) => `${id} ${titleOf({ title, label: key })}`),
      MAX_NAMES,
    );
    const lines = [...noteLines(notes), 'No single entity has this name.', ...similar.map((each) => `  ${each}`)];
    return { compact: { candidates: similar, notes: unlessEmpty(notes) }, lines };
  }
  const { id, type, source, field, contents, proofs, solutions } = entity;
  const texts = [...proofs, ...solutions].map((text) => shortText(text.contents.join(' '), MAX_TEXT_LENGTH));
  const references = (roles: Record<string, string>): string[] =>
    firstOf(
      Object.entries(roles).map(([label, role]) => `${shortType(label, MAX_TITLE_LENGTH)} (${role})`),
      MAX_NAMES,
    );
  const compact = {
    ...{ id, type, source, title: titleOf(entity), field: field ?? undefined },
    statement: shortText(contents.join(' '), MAX_TEXT_LENGTH),
    proofs: unlessEmpty(texts),
    refers_to: unlessEmpty(references(entity.in_refs)),
    referred_to_by: unlessEmpty(references(entity.out_refs)),
    lean: unlessEmpty(links.filter(({ kind }) => kind === 'formalizes').map(({ name }) => name)),
    notes: unlessEmpty(notes),
  };
  const lines = [
    ...noteLines(notes),
    `${type} ${compact.title}`,
    compact.statement,
    ...texts.map((text) => `${type === 'problem' ? 'solution' : 'proof'}: ${text}`),
    ...(compact.refers_to === undefined ? [] : [`refers to: ${compact.refers_to.join(', ')}`]),
    ...(compact.referred_to_by === undefined ? [] : [`referred to by: ${compact.referred_to_by.join(', ')}`]),
    ...(compact.lean === undefined ? [] : [`Lean: ${compact.lean.join(', ')}`]),
    `id ${id}  ${source}`,
  ];
  return { compact, lines };
}

type DependsData = GraphDependsReport | EntityDependsReport | GraphPathReport | EntityPathReport;

export function formatDepends(report: Warned<DependsData>): ToolOutput {
  const notes = shortNotes(report.notices, report.warnings);
  const of = 'entity' in report ? titleOf(report.entity) : report.name;
  if ('steps' in report) {
    const steps = report.steps.map((step, at) => {
      const needs = step.needs.map((each) => (typeof each === 'number' ? each : each.step));
      const cut = step.left_out.map((each) => (typeof each === 'string' ? each : titleOf(each)));
      return {
        ...nodeOf(step),
        step: at + 1,
        needs: unlessEmpty(needs),
        left_out: unlessEmpty(firstOf(cut, MAX_NAMES)),
      };
    });
    const lines = [
      ...noteLines(notes),
      `${of}: ${report.total} steps${report.total > steps.length ? `, the ${steps.length} most relevant` : ''}`,
      ...steps.map(({ step, needs, left_out: cut, ...node }) => {
        const facts = [
          ...(needs === undefined ? [] : [`needs ${needs.join(', ')}`]),
          ...(cut === undefined ? [] : [`left out ${cut.join(', ')}`]),
        ];
        return `${step} ${nodeText(node)}${facts.length === 0 ? '' : `  (${facts.join('; ')})`}`;
      }),
    ];
    return { compact: { of, steps, total: report.total, notes: unlessEmpty(notes) }, lines };
  }
  const found = 'entities' in report ? report.entities : report.declarations;
  const nodes = found.map((node) => ({ ...nodeOf(node), distance: node.distance }));
  const lines = [
    ...noteLines(notes),
    `${of} ${report.used_by ? 'is used by' : 'depends on'} ${report.counts[0] ?? 0} directly, ${report.counts.reduce((a, b) => a + b, 0)} in all`,
    ...nodes.map((node) => `${node.distance} ${nodeText(node)}`),
  ];
  return { compact: { of, nodes, total: report.total, notes: unlessEmpty(notes) }, lines };
}

interface CompactNode {
  name: string;
  kind: string;
  id?: number | undefined;
  module?: string | undefined;
  lean?: string[] | undefined;
}

function nodeOf(node: EntityNodeReport | GraphNodeReport): CompactNode {
  if (!('declarations' in node)) return { name: node.name, kind: node.kind, module: node.module };
  return { name: titleOf(node), kind: node.type, id: node.id, lean: unlessEmpty(node.declarations) };
}

function nodeText({ name, kind, id, module, lean }: CompactNode): string {
  const more = [...(id === undefined ? [] : [`id ${id}`]), ...(module === undefined ? [] : [module]), ...(lean ?? [])];
  return `${kind} ${name}  ${more.join('  ')}`;
}
