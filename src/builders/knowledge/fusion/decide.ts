/** Decides by rules whether an entity says the same as one of its candidates (AutoMathKG, section 6.2, without a model). */
import { differingSigns } from './differing-signs.ts';
import { jaccard, renameVariables, statementTokens, tokenRuns, type StatementToken } from './statement-tokens.ts';
import { titlesAgree } from './title-key.ts';

export interface FusionRules {
  /** Least score of the same statement. */
  same: number;
  /** By which the best must exceed the second. */
  margin: number;
}

export const FUSION_RULES: FusionRules = { same: 0.4, margin: 0.1 };

/** Added to the similarity of the statements. */
const TITLE_BONUS = 0.25;

/** What is compared. */
export interface ComparedEntity {
  id: number;
  type: string;
  title: string;
  contents: string;
}

/** An entity with its tokens and runs, which are computed once. */
export interface PreparedEntity extends ComparedEntity {
  tokens: StatementToken[];
  written: string[];
  renamed: string[];
  writtenRuns: Set<string>;
  renamedRuns: Set<string>;
}

export function prepareEntity(entity: ComparedEntity): PreparedEntity {
  const tokens = statementTokens(entity.contents);
  const written = tokens.map(({ text }) => text);
  const renamed = renameVariables(tokens);
  const runs = { writtenRuns: tokenRuns(written), renamedRuns: tokenRuns(renamed) };
  const { id, type, title, contents } = entity;
  return { id, type, title, contents, tokens, written, renamed, ...runs };
}

export interface ComparedCandidate {
  id: number;
  /** Jaccard similarity of runs of three tokens, plus `TITLE_BONUS` if the titles agree. */
  score: number;
  titlesAgree: boolean;
  /** The same tokens, up to the letters of variables. */
  isIdentical: boolean;
  /** What the two say differently; compared only if the score would do, or a model calls them the same. */
  differences: string[];
  /** The answer of the model; absent if it was not asked. */
  answer?: 'yes' | 'no';
}

export const DECISIONS = ['new', 'merge', 'undecided'] as const;

export interface FusionDecision {
  decision: (typeof DECISIONS)[number];
  /** With `merge`: the id of the candidate. */
  into: number | null;
  why: string;
  /** Best first. */
  candidates: ComparedCandidate[];
}

/** `candidates` of another type are left out. Without text, nothing shows that two entities are the same. */
export function decideFusion(
  entity: PreparedEntity,
  candidates: readonly PreparedEntity[],
  rules: FusionRules = FUSION_RULES,
): FusionDecision {
  const compared = candidates
    .filter(({ type, id, tokens }) => type === entity.type && id !== entity.id && tokens.length > 0)
    .map((candidate) => compare(entity, candidate, rules))
    .sort((a, b) => b.score - a.score || a.id - b.id);
  const same = compared.filter(({ score, differences }) => score >= rules.same && differences.length === 0);
  const best = same[0];
  if (best === undefined) return { decision: 'new', into: null, why: whyNew(compared, rules), candidates: compared };
  // Copies of the best are no rivals.
  const second = same.find(({ isIdentical, id }) => id !== best.id && !(isIdentical && best.isIdentical));
  if (second === undefined || best.score - second.score >= rules.margin)
    return { decision: 'merge', into: best.id, why: whySame(best), candidates: compared };
  if (best.titlesAgree && !second.titlesAgree)
    return { decision: 'merge', into: best.id, why: 'titles agree', candidates: compared };
  return { decision: 'undecided', into: null, why: 'several are the same', candidates: compared };
}

/** What two entities say differently, however similar they are. */
export function differencesBetween(entity: PreparedEntity, other: PreparedEntity): string[] {
  return compare(entity, other, { ...FUSION_RULES, same: 0 }).differences;
}

function compare(entity: PreparedEntity, candidate: PreparedEntity, { same }: FusionRules): ComparedCandidate {
  const written = jaccard(entity.writtenRuns, candidate.writtenRuns);
  const renamed = jaccard(entity.renamedRuns, candidate.renamedRuns);
  const agree = titlesAgree(entity.title, candidate.title);
  const score = Math.max(written, renamed) + (agree ? TITLE_BONUS : 0);
  // The texts that are more similar: letters may be numbered differently after a small change.
  const textsOf = ({ tokens, written: own, renamed: numbered }: PreparedEntity) => ({
    tokens,
    texts: written > renamed ? own : numbered,
  });
  const isIdentical = entity.renamed.join(' ') === candidate.renamed.join(' ');
  const differences = score < same || isIdentical ? [] : differingSigns(textsOf(entity), textsOf(candidate));
  return { id: candidate.id, score, titlesAgree: agree, isIdentical, differences };
}

function whySame({ isIdentical, titlesAgree: agree }: ComparedCandidate): string {
  if (isIdentical) return 'the same text';
  return agree ? 'similar text and title' : 'similar text';
}

function whyNew(compared: readonly ComparedCandidate[], { same }: FusionRules): string {
  const differing = compared.find(({ score }) => score >= same);
  return differing === undefined ? 'no candidate is similar' : `differs: ${differing.differences.join(', ')}`;
}
