/** `doctor`'s check of the graphs of templates: each graph of the library can be read, and its records fit together. */
import { existsSync } from 'node:fs';
import { Failure } from '../../base/errors.ts';
import { fault, ok, type Check } from '../../base/health.ts';
import { pluralize } from '../../base/pluralize.ts';
import { withLibrary } from '../../library/library.ts';
import { templateGraphs } from '../../library/template-graphs.ts';
import { graphFlag, graphViolations, openGraph, recordsOf } from './template-graph.ts';

/** One check for each graph; none without a library. `path`: of a library that may be damaged. */
export async function checkTemplateGraphs(path: string): Promise<Check[]> {
  if (!existsSync(path)) return [];
  try {
    return await withLibrary(path, {}, ({ database }) =>
      templateGraphs(database).map((name) => {
        const graph = openGraph(database, name);
        const [first, ...more] = graphViolations(recordsOf(graph)).map(({ text }) => text);
        const { templates, problems, theorems } = graph;
        const counts = `${pluralize(templates.length, 'template')}, ${pluralize(problems.length, 'problem')}, ${pluralize(theorems.length, 'theorem')}`;
        if (first === undefined) return ok(`templates ${name}`, counts);
        const others = more.length === 0 ? '' : `, and ${pluralize(more.length, 'more fault')}`;
        return fault(`templates ${name}`, `${first}${others}`, `lemmahead templates check ${graphFlag(name)}`);
      }),
    );
  } catch (error) {
    // The check of the library reports what is wrong with the whole file.
    if (!(error instanceof Failure)) throw error;
    return [];
  }
}
