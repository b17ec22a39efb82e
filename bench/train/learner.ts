/** Worker thread of `learners.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { learnRanking, type RankedQuery, type RankingOptions } from './ranking.ts';

export interface LearnRequest {
  /** Indices of examples. */
  members: readonly number[];
  options: RankingOptions;
}
export type LearnResult = Float32Array;

const examples = workerData as readonly RankedQuery[];

parentPort!.on('message', ({ members, options }: LearnRequest) => {
  parentPort!.postMessage(
    learnRanking(
      members.map((at) => examples[at]!),
      options,
    ) satisfies LearnResult,
  );
});
