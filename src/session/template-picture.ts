/** A graph of templates as the graph of a picture: templates, problems, theorems, and the declarations that state them. */
import { theoremsOf, stepsText, type TemplateGraph } from '../builders/templates/template-graph.ts';
import type { PictureEdge, PictureGraph, PictureNode } from '../graph/picture-graph.ts';

/** An edge leads to what is used; its role is the kind of the edge. Without rejected templates and what only they use. */
export function templatePicture({ name, ...graph }: TemplateGraph): PictureGraph {
  const templates = graph.templates.filter(({ rejected }) => rejected === null);
  const seeds = new Set(templates.map(({ seed }) => seed));
  const problems = graph.problems.filter(({ stage, key }) => stage === 'labelled' || seeds.has(key));
  const used = new Set([...templates, ...problems].flatMap(theoremsOf));
  const theorems = graph.theorems.filter(({ key }) => used.has(key));
  const declarations = new Set(theorems.flatMap((theorem) => theorem.declarations.map((each) => each.name)));
  const node = (id: string, label: string, type: PictureNode['type'], field: string | null, details: string) => ({
    ...{ id, label, title: label, type, state: null, field, details, link: null },
  });
  const nodes = [
    ...templates.map((each) =>
      node(each.key, each.title, 'template', each.field, `${each.stage}\n\n${each.problem}\n\n${stepsText(each)}`),
    ),
    ...problems.map((each) => node(each.key, each.name, 'problem', each.field, each.problem)),
    ...theorems.map((each) => node(each.key, each.name, 'theorem', null, each.statement)),
    ...Array.from(declarations, (each) => node(declarationId(each), each, 'declaration', null, '')),
  ];
  const edges: PictureEdge[] = [];
  for (const record of [...templates, ...problems]) {
    for (const to of theoremsOf(record)) edges.push({ from: record.key, to, role: 'uses' });
    if (record.record !== 'template') continue;
    if (record.parent !== null) edges.push({ from: record.key, to: record.parent, role: 'varies' });
    if (record.seed !== null) edges.push({ from: record.key, to: record.seed, role: 'abstracts' });
  }
  for (const { key, declarations: stating } of theorems)
    for (const { name: to } of stating) edges.push({ from: key, to: declarationId(to), role: 'matches' });
  const ids = new Set(nodes.map(({ id }) => id));
  // The template that another varies may be rejected.
  return { title: name, nodes, edges: edges.filter(({ to }) => ids.has(to)) };
}

const declarationId = (name: string): string => `declaration/${name}`;
