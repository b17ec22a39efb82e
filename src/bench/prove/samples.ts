/** Independent runs ask for independent answers: the model's samples are numbered on from run to run. */
import type { ChatModel } from '../../llm/chat.ts';

/** More samples of one prompt than any run asks for. */
const A_RUN = 1000;

/** The model whose sample `s` is that of number `1000 run + s`: another answer, also in a recording. */
export function furtherSamples(model: ChatModel, run: number): ChatModel {
  if (run === 0) return model;
  const { name, endpoint, price } = model;
  return {
    name,
    endpoint,
    price,
    ask: (request, options) => model.ask({ ...request, sample: run * A_RUN + request.sample }, options),
  };
}
