import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestionsIn } from '../../src/lean/message/try-this.ts';

function texts(message: string): string[] {
  return suggestionsIn(message).map(({ text }) => text);
}

describe('suggestionsIn', () => {
  it('reads one suggestion in the wordings until v4.23 and since', () => {
    expect(texts('Try this: exact pick b')).toEqual(['exact pick b']);
    expect(texts('Try this:\n  [apply] exact pick b')).toEqual(['exact pick b']);
  });

  it('reads several suggestions in the wordings until v4.24 and since, and of `hint`', () => {
    expect(texts('Try these:\n• exact pick b\n• simp')).toEqual(['exact pick b', 'simp']);
    expect(texts('Try these:\n  [apply] exact pick b\n  [apply] simp')).toEqual(['exact pick b', 'simp']);
    expect(texts('Try these:\n  [apply] 🎉️ grind\n  [apply] 🎉 omega\n  [apply] simp')).toEqual([
      'grind',
      'omega',
      'simp',
    ]);
  });

  it('separates remaining goals from the suggestion', () => {
    const left = { text: 'refine pick ?_ ?_', leaves: ['p', 'q ∧ r'] };
    expect(suggestionsIn('Try this: refine pick ?_ ?_\nRemaining subgoals:\n⊢ p\n⊢ q ∧ r')).toEqual([left]);
    expect(suggestionsIn('Try this: refine pick ?_ ?_\n-- Remaining subgoals:\n-- ⊢ p\n-- ⊢ q ∧ r')).toEqual([left]);
    expect(
      suggestionsIn(
        'Try these:\n  [apply] 🎉️ decide\n  [apply] norm_num\n  Remaining subgoals:\n  ⊢ p\n  [apply] simp',
      ),
    ).toEqual([
      { text: 'decide', leaves: [] },
      { text: 'norm_num', leaves: ['p'] },
      { text: 'simp', leaves: [] },
    ]);
  });

  it('reads the remark of rw? about remaining goals', () => {
    expect(suggestionsIn('Try this:\n  [apply] rw [pick]\n  -- no goals')).toEqual([{ text: 'rw [pick]', leaves: [] }]);
    expect(suggestionsIn('Try this:\n  [apply] rw [← pick]\n  -- p = q')).toEqual([
      { text: 'rw [← pick]', leaves: ['p = q'] },
    ]);
  });

  it('keeps the relative indentation of several lines', () => {
    expect(texts('Try this: simp only [pick,\n  choose]')).toEqual(['simp only [pick,\n  choose]']);
    expect(texts('Try this:\n  [apply] simp only [pick,\n      choose]')).toEqual(['simp only [pick,\n  choose]']);
    expect(texts('Try this:\n  [apply] intro b\n    simp')).toEqual(['intro b\nsimp']);
    expect(texts('Try this:\n  [apply] \n    cases b\n    · simp\n    · rfl')).toEqual(['cases b\n· simp\n· rfl']);
    expect(texts('Try this:\n\n  [apply]     intro b\n    · simp')).toEqual(['intro b\n· simp']);
    expect(texts('Try this:\n  intro b\n  simp')).toEqual(['intro b\nsimp']);
    expect(texts('Try these:\n• intro b\n  simp\n• rfl')).toEqual(['intro b\nsimp', 'rfl']);
  });

  it('ignores remarks before and after', () => {
    const remark = 'Try this:\n  [apply] ring_nf\n  \n  The `ring` tactic failed to close the goal.';
    expect(texts(remark)).toEqual(['ring_nf']);
    expect(texts("'skip; grind' can be replaced with 'grind'\n\nTry this:\n  [apply] grind\n\nNote: so it is")).toEqual(
      ['grind'],
    );
    expect(texts('Try this: \n  haveI\u0335\n\nThe goal is a proposition')).toEqual([]);
  });

  it('finds nothing in a message without suggestions', () => {
    for (const text of [
      '',
      'Try this:',
      'Try this:\n',
      'Try these:\n\n',
      'Try this:\n  [apply]',
      "no 'Try this:' here",
      'exact pick',
    ]) {
      expect(suggestionsIn(text)).toEqual([]);
    }
  });

  it('returns the given suggestions in any wording', () => {
    const tactic = fc.constantFrom(
      'exact pick b',
      'simp [pick]',
      'omega',
      'rw [← pick, choose] at h ⊢',
      'exact ⟨p, q⟩',
    );
    fc.assert(
      fc.property(fc.array(tactic, { minLength: 1 }), fc.boolean(), (tactics, isOld) => {
        const marked = tactics.map((words) => (isOld ? `• ${words}` : `  [apply] ${words}`));
        expect(texts(['Try these:', ...marked].join('\n'))).toEqual(tactics);
      }),
    );
  });

  it('never throws and gives no empty suggestion', () => {
    const line = fc.constantFrom(
      'Try this:',
      'Try these: ',
      '  [apply] a',
      '• b',
      '    c',
      '',
      '-- d',
      'Remaining subgoals:',
      '⊢ e',
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        for (const { text } of suggestionsIn(lines.join('\n'))) expect(text.trim()).not.toBe('');
      }),
    );
  });
});
