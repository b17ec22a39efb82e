/** Asks a model which of the declarations that were found formalize a statement. */
import { LocalWork, runUnits } from '../../../base/work.ts';
import type { LibraryIndex } from '../../../index/library-index.ts';
import { shortStatement } from '../../../lean/whole-statement.ts';
import { requestFailure } from '../../../llm/fatal-model-errors.ts';
import { type DeclarationToLink, linkPrompt, readLinked } from '../../../prompt/link-prompts.ts';
import { rowStatement } from '../../../search/row-statement.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import type { FoundLink } from './find-links.ts';
import type { LinkedStatement } from './linked-statement.ts';

/** Maximum number of characters of a declaration's statement. */
const MAX_SIGNATURE = 450;

export interface LinksToJudge {
  statements: readonly LinkedStatement[];
  /** By statement, the most probable first. */
  found: readonly (readonly FoundLink[])[];
  /** Numbers of the statements to ask about. */
  open: readonly number[];
}

export interface JudgeLinksOptions {
  index: LibraryIndex;
  ask: AskModel;
  /** Statements at once. */
  concurrency: number;
  signal: AbortSignal;
  onProblem: (problem: string) => void;
  onProgress: (done: number, total: number) => void;
  /** Not called for a statement without a usable answer. The links have an answer each. */
  onJudged: (statement: number, links: FoundLink[]) => void;
}

/** Statements of more probable links come first. @throws {BudgetSpent} {ModelError} that end the work */
export async function judgeLinks(
  { statements, found, open }: LinksToJudge,
  { index, ask, concurrency, signal, onProblem, onProgress, onJudged }: JudgeLinksOptions,
): Promise<void> {
  const confidenceOf = (statement: number): number => found[statement]![0]!.confidence;
  const units = open
    .filter((statement) => found[statement]!.length > 0)
    .toSorted((a, b) => confidenceOf(b) - confidenceOf(a))
    .map((statement, id) => ({ id, statement }));
  await runUnits({
    work: new LocalWork<{ id: number; statement: number }, FoundLink[] | typeof SKIPPED>(units, ([unit], judged) => {
      if (judged !== SKIPPED) onJudged(unit!.statement, judged);
    }),
    ...{ concurrency, signal },
    run: async ([unit]) => {
      const links = found[unit!.statement]!;
      const shown = links.map(({ row }) => shownDeclaration(index, row));
      const prompt = linkPrompt(statements[unit!.statement]!, shown);
      const { value, template, snapshot } = await ask(prompt, (answer) => readLinked(answer, links.length));
      const linked = new Set(value.at);
      return links.map((link, at): FoundLink => ({ ...link, answer: { isYes: linked.has(at), template, snapshot } }));
    },
    failed: ([unit], error) => {
      const failure = requestFailure(error);
      if (failure === null) return null;
      onProblem(`${statements[unit!.statement]!.name}: ${failure.message.replace(/\.$/u, '')}.`);
      return SKIPPED;
    },
    onDone: (_, done) => onProgress(done, units.length),
  });
}

/** Result of a statement without a usable answer. */
const SKIPPED = 'skipped';

function shownDeclaration(index: LibraryIndex, id: number): DeclarationToLink {
  const row = index.row(id)!;
  const signature = shortStatement(rowStatement(index, row), MAX_SIGNATURE);
  return { kind: row.kind, name: row.name, signature, meaning: row.doc ?? '' };
}
