/** Labels references with the roles that they play in a text (AutoMathKG, section 4.2.3). */
import type { EntityType, Tactic } from '../../../library/entity.ts';
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

/** Of a part with its segments. Every reference gets a label. */
export function tacticsOf(
  references: readonly LocatedReference[],
  { type, text, segments }: { type: EntityType; text: string; segments: readonly PlacedSegment[] },
): Record<string, Tactic> {
  const tactics: Record<string, Tactic> = {};
  for (const reference of references) tactics[reference.label] ??= tacticOf(reference, { type, text, segments });
  return tactics;
}

const OF_PLACE: ReadonlySet<Tactic> = new Set<Tactic>(['premise', 'assumption', 'definition']);
const CITED: Readonly<Record<string, Tactic>> = { lemma: 'lemma', proposition: 'proposition', corollary: 'corollary' };

/** The first rule that matches decides (section 5.5 of the specification of the graph). */
function tacticOf(
  { part, calledAs, at }: LocatedReference,
  { type, text, segments }: { type: EntityType; text: string; segments: readonly PlacedSegment[] },
): Tactic {
  const segment = at < 0 ? undefined : segments.find(({ start, end }) => at >= start && at < end);
  if (segment?.action === 'calculation') return 'calculation';
  if (segment?.action === 'enumeration') return 'enumeration';
  if (part === 0 && type === 'definition') {
    return segment !== undefined && (segment.action === 'premise' || segment.action === 'assumption')
      ? segment.action
      : 'definition';
  }
  if (part === 0) return type === 'problem' ? 'deduction' : 'premise';
  const word = wordBefore(text, at) ?? calledAs.toLowerCase();
  const cited = CITED[word];
  if (cited !== undefined) return cited;
  if (type === 'problem') return 'deduction';
  if (/^(?:definition|notation|convention)/.test(word) || saysDefinition(text, at)) return 'definition';
  return segment !== undefined && OF_PLACE.has(segment.action) && calledAs === '' ? segment.action : 'deduction';
}

/** What the text calls the target, right before it: `by Lemma~\ref{x}`. */
function wordBefore(text: string, at: number): string | null {
  if (at < 0) return null;
  const before = maskMarkup(text.slice(Math.max(0, at - 40), at)).trimEnd();
  return /\b(lemma|proposition|corollary|theorem|definition)s?$/i.exec(before)?.[1]?.toLowerCase() ?? null;
}

const saysDefinition = (text: string, at: number): boolean =>
  at >= 0 &&
  /\bby (?:the )?definition(?: of)?(?: an?| the)?\s*$/i.test(
    maskMarkup(text.slice(Math.max(0, at - 40), at)).trimEnd() + ' ',
  );
