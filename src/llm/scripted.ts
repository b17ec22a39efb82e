/**
 * Marks answers that a script gave instead of a model. The mark is part of the snapshot, so it appears in every record,
 * recording, replay and report without further code.
 */

const MARK = 'scripted';

/** A server may also set the mark itself. */
export function isScripted(snapshot: string): boolean {
  return /^scripted\b/.test(snapshot);
}

export function markAsScripted(snapshot: string): string {
  return isScripted(snapshot) ? snapshot : `${MARK}:${snapshot}`;
}
