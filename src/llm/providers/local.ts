/** Servers with OpenAI's API on the user's machine or network. */
import type { Provider } from '../provider.ts';

export const local: Provider = {
  usage: 'local/NAME with --base-url',
  keyVariable: 'LEMMAHEAD_API_KEY',
  server: null,
  embeds: true,
  reranks: true,
  openWire: async (target) => (await import('../openai.ts')).openAiWire(target, false),
};
