import { describe, expect, it } from 'vitest';
import { communityPicture } from '../../src/graph/community-picture.ts';
import { largePicture } from './sample-picture.ts';

describe('communityPicture', () => {
  it('shows more nodes than a picture has by their communities, without losing any', { timeout: 60_000 }, async () => {
    const whole = largePicture(60_000);
    const { overview, parts, leftOut } = await communityPicture(whole);
    expect(overview.nodes.length).toBeLessThan(1003);
    expect(parts).toHaveLength(overview.nodes.length);
    const shown = parts.reduce((sum, { nodes }) => sum + nodes.length, 0);
    expect(shown + leftOut.reduce((sum, each) => sum + each, 0)).toBe(60_000);
    const within = parts.reduce((sum, { edges }) => sum + edges.length, 0);
    const between = overview.edges.reduce((sum, { role }) => sum + Number.parseInt(role!, 10), 0);
    expect(within + between).toBeLessThanOrEqual(whole.edges.length);
    expect(within).toBeGreaterThan(0.5 * whole.edges.length);
    const ids = new Set(overview.nodes.map(({ id }) => id));
    expect(overview.edges.every(({ from, to }) => ids.has(from) && ids.has(to) && from !== to)).toBe(true);
    expect(overview.nodes.at(-1)!.title).toBe('Nodes without edges (600)');
    expect(parts.at(-1)!.edges).toEqual([]);
  });
});
