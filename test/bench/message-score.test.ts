import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUsedByRepair, scoreMessages, shareRight } from '../../bench/message-score.ts';

function labelled(of: string, text: string, more: Record<string, string> = {}): string {
  return JSON.stringify({ class: of, text, severity: 'error', era: 'v4.31', source: 'by hand', ...more });
}

describe('scoreMessages', () => {
  it('counts a constant as an identifier, leaves unverified ones out, and sees what is wrong', () => {
    const { total, outcomes } = scoreMessages(
      [
        labelled('unknown_constant', 'Unknown constant `Basket.plum`'),
        labelled('text_mode_header', 'P.lean:1:2: error(lean.unknownIdentifier): Unknown identifier `plum`'),
        labelled('no_goals', 'unsolved goals\n⊢ p'),
        labelled('no_goals', 'worded from memory', { era: 'v4.9 (UNVERIFIED)' }),
        labelled('no_goals', 'worded from memory', { source: 'a thread [U: no line]' }),
        '',
      ].join('\n'),
    );
    expect(total).toBe(5);
    expect(outcomes.map(({ wanted, got }) => [wanted, got])).toEqual([
      ['unknown_identifier', 'unknown_identifier'],
      ['unknown_identifier', 'unknown_identifier'],
      ['no_goals', 'unsolved_goals'],
    ]);
    expect(shareRight(outcomes)).toBeCloseTo(2 / 3);
  });

  it('finds 95 % of the labelled messages right that repair uses, and none taken for an unknown name', (context) => {
    const data = process.env['LEMMAHEAD_TEST_DATA'];
    if (!data) return context.skip('needs lean_messages.jsonl: set LEMMAHEAD_TEST_DATA to its folder');
    const { outcomes } = scoreMessages(readFileSync(join(data, 'lean_messages.jsonl'), 'utf8'));
    const repair = outcomes.filter(({ wanted }) => isUsedByRepair(wanted));
    expect(repair.length).toBeGreaterThan(100);
    expect(shareRight(repair)).toBeGreaterThanOrEqual(0.95);
    expect(outcomes.filter(({ wanted, got }) => got === 'unknown_identifier' && wanted !== got)).toEqual([]);
  });
});
