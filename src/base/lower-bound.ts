/** The one binary search for a place in what is in order. */

/** First index below `count` for which `holds`, which must hold from there on; `count` if it holds for none. */
export function lowerBound(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
