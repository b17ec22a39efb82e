/** Labels references with the roles that they play in a text (AutoMathKG, section 4.2.3). */
import type { EntityType, Tactic } from '../../../sources/entity.ts';
import { maskMarkup } from './masked-text.ts';
import type { PlacedSegment } from './segments.ts';

/** A reference in a statement or a proof. */
export interface LocatedReference {
  /** 0: the statement; n: the nth proof or solution. */
  part: number;
  /** The label as the text writes it; the key of the result. */
  label: string;
  /** Title of the target; may be empty. */
  title: string;
  /** What its document calls the target: `Lemma`; may be empty. */
  calledAs: string;
  /** Offset in the text of the part; -1 if the text does not show where. */
  at: number;
}

/** Returns the tactics of the references of a part with its segments. Every reference gets a label. */
export function tacticsOf(
  references: readonly LocatedReference[],
  { type, text, segments }: { type: EntityType; text: string; segments: readonly PlacedSegment[] },
): Record<string, Tactic> {
  const tactics = new Map<string, Tactic>();
  for (const reference of references.toReversed()) {
    tactics.set(reference.label, tacticOf(reference, { type, text, segments }));
  }
  return Object.fromEntries([...tactics].toReversed());
}

const OF_PLACE: ReadonlySet<Tactic> = new Set<Tactic>(['premise', 'assumption', 'definition']);
const CITED: readonly Tactic[] = ['lemma', 'proposition', 'corollary'];

/** The first rule that matches decides (section 5.5 of the specification of the graph). */
function tacticOf(
  { part, calledAs, at }: LocatedReference,
  { type, text, segments }: { type: EntityType; text: string; segments: readonly PlacedSegment[] },
): Tactic {
  const found = at < 0 ? -1 : segments.findIndex(({ start, end }) => at >= start && at < end);
  const segment = segments[found];
  // What leads to the rows of a calculation is a reason for them.
  if (segment?.action === 'calculation' || (found >= 0 && segments[found + 1]?.form === 'row')) return 'calculation';
  if (segment?.action === 'enumeration') return 'enumeration';
  const ofPlace = segment !== undefined && OF_PLACE.has(segment.action) ? segment.action : null;
  if (part === 0 && type === 'definition') return ofPlace ?? 'definition';
  if (part === 0 && type !== 'problem') return 'premise';
  if (type === 'problem') return 'deduction';
  const before =
    at < 0
      ? ''
      : maskMarkup(text.slice(Math.max(0, at - 40), at))
          .replaceAll(/\s+/g, ' ')
          .trimEnd();
  const word = NAMED.exec(before)?.[1] ?? calledAs;
  const cited = CITED.find((tactic) => tactic === word.toLowerCase());
  return cited ?? (BY_DEFINITION.test(before) ? 'definition' : (ofPlace ?? 'deduction'));
}

/** What the text calls the target, right before it: `by Lemma~\ref{x}`. */
const NAMED = /\b(lemma|proposition|corollary|theorem)s?$/i;
/** `by definition of a field`, `by Definition~\ref{x}`. */
const BY_DEFINITION = /\b(?:by|from) (?:the )?definition(?: of)?(?: an?| the)?$/i;
