/** A graph of templates as the graph of a picture: templates, problems, theorems, and the declarations that state them. */
import { theoremsOf, stepsText, type TemplateGraph } from '../builders/templates/template-graph.ts';
import type { PictureEdge, PictureGraph, PictureNode } from '../graph/picture-graph.ts';

/** An edge leads to what is used; its role is the kind of the edge. */
export function templatePicture({ name, theorems, problems, templates }: TemplateGraph): PictureGraph {
  const declarations = new Set(theorems.flatMap((theorem) => theorem.declarations.map((each) => each.name)));
  const node = (id: string, label: string, type: PictureNode['type'], field: string | null, details: string) => ({
    ...{ id, label, title: label, type, state: null, field, details, link: null },
  });
  const edges: PictureEdge[] = [];
  for (const record of [...templates, ...problems]) {
    for (const to of theoremsOf(record)) edges.push({ from: record.key, to, role: 'uses' });
    if (record.record !== 'template') continue;
    if (record.parent !== null) edges.push({ from: record.key, to: record.parent, role: 'varies' });
    if (record.seed !== null) edges.push({ from: record.key, to: record.seed, role: 'abstracts' });
  }
  for (const { key, declarations: stating } of theorems)
    for (const { name: to } of stating) edges.push({ from: key, to: declarationId(to), role: 'matches' });
  return {
    title: name,
    nodes: [
      ...templates.map((each) =>
        node(each.key, each.title, 'template', each.field, `${each.stage}\n\n${each.problem}\n\n${stepsText(each)}`),
      ),
      ...problems.map((each) => node(each.key, each.name, 'problem', each.field, each.problem)),
      ...theorems.map((each) => node(each.key, each.name, 'theorem', null, each.statement)),
      ...Array.from(declarations, (each) => node(declarationId(each), each, 'declaration', null, '')),
    ],
    edges,
  };
}

const declarationId = (name: string): string => `declaration/${name}`;
