/** The text of a page, out of a model's answer. */
import { ModelError } from '../../llm/model-error.ts';
import { fencedBlocks, withoutThinking } from '../../prompt/answer-blocks.ts';
import { NO_PICTURE } from '../../prompt/templates/transcribe-page.ts';
import { BadAnswer } from '../asker.ts';

export interface Transcription {
  /** '' for an empty page. */
  latex: string;
}

/** @throws {BadAnswer} where there is none; {ModelError} `visionUnsupported` where the model says that it got no picture */
export function readTranscription(answer: string): Transcription {
  const text = withoutThinking(answer).trim();
  const blocks = fencedBlocks(text).filter(({ language }) => ['', 'latex', 'tex'].includes(language));
  if (blocks.length === 0) {
    if (text.startsWith(NO_PICTURE)) throw sawNothing();
    throw new BadAnswer('the model answered with words in place of a transcription');
  }
  if (blocks.some(({ isClosed }) => !isClosed)) throw new BadAnswer('the transcription has no end');
  return { latex: blocks.map((block) => block.text.trim()).join('\n\n') };
}

function sawNothing(): ModelError {
  return new ModelError('visionUnsupported', {
    message: 'The model says that it was shown no picture.',
    reason: 'Some servers leave pictures out where a model takes none.',
    next: 'Name a model that sees: --model anthropic/claude-opus-5-5',
  });
}
