/** Options whose default is a setting. */
import { expect, it } from 'vitest';
import { BENCH_FORMALIZE_OPTIONS } from '../../src/bench/bench-options.ts';
import { optionsOf, rowsOf } from '../../src/config/option-table.ts';
import type { Settings } from '../../src/config/settings.ts';
import { SETTINGS } from '../../src/config/settings-table.ts';
import { FORMALIZE_OPTIONS } from '../../src/options/formalize-options.ts';

it.each([FORMALIZE_OPTIONS, BENCH_FORMALIZE_OPTIONS])('have the same default as the setting, and its flag', (table) => {
  const rows = rowsOf(table).filter(({ fallback }) => fallback !== undefined);
  expect(rows.length).toBe(6);
  for (const { fallback, flag, value, default: otherwise } of rows) {
    const { default: set, flag: named } = SETTINGS[fallback!.setting];
    expect([flag, otherwise]).toEqual([expect.stringContaining(named!), value.is === 'list' ? [] : set]);
  }
});

it('take the setting if nothing is given, and only then', () => {
  const formalize = {
    samples: 4,
    definitions: 'auto',
    examples: 2,
    rewrite: 'never',
    judge: 'local/j',
    formalizer: 'chat',
  };
  const settings = { formalize } as unknown as Settings;
  const none = () => undefined;
  expect(optionsOf(FORMALIZE_OPTIONS, none, settings)).toMatchObject({
    ...{ samples: 4, definitions: 'auto', examples: 2, rewrite: 'never', judges: ['local/j'] },
  });
  const given = optionsOf(
    FORMALIZE_OPTIONS,
    ({ flag }) => (flag === '--check <level>' ? 'compile' : undefined),
    settings,
  );
  expect(given.judges).toEqual([]);
  expect(optionsOf(FORMALIZE_OPTIONS, none).samples).toBe(10);
});
