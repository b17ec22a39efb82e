/** Extracts the text of a page from a model's answer. */
import { BadAnswer } from '../../llm/bad-answer.ts';
import { ModelError } from '../../llm/model-error.ts';
import { withoutThinking } from '../../base/without-thinking.ts';
import { fencedBlocks } from '../../prompt/answer-blocks.ts';
import { NO_PICTURE } from '../../prompt/templates/transcribe-page.ts';

export interface Transcription {
  /** '' for an empty page. */
  latex: string;
}

/** @throws {BadAnswer} if it contains none; {ModelError} `visionUnsupported` if the model reports that it got no image */
export function readTranscription(answer: string): Transcription {
  const text = withoutThinking(answer).trim();
  const blocks = fencedBlocks(text).filter(({ language }) => ['', 'latex', 'tex'].includes(language));
  if (blocks.length === 0) {
    if (text.startsWith(NO_PICTURE)) throw noImageError();
    throw new BadAnswer('the model answered with prose instead of a transcription');
  }
  if (blocks.some(({ isClosed }) => !isClosed)) throw new BadAnswer('the transcription is incomplete');
  return { latex: blocks.map((block) => block.text.trim()).join('\n\n') };
}

function noImageError(): ModelError {
  return new ModelError('visionUnsupported', {
    message: 'The model reports that it received no image.',
    reason: 'Some servers drop images if a model does not accept them.',
    next: 'Use a model that accepts images: --model anthropic/claude-opus-5-5',
  });
}
