/** Registry of model providers. A new one is one file and one line here. `NAME/…` are its models. */
export { anthropic } from './providers/anthropic.ts';
export { openai } from './providers/openai.ts';
export { local } from './providers/local.ts';
export { scripted } from './providers/scripted.ts';
