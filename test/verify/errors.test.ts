import { expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { errorsAndHoles, errorsOutsideHoles } from '../../src/verify/hole/error-messages.ts';

const message = (severity: 'error' | 'warning', text: string) => diagnosticOf({ severity, line: 1, column: 0, text });
const wrong = message('error', 'unknown identifier `x`');
const hint = message('warning', 'unused variable `x`');
const warned = message('warning', 'declaration uses `sorry`');
const refused = message('error', 'declaration uses `sorry`');
const all = [warned, wrong, hint, refused];

it('errorsOutsideHoles excludes and errorsAndHoles includes a sorry, whether a warning or an error', () => {
  expect(errorsOutsideHoles(all)).toEqual([wrong]);
  expect(errorsAndHoles(all)).toEqual([warned, wrong, refused]);
});
