/** Makes the JSON report of `graph link`. Its text is rendered from the same object. */
import type { LibraryIndex } from '../index/library-index.ts';
import { similarDeclarations } from '../search/similar-names.ts';
import type { LinkDecider, JudgedLinks } from '../session/link-judge.ts';
import type { StatementsToLink } from '../session/link-statements.ts';
import { linksInForce } from '../session/store-links.ts';
import type { GraphLinkReport } from './graph-link-schema.ts';

const MAX_NEAR = 3;

type About = Pick<GraphLinkReport, 'path' | 'source' | 'title' | 'auto' | 'written' | 'run' | 'dry_run'>;

export function reportLinks(
  index: LibraryIndex,
  { nodes, isWanted }: Pick<StatementsToLink, 'nodes' | 'isWanted'>,
  { known, found, models, planned }: JudgedLinks,
  { by, ...about }: About & { by: LinkDecider },
): GraphLinkReport {
  const isKnown = new Set(known.flatMap(({ statement, row }) => (row === null ? [] : [statement])));
  const links = found.flatMap((candidates, statement) => {
    if (candidates.length === 0) return [];
    const counted = new Set(linksInForce(candidates, by, about.auto).map(({ row }) => row));
    const declarations = candidates.map(({ row, confidence, evidence, answer }) => {
      const { name, module, package: packageName } = index.row(row)!;
      return {
        ...{ name, module, package: packageName, confidence: Number(confidence.toFixed(3)), evidence },
        answer: answer === undefined ? null : answer.isYes ? ('yes' as const) : ('no' as const),
        counts: counted.has(row),
      };
    });
    const { label, piece } = nodes[statement]!;
    return [{ statement: label, title: piece.title, automatic: counted.size > 0, declarations }];
  });
  return {
    schema: 'lemmahead/graph-link@1',
    ...about,
    by,
    statements: nodes.length,
    known: known.map(({ statement, name, by: giver, row }) => ({
      statement: nodes[statement]!.label,
      name,
      by: giver,
      found: row !== null,
      nearest: row === null ? similarDeclarations(index, name, MAX_NEAR) : [],
    })),
    links: links.sort((a, b) => b.declarations[0]!.confidence - a.declarations[0]!.confidence),
    unlinked: found.filter((candidates, at) => candidates.length === 0 && isWanted[at]! && !isKnown.has(at)).length,
    models,
    planned,
  };
}
