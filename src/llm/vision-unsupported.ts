/** A model that takes no pictures, by what its server says of one. */
import type { ChatRequest } from './chat.ts';
import { ModelError } from './model-error.ts';
import type { Asked } from './read-error.ts';

/**
 * In the words of servers, November 2026: `this model does not support image input` (Ollama, Anthropic), `image input is
 * not supported - hint: … mmproj` (llama.cpp, as a 500), `… is not a multimodal model` (vLLM), `Unsupported content part
 * type: "image_url"`, `unknown variant image_url, expected text`, `image_url is only supported by certain models`.
 */
const WORDS = [
  /\b(?:image|vision|picture|multi-?modal)\w*\b[^.]*\b(?:not|only|un)\s?(?:be\s)?support/i,
  /\bnot support\b[^.]*\b(?:image|vision|multi-?modal)/i,
  /\bnot a (?:multi-?modal|vision)/i,
  /\bmmproj\b/i,
  /\b(?:unsupported|unknown|invalid|unexpected)\b[^.]*\bimage(?:_url)?\b/i,
];

/** What it says of the picture itself: too large, broken. Another picture may be taken. */
const OF_THIS_ONE = /too (?:large|big)|exceed|dimension|base64|decode|could not process|corrupt|\bsize\b|media.?type/i;

/** `error` in other words where it means that the model sees nothing; else null. */
export function visionUnsupported(
  error: unknown,
  request: ChatRequest,
  { name }: Pick<Asked, 'name'>,
): ModelError | null {
  if (!(error instanceof ModelError) || (error.kind !== 'badRequest' && error.kind !== 'server')) return null;
  if (request.messages.every(({ images = [] }) => images.length === 0)) return null;
  const { reason = '' } = error.detail;
  if (OF_THIS_ONE.test(reason) || !WORDS.some((words) => words.test(reason))) return null;
  return new ModelError('visionUnsupported', {
    message: `${name} does not take pictures.`,
    reason,
    next: 'Name a model that sees: --model anthropic/claude-opus-5-5; one of your own may need its projector loaded (llama.cpp: --mmproj FILE)',
  });
}
