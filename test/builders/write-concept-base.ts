/** Writes a concept base in this thread, as a build does. */
import { fillConceptBase, startBuild, type BaseContent } from '../../src/concepts/write-base.ts';

export function writeConceptBase(path: string, content: BaseContent): void {
  const build = startBuild(path);
  try {
    fillConceptBase(build.temporary, content);
    build.commit();
  } finally {
    build.end();
  }
}
