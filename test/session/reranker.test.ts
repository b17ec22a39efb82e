import { describe, expect, it } from 'vitest';
import { rerankerAsModel } from '../../src/session/reranker.ts';
import { settingsIn } from '../server/serve-process.ts';

async function limitsWith(limits: { timeoutSeconds?: number; retries?: number }) {
  const settings = await settingsIn('/', { LEMMAHEAD_HOME: '/nowhere' });
  const model = { ...settings.model, ...limits };
  const { timeoutSeconds, retries } = rerankerAsModel({ ...settings, model }, 'local/m', '/');
  return { timeoutSeconds, retries };
}

describe('a reranker', () => {
  it('that does not answer delays a search for a minute at most', async () => {
    expect(await limitsWith({})).toEqual({ timeoutSeconds: 30, retries: 1 });
  });

  it('keeps shorter limits of the model', async () => {
    const shorter = { timeoutSeconds: 5, retries: 0 };
    expect(await limitsWith(shorter)).toEqual(shorter);
  });
});
