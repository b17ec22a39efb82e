/** Which fillings stand together: all of them, or, in few looks, the most that do. */

/** What one look at the file with some of the holes filled came to. */
export type Look =
  | { kind: 'stands' }
  /** `blamed`: those of the holes that were filled at which something is wrong; empty where nobody can tell. */
  | { kind: 'falls'; blamed: readonly number[]; why: string }
  /** Nobody could say. */
  | { kind: 'unknown' };

export interface Standing {
  /** Holes whose fillings stand together. */
  kept: number[];
  dropped: number[];
  /** What was wrong with all of them together; null where nothing was. */
  why: string | null;
  /** The last look did not come to an answer. */
  isUnknown: boolean;
}

/** So many looks at sets with one or two of the blamed left out; after them, one by one is enough. */
const CAREFUL_LOOKS = 6;

/**
 * First all of `holes`, then all but one of the blamed, all but two, and so on, so that the most stay; after some looks
 * the rest is found by adding one at a time to what is not to blame.
 */
export async function standTogether(
  holes: readonly number[],
  look: (holes: readonly number[]) => Promise<Look>,
): Promise<Standing> {
  const first = await look(holes);
  if (first.kind === 'stands') return { kept: [...holes], dropped: [], why: null, isUnknown: false };
  if (first.kind === 'unknown') return { kept: [...holes], dropped: [], why: null, isUnknown: true };
  const blamed = first.blamed.length > 0 ? [...first.blamed] : [...holes];
  const { why } = first;
  const without = (dropped: readonly number[]): number[] => holes.filter((hole) => !dropped.includes(hole));
  let looks = 0;
  for (const dropped of smallestFirst(blamed)) {
    if (looks++ >= CAREFUL_LOOKS) break;
    const { kind } = await look(without(dropped));
    if (kind === 'stands') return { kept: without(dropped), dropped, why, isUnknown: false };
    if (kind === 'unknown') return { kept: without(dropped), dropped, why, isUnknown: true };
  }
  return oneByOne(holes, blamed, why, look);
}

/** Non-empty subsets of `blamed`, those of one first. */
function* smallestFirst(blamed: readonly number[]): Generator<number[]> {
  for (let size = 1; size <= blamed.length; size++) yield* subsets(blamed, size);
}

function* subsets(of: readonly number[], size: number): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, first] of of.entries()) {
    for (const rest of subsets(of.slice(at + 1), size - 1)) yield [first, ...rest];
  }
}

async function oneByOne(
  holes: readonly number[],
  blamed: readonly number[],
  why: string,
  look: (holes: readonly number[]) => Promise<Look>,
): Promise<Standing> {
  let kept = holes.filter((hole) => !blamed.includes(hole));
  let candidates = [...blamed];
  if (kept.length > 0) {
    const { kind } = await look(kept);
    if (kind === 'unknown') return { kept, dropped: candidates, why, isUnknown: true };
    // The blame was wrong: then nobody is above suspicion.
    if (kind === 'falls') [kept, candidates] = [[], [...holes]];
  }
  const dropped: number[] = [];
  for (const hole of candidates) {
    const wider = holes.filter((each) => each === hole || kept.includes(each));
    const { kind } = await look(wider);
    if (kind === 'unknown')
      return { kept, dropped: holes.filter((each) => !kept.includes(each)), why, isUnknown: true };
    if (kind === 'stands') kept = wider;
    else dropped.push(hole);
  }
  return { kept, dropped, why, isUnknown: false };
}
