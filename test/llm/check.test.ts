/** What `doctor` says of the model. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkModel } from '../../src/llm/check.ts';

const ask = (name: string | null, baseUrl: string | null = null) =>
  checkModel({
    name,
    baseUrl,
    keyFile: null,
    timeoutSeconds: 5,
    idleSeconds: 5,
    retries: 0,
    concurrency: 1,
    temperature: null,
    maxOutputTokens: 16,
    prices: {},
  });

const forget = () => delete process.env.ANTHROPIC_API_KEY;
beforeEach(forget);
afterEach(forget);

test('none is no fault', async () => {
  expect(await ask(null)).toMatchObject({ what: 'model', state: 'absent' });
});

test('one that can be asked, with its address', async () => {
  process.env.ANTHROPIC_API_KEY = 'sk-test-123456';
  const check = await ask('anthropic/claude-opus-5-5');
  expect(check).toMatchObject({ state: 'ok', found: expect.stringContaining('https://api.anthropic.com') });
  expect(JSON.stringify(check)).not.toContain('123456');
});

test.each([
  ['anthropic/claude-opus-5-5', null, 'ANTHROPIC_API_KEY'],
  ['claude-opus-5-5', null, '--model'],
  ['local/x', null, '--base-url'],
  ['local/x', 'ftp://x', '--base-url'],
])('%s at %s is a fault, with what mends it', async (name, baseUrl, mend) => {
  expect(await ask(name, baseUrl)).toMatchObject({ state: 'fault', mend: expect.stringContaining(mend) });
});
