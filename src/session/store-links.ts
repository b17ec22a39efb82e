/** Writes links between statements and declarations to the library. */
import type { FoundLink } from '../builders/knowledge/links/find-links.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { MODEL } from '../library/entry-attributes.ts';
import {
  type FormalizationLink,
  formalizationLinks,
  type LinkMaker,
  writeLinks,
} from '../library/formalization-links.ts';
import type { Library } from '../library/library.ts';
import { endRun, startRun } from '../library/runs.ts';
import type { StatementEntry } from '../library/statement-nodes.ts';
import { statementHash } from '../search/library/declaration-links.ts';
import type { LinkDecider } from './link-judge.ts';
import type { LinkedStatements, StatementsToLink } from './link-statements.ts';

export interface LinksToStore {
  source: string;
  entries: readonly StatementEntry[];
  index: LibraryIndex;
  linked: Pick<LinkedStatements, 'known' | 'found'>;
  isWanted: StatementsToLink['isWanted'];
  by: LinkDecider;
  /** Least confidence of a link that is written without a word of a model. */
  auto: number;
}

export interface StoredLinks {
  /** Number of statements with other links than before. */
  written: number;
  /** To undo it; null if nothing changed. */
  run: number | null;
}

/** The links that count without a decision of a person: those that the model affirmed, or a confident one. */
export function linksInForce(links: readonly FoundLink[], by: LinkDecider, auto: number): FoundLink[] {
  const affirmed = links.filter(({ answer }) => answer?.isYes === true);
  const [best] = links;
  if (affirmed.length > 0 || best === undefined || by === 'model') return affirmed;
  return best.confidence >= auto ? [best] : [];
}

/** Writes the links that the documents give, and those found that count, in place of earlier ones. */
export function storeLinks(
  library: Library,
  { source, entries, index, linked, isWanted, by, auto }: LinksToStore,
): StoredLinks {
  const { database } = library;
  const { known, found } = linked;
  const link = (statement: number, row: number, confidence: number, evidence: unknown) => {
    const declaration = index.row(row)!;
    return {
      entry: entries[statement]!.id,
      kind: 'formalizes' as const,
      name: declaration.name,
      package: declaration.package,
      statementHash: statementHash(declaration),
      confidence,
      evidence,
    };
  };
  const givenBy = (maker: LinkMaker) =>
    known.flatMap(({ statement, row, by: giver }) =>
      row === null || giver !== maker ? [] : [link(statement, row, 1, null)],
    );
  const earlier = formalizationLinks(database, source);
  const keyOf = ({ entry, name }: Pick<FormalizationLink, 'entry' | 'name'>): string => `${entry} ${name}`;
  const rejected = new Set(earlier.filter(({ kind }) => kind === 'does not formalize').map(keyOf));
  const isRejected = (each: FormalizationLink): boolean => rejected.has(keyOf(each));
  /** Links of statements that were not asked for, or not asked about, stay as they are. */
  const kept = (maker: LinkMaker, isDecided: (statement: number) => boolean): FormalizationLink[] => {
    const decided = new Set(entries.flatMap(({ id }, at) => (isWanted[at]! && isDecided(at) ? [id] : [])));
    return earlier.filter((each) => each.maker === maker && !decided.has(each.entry) && !isRejected(each));
  };
  const isKnown = new Set(known.flatMap(({ statement, row }) => (row === null ? [] : [statement])));
  const isAnswered = (statement: number): boolean =>
    isKnown.has(statement) || found[statement]!.some(({ answer }) => answer !== undefined);
  const counted = found.flatMap((links, statement) =>
    linksInForce(links, by, auto).map((each) => ({ statement, ...each })),
  );
  const byModel = counted.flatMap(({ statement, row, confidence, evidence, answer }) =>
    answer === undefined
      ? []
      : [
          link(statement, row, confidence, {
            by: MODEL,
            template: answer.template,
            model: answer.snapshot,
            found: evidence,
          }),
        ],
  );
  const bySearch = counted.flatMap(({ statement, row, confidence, evidence, answer }) =>
    answer === undefined ? [link(statement, row, confidence, evidence)] : [],
  );
  const run = startRun(database, 'graph link', { source, auto, by });
  const counts = [
    writeLinks(library, source, 'blueprint', givenBy('blueprint'), run),
    writeLinks(library, source, 'attribute', givenBy('attribute'), run),
    writeLinks(library, source, MODEL, [...kept(MODEL, isAnswered), ...byModel], run),
    writeLinks(
      library,
      source,
      'search',
      [...kept('search', by === 'model' ? isAnswered : () => true), ...bySearch],
      run,
    ),
  ];
  const written = counts.reduce((sum, count) => sum + count, 0);
  return { written, run: endRun(database, run, { statements: written }) };
}
