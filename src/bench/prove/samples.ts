/** Gives each independent run its own range of sample numbers, so its answers are independent. */
import type { ChatModel } from '../../llm/chat.ts';

/** More samples of one prompt than any run requests. */
const SAMPLES_PER_RUN = 1000;

/** Maps sample `s` to sample `1000 * run + s` of `model`: a different answer, also in a recording. */
export function withSampleOffset(model: ChatModel, run: number): ChatModel {
  if (run === 0) return model;
  const { name, endpoint, price } = model;
  return {
    name,
    endpoint,
    price,
    ask: (request, options) => model.ask({ ...request, sample: run * SAMPLES_PER_RUN + request.sample }, options),
  };
}
