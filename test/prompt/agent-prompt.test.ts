/** The prompt and the tools of an agent as golden texts, and what stays in a long conversation. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentTools, readCall } from '../../src/prove/agent/agent-tools.ts';
import { Conversation } from '../../src/prove/agent/conversation.ts';
import { agentPrompt } from '../../src/prompt/prompts.ts';
import { agentTemplate } from '../../src/prompt/templates/agent-template.ts';
import { SHOWN_GOAL } from './shown-goal.ts';

/** A changed text needs a new version, and a new hash here. */
const KNOWN = { 'agent@2': '46f141ece3818f98', 'agent-alone@2': 'f4340890d1c7acb5' };

describe('the prompt of an agent', () => {
  it.each([true, false])('matches its golden text; it can search: %s', async (searches) => {
    const { template, messages } = agentPrompt({ ...SHOWN_GOAL, premises: searches ? [] : null });
    const tools = agentTools(searches).map((tool) => JSON.stringify(tool, null, 1));
    const shown = messages.map(({ role, text }) => `=== ${role}\n${text}\n`).join('');
    const file = fileURLToPath(new URL(`golden/${template.replace(/@.*/u, '')}.txt`, import.meta.url));
    await expect(`=== template ${template}\n${shown}=== tools\n${tools.join('\n')}\n`).toMatchFileSnapshot(file);
  });

  it('has the text of its version', () => {
    const hashes = [true, false].map((searches) => {
      const { id, ...texts } = agentTemplate(searches);
      const text = JSON.stringify([texts, agentTools(searches)]);
      return [id, createHash('sha256').update(text).digest('hex').slice(0, 16)];
    });
    expect(Object.fromEntries(hashes)).toEqual(KNOWN);
  });
});

describe('a call', () => {
  const tools = agentTools(true);

  it('is never an exception, whatever a model writes', () => {
    const input = fc.oneof(fc.string(), fc.json(), fc.constant('{"tactics": []}'), fc.constant('{"tactics": [1]}'));
    fc.assert(
      fc.property(fc.constantFrom('try', 'search', 'goal', 'submit', 'show', '__proto__', ''), input, (name, text) => {
        const read = readCall({ name, input: text }, tools);
        expect(typeof read === 'string' || read.tool === name).toBe(true);
      }),
    );
  });

  it('is refused if the tool is not offered', () => {
    expect(readCall({ name: 'search', input: '{"query":"x"}' }, agentTools(false))).toContain('no tool of this name');
  });
});

describe('a conversation', () => {
  it('keeps the newest results and stays below its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 30 }), fc.integer({ min: 1000, max: 9000 }), (sizes, limit) => {
        const conversation = new Conversation([{ role: 'system', text: 's' }], limit);
        for (const [at, size] of sizes.entries()) {
          const id = `call-${at}`;
          conversation.addAnswer({ text: '' }, [{ id, name: 'goal', input: '{}' }]);
          conversation.addResults([{ call: id, text: 'x'.repeat(size) }]);
          const results = conversation.messages.flatMap((message) => message.results ?? []);
          expect(results).toHaveLength(at + 1);
          expect(results.at(-1)!.text).toHaveLength(size);
          const kept = results.filter(({ text }) => /^x*$/u.test(text)).reduce((sum, { text }) => sum + text.length, 0);
          expect(kept).toBeLessThanOrEqual(Math.max(limit, size));
        }
      }),
    );
  });
});
