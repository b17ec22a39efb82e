/** The strategy `agent` with the results of an earlier session. */
import { expect, it } from 'vitest';
import type { ChatAnswer } from '../../src/llm/chat.ts';
import { readTextCalls } from '../../src/llm/text-tools.ts';
import { agent } from '../../src/prove/agent/agent.ts';
import { agentTools, readCall } from '../../src/prove/agent/agent-tools.ts';
import type { Premise } from '../../src/prove/premise.ts';
import type { Proposal } from '../../src/prove/strategy.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const TEXT = 'theorem one : 1 = 1 := by\n  sorry\n';
const OPTIONS = { limit: 5, contextChars: 500, temperature: null, maxOutputTokens: 300, turns: 4, resultChars: 2000 };
const FAR: Premise = {
  ...{ name: 'Far.lemma', writeAs: 'Far.lemma', kind: 'theorem', signature: ': 1 = 1', doc: '' },
  ...{ module: 'Far', filePath: 'Far.lean', isAtHand: false },
};

const calling = (name: string, input: object): ChatAnswer => ({
  ...{ text: '', calls: [{ id: 'call-1', name, input: JSON.stringify(input) }], finish: 'end' },
  ...{ usage: { inputTokens: 1, outputTokens: 1 }, snapshot: 'scripted', retries: 0, unaccounted: 0, seconds: 0 },
});

it.each([
  ['search', { query: 'far' }],
  ['show', { name: 'Far.lemma' }],
])('imports what a recorded call of %s has found', async (tool, input) => {
  const answers = [calling(tool, input), calling('submit', { proof: 'exact Far.lemma' })];
  const prompts: string[] = [];
  const proposals = agent(OPTIONS).propose(
    { text: TEXT, hole: findHoles(TEXT)[0]!, goal: () => Promise.resolve('⊢ 1 = 1') },
    {
      retrieve: ({ reason }) => Promise.resolve(reason === 'called' ? [FAR] : []),
      ask: ({ messages }) => {
        prompts.push(JSON.stringify(messages));
        return Promise.resolve(answers[prompts.length - 1]!);
      },
      calls: {
        find: (call) => (call.tool === tool ? { result: 'as recorded', failed: false } : null),
        store: () => {},
      },
    },
  );
  const first = await proposals.next();
  expect((first.value as Proposal[]).map(({ imports, lemmas }) => [imports, lemmas])).toEqual([
    [['Far'], ['Far.lemma']],
  ]);
  expect(prompts[1]).toContain('as recorded');
  await proposals.return(undefined);
});

it.each([
  ['{"name": "submit", "input": {"proof": "skip\nrfl"}}', 'a new line as \\n'],
  ['{"name": "submit", "input": {"proof": "skip\\nrfl"}}', { tool: 'submit', proof: 'skip\nrfl' }],
  ['{"name": "write_file", "input": {}}', 'There is no tool of this name.'],
])('says what is wrong with the block %j', (block, expected) => {
  const { calls } = readTextCalls(`\`\`\`tool\n${block}\n\`\`\``);
  const read = readCall(calls[0]!, agentTools(false));
  expect(read).toEqual(typeof expected === 'string' ? expect.stringContaining(expected) : expected);
});
