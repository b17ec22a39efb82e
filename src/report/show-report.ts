/** The JSON report of `show`: one declaration in full. Its text is rendered from the same object. */
import type { DeclarationRow } from '../index/library-index.ts';
import type { Card } from '../search/card.ts';
import { reportDeclaration, type DeclarationReport, type Locate } from './search-report.ts';

/** A field, parent or constructor. */
export interface MemberReport {
  name: string;
  type: string;
  doc: string | null;
  line_start: number;
}

/** Another declaration that the report mentions. */
export interface NeighbourReport {
  name: string;
  kind: string;
  type: string;
  path: string;
  line_start: number;
}

export interface ShowReport extends Record<string, unknown> {
  schema: 'lemmahead/show@1';
  declaration: DeclarationReport & {
    line_end: number;
    modifiers: string[];
    /** The heading above it. */
    section: string | null;
    /** Binders of `variable` commands in scope. */
    variables: string[];
    instance_of: string | null;
  };
  /** Its source text; null if the file is missing or changed. */
  source: { text: string; line: number } | null;
  parents: MemberReport[];
  fields: MemberReport[];
  constructors: MemberReport[];
  instances: { count: number; top: NeighbourReport[] };
  generated_from: NeighbourReport | null;
  generates: (NeighbourReport & { origin: string })[];
  /**
   * The declarations that mention its name most, from the files that mention it most; `file_path` and `line_start` belong
   * to the mentioning declaration.
   */
  users: {
    files: number;
    files_read: number;
    top: (Pick<NeighbourReport, 'name' | 'line_start'> & { file_path: string; count: number })[];
  };
  same_name: NeighbourReport[];
  notices: string[];
  /** Empty, because the declaration was found. */
  candidates: [];
}

/** The name is unknown or ambiguous. */
export interface UnknownReport extends Record<string, unknown> {
  schema: 'lemmahead/show@1';
  declaration: null;
  candidates: string[];
  notices: string[];
}

export function reportShow(card: Card, locate: Locate, notices: string[]): ShowReport {
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
      ...reportDeclaration(row, locate),
      line_end: row.lineEnd,
      modifiers: row.modifiers,
      section: row.section,
      variables: row.variables,
      instance_of: row.instanceOf,
    },
    source: card.source,
    parents: card.parents.map(reportMember),
    fields: card.fields.map(reportMember),
    constructors: card.constructors.map(reportMember),
    instances: { count: card.instances.count, top: card.instances.top.map(neighbour) },
    generated_from: card.generatedFrom === null ? null : neighbour(card.generatedFrom),
    generates: card.generates.map((other) => ({ ...neighbour(other), origin: other.origin })),
    users: { files: card.users.files, files_read: card.users.read, top: card.users.top },
    same_name: card.sameName.map(neighbour),
    notices,
    candidates: [],
  };
}

function reportMember({ name, type, doc, lineStart }: DeclarationRow): MemberReport {
  return { name, type, doc, line_start: lineStart };
}
