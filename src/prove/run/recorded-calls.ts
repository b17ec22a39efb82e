/** Results of the tools that an agent called in a run. A resumed or replayed run uses them instead of calling again. */
import type { HolePlace, ToolCalled } from '../events.ts';
import type { RecordedEvent } from './event-file.ts';

/** Which call of which answer, and what the model wrote. */
export type AgentCallId = Pick<ToolCalled, 'turn' | 'call' | 'tool' | 'input'>;

export type CallResult = Pick<ToolCalled, 'result' | 'failed'>;

export class RecordedCalls {
  readonly #results = new Map<string, CallResult>();

  constructor(events: readonly RecordedEvent[]) {
    for (const event of events) {
      if (event.event !== 'tool_called') continue;
      const { result, failed } = event;
      this.#results.set(keyOf(event, event), { result, failed });
    }
  }

  /** Null if this call is not on record. */
  find(place: HolePlace, call: AgentCallId): CallResult | null {
    return this.#results.get(keyOf(place, call)) ?? null;
  }
}

const keyOf = ({ hole, node }: HolePlace, { turn, call, tool, input }: AgentCallId): string =>
  JSON.stringify([hole, node ?? null, turn, call, tool, input]);
