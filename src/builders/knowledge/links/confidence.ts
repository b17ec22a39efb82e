/** How probable it is that a link is right: masses of the alignment, calibrated on links that are known. Pure. */

/** By rising mass: the share of links with at most that mass that are right. Between two points it is interpolated. */
export type Curve = readonly (readonly [mass: number, confidence: number])[];

/**
 * Isotonic regression by pooling adjacent violators (Ayer et al. 1955), with one right and one wrong link added to
 * each pool, so that a few right links do not make certain.
 */
export function fitCurve(known: readonly { mass: number; isRight: boolean }[]): Curve {
  const pools: { masses: number; right: number; count: number }[] = [];
  for (const { mass, isRight } of known.toSorted((a, b) => a.mass - b.mass)) {
    pools.push({ masses: mass, right: isRight ? 1 : 0, count: 1 });
    while (pools.length > 1 && share(pools.at(-2)!) >= share(pools.at(-1)!)) {
      const last = pools.pop()!;
      const joined = pools.at(-1)!;
      joined.masses += last.masses;
      joined.right += last.right;
      joined.count += last.count;
    }
  }
  return pools
    .map(({ masses, right, count }) => [masses / count, (right + 1) / (count + 2)] as const)
    .reduce<Curve>(
      (curve, [mass, confidence]) => [...curve, [mass, Math.max(confidence, curve.at(-1)?.[1] ?? 0)] as const],
      [],
    );
}

const share = ({ right, count }: { right: number; count: number }): number => right / count;

export function confidenceOf(curve: Curve, mass: number): number {
  const after = curve.findIndex(([known]) => known >= mass);
  if (after < 0) return curve.at(-1)?.[1] ?? 0;
  const [high, most] = curve[after]!;
  if (after === 0) return high === 0 ? most : (most * mass) / high;
  const [low, least] = curve[after - 1]!;
  return least + ((most - least) * (mass - low)) / (high - low || 1);
}
