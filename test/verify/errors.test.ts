import { expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { errorsAndHoles, errorsOutsideHoles } from '../../src/verify/hole/errors.ts';

const say = (severity: 'error' | 'warning', text: string) => diagnosticOf({ severity, line: 1, column: 0, text });
const wrong = say('error', 'unknown identifier `x`');
const hint = say('warning', 'unused variable `x`');
const warned = say('warning', 'declaration uses `sorry`');
const refused = say('error', 'declaration uses `sorry`');
const all = [warned, wrong, hint, refused];

it('counts a sorry apart, as a warning and as an error', () => {
  expect(errorsOutsideHoles(all)).toEqual([wrong]);
  expect(errorsAndHoles(all)).toEqual([warned, wrong, refused]);
});
