/** Makes the JSON report of `show`: one declaration in full. Its text is rendered from the same object. */
import type { DeclarationRow } from '../index/library-index.ts';
import { lastComponent } from '../lean/full-name.ts';
import type { Card } from '../search/card.ts';
import { reportDeclaration, type RowSources } from './search-report.ts';
import type { MemberReport, NeighbourReport, ShowReport } from './search-schema.ts';

export function reportShow(card: Card, sources: RowSources, notices: string[]): ShowReport {
  const { locate } = sources;
  const { row } = card;
  const neighbour = (other: DeclarationRow): NeighbourReport => ({
    name: other.name,
    kind: other.kind,
    type: other.type,
    path: locate(other.package, other.filePath),
    line_start: other.lineStart,
  });
  return {
    schema: 'lemmahead/show@1',
    declaration: {
      ...reportDeclaration(row, sources),
      line_end: row.lineEnd,
      constants: card.constants,
      modifiers: row.modifiers,
      section: row.section,
      variables: row.variables,
      instance_of: row.instanceOf,
    },
    source: card.source,
    parents: card.parents.map(reportMember),
    fields: card.fields.map(reportMember),
    inherited: card.inherited.map(({ row: field, from }) => ({ name: field.name, type: field.type, from })),
    constructors: card.constructors.map(reportMember),
    instances: { count: card.instances.count, top: card.instances.top.map(neighbour) },
    generated_from: card.generatedFrom === null ? null : neighbour(card.generatedFrom),
    generates: card.generates.map((other) => ({ ...neighbour(other), origin: other.origin })),
    users: { files: card.users.files, files_read: card.users.read, top: card.users.top },
    same_name: card.sameName.map(neighbour),
    notices: [...notices, ...constructorNotice(card)],
    candidates: [],
  };
}

/** Lean keeps a parent in the constructor only if its fields are new; otherwise it puts there what is new of them. */
function constructorNotice({ constructors, sharedParents }: Card): string[] {
  const [made] = constructors;
  if (made === undefined || sharedParents.length === 0) return [];
  const parents = sharedParents.map(({ name }) => lastComponent(name)).join(', ');
  return [
    `${made.name} is approximate: other parents have fields of ${parents}, in whose place Lean takes only the new ones.`,
  ];
}

function reportMember({ name, type, doc, lineStart }: DeclarationRow): MemberReport {
  return { name, type, doc, line_start: lineStart };
}
