/** Detects from a server's error that a model does not accept images. */
import type { ChatRequest } from './chat.ts';
import { ModelError } from './model-error.ts';
import type { RequestContext } from './read-error.ts';

/**
 * Server messages, November 2026: `this model does not support image input` (Ollama, Anthropic), `image input is
 * not supported - hint: … mmproj` (llama.cpp, as a 500), `… is not a multimodal model` (vLLM), `Unsupported content part
 * type: "image_url"`, `unknown variant image_url, expected text`, `image_url is only supported by certain models`.
 */
const PATTERNS = [
  /\b(?:image|vision|picture|multi-?modal)\w*\b[^.]*\b(?:not|only|un)\s?(?:be\s)?support/i,
  /\bnot support\b[^.]*\b(?:image|vision|multi-?modal)/i,
  /\bnot a (?:multi-?modal|vision)/i,
  /\bmmproj\b/i,
  /\b(?:unsupported|unknown|invalid|unexpected)\b[^.]*\bimage(?:_url)?\b/i,
];

/** Errors about this image only (too large, broken): another image may be accepted. */
const IMAGE_SPECIFIC =
  /too (?:large|big)|exceed|dimension|base64|decode|could not process|corrupt|\bsize\b|media.?type/i;

/** Returns a `visionUnsupported` error if `error` means that; otherwise null. */
export function visionUnsupported(
  error: unknown,
  request: ChatRequest,
  { name }: Pick<RequestContext, 'name'>,
): ModelError | null {
  if (!(error instanceof ModelError) || (error.kind !== 'badRequest' && error.kind !== 'server')) return null;
  if (request.messages.every(({ images = [] }) => images.length === 0)) return null;
  const { reason = '' } = error.detail;
  if (IMAGE_SPECIFIC.test(reason) || !PATTERNS.some((pattern) => pattern.test(reason))) return null;
  return new ModelError('visionUnsupported', {
    message: `${name} does not accept images.`,
    reason,
    next: 'Use a model that accepts images: --model anthropic/claude-opus-5-5; a local model may need its projector (llama.cpp: --mmproj FILE)',
  });
}
