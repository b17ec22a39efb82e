import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUsedByRepair, scoreMessages, shareCorrect } from '../../bench/message-score.ts';

function labelled(label: string, text: string, more: Record<string, string> = {}): string {
  return JSON.stringify({ class: label, text, severity: 'error', era: 'v4.31', source: 'by hand', ...more });
}

describe('scoreMessages', () => {
  it('counts an unknown constant as an unknown identifier, skips unverified messages, and detects wrong classes', () => {
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
    expect(outcomes.map(({ expected, actual }) => [expected, actual])).toEqual([
      ['unknown_identifier', 'unknown_identifier'],
      ['unknown_identifier', 'unknown_identifier'],
      ['no_goals', 'unsolved_goals'],
    ]);
    expect(shareCorrect(outcomes)).toBeCloseTo(2 / 3);
  });

  it('classifies 95 % of the labelled messages used by repair correctly, and none wrongly as unknown identifier', (context) => {
    const data = process.env['LEMMAHEAD_TEST_DATA'];
    if (!data) return context.skip('needs lean_messages.jsonl: set LEMMAHEAD_TEST_DATA to its folder');
    const { outcomes } = scoreMessages(readFileSync(join(data, 'lean_messages.jsonl'), 'utf8'));
    const repair = outcomes.filter(({ expected }) => isUsedByRepair(expected));
    expect(repair.length).toBeGreaterThan(100);
    expect(shareCorrect(repair)).toBeGreaterThanOrEqual(0.95);
    expect(outcomes.filter(({ expected, actual }) => actual === 'unknown_identifier' && expected !== actual)).toEqual(
      [],
    );
  });
});
